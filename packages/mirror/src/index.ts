export * from "./Mirror.ts"
export * from "./MirrorError.ts"
export * as Sync from "./Sync.ts"
export * from "./SyncReport.ts"
