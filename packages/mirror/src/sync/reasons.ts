import type { SyncState } from "../store/SyncState.ts"

/** Returns why the next sync can't be an incremental one, or nothing if it can. */
export const reasonForFullPass = (state: SyncState, isForced: boolean): string | undefined => {
  if (isForced) return "A full sync was asked for."
  if (state.openPass !== undefined) return "An earlier full sync was stopped before its end."
  if (state.wholeAt === undefined) return "The account was never read in full."
  return state.calibrated
    ? undefined
    : `The totals can't be trusted: ${state.doubt ?? "they were never compared with the lists"}.`
}
