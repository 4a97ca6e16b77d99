/** Formats a number with three significant digits, and thousands in groups. */
export const formatNumber = (value: number): string => {
  if (Number.isNaN(value)) return "–"
  if (value === 0 || Math.abs(value) >= 100) return Math.round(value).toLocaleString("en").replaceAll(",", " ")
  return Number(value.toPrecision(3)).toString()
}
