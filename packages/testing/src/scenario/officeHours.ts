/**
 * The hours of an office: 08:00 to 18:00 UTC from Monday to Friday, in slots of a quarter of an hour that are numbered
 * from an arbitrary Monday on. Only whole numbers are divided, so every machine finds the same.
 */
import { day, hour, minute } from "./times.ts"

const slot = 15 * minute
const opens = 8 * hour
export const slotsPerDay = 40
const workdaysPerWeek = 5

/** The weekday of a day counted from the epoch, a Thursday: Monday is 0. */
const weekday = (dayNumber: number) => (((dayNumber + 3) % 7) + 7) % 7

/** The first slot that begins at or after a time. */
export const firstSlotFrom = (time: number): number => {
  const dayNumber = Math.floor(time / day)
  const weekdayNumber = weekday(dayNumber)
  const workday = ((dayNumber + 3 - weekdayNumber) / 7) * workdaysPerWeek + Math.min(weekdayNumber, workdaysPerWeek)
  if (weekdayNumber >= workdaysPerWeek) return workday * slotsPerDay
  const ofDay = Math.ceil((time - dayNumber * day - opens) / slot)
  return workday * slotsPerDay + Math.min(Math.max(ofDay, 0), slotsPerDay)
}

/** The working day of a slot. */
export const workdayOf = (slotNumber: number): number => Math.floor(slotNumber / slotsPerDay)

/** Returns whether the day after a slot's is a weekend day. */
export const isBeforeWeekend = (slotNumber: number): boolean => {
  const workday = workdayOf(slotNumber)
  return workday - Math.floor(workday / workdaysPerWeek) * workdaysPerWeek === workdaysPerWeek - 1
}

/** Midnight before a slot. */
export const midnightOf = (slotNumber: number): number => {
  const workday = workdayOf(slotNumber)
  const week = Math.floor(workday / workdaysPerWeek)
  return (week * 7 + (workday - week * workdaysPerWeek) - 3) * day
}

/** When a slot begins. A fraction of a slot is that much later. */
export const slotTime = (slotNumber: number): number =>
  midnightOf(slotNumber) + opens + Math.floor((slotNumber - workdayOf(slotNumber) * slotsPerDay) * slot)
