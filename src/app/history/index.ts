// Answers questions about recorded injections: log, show, context, report; verify, why, compare.

export { type BisectResult, bisectInjections, bisectOutput } from './compare/bisect.ts'
export { type DiffResult, diffInjections, diffOutput } from './compare/diff-injections.ts'
export type { SectionChange } from './compare/section-changes.ts'
export {
  type ContextSection,
  type ContextShowResult,
  contextShowOutput,
  type SourceState,
} from './context-show-output.ts'
export { readDeliveriesAfter, type SentInjectionRow } from './deliveries.ts'
export {
  findInjection,
  type HistoryDeps,
  isPulled,
  type PastInjection,
  readPacketText,
  readSentInjection,
  type SentInjection,
} from './find-injection.ts'
export {
  findComparedPackets,
  findLostSections,
  hasArrived,
  isLostSection,
  type LostSection,
  type PacketDelivery,
} from './lost-sections.ts'
export { type OpenedStore, type OpenOptions, requireLedger, type StoreChoice } from './opened-store.ts'
export { readContext } from './read-context.ts'
export { type LogResult, listInjections, logOutput } from './read-log.ts'
export { readSourceStates } from './read-source-states.ts'
export { replayInjection, replayOutput } from './replay-injection.ts'
export { type ReportResult, reportOutput, reportRuns } from './report-runs.ts'
export { type ShowResult, showInjection, showOutput } from './show-injection.ts'
export type { SkippedInjection } from './skipped-injection.ts'
export { type ExportResult, exportLedger, type LineSink, storeExportOutput } from './store/export-ledger.ts'
export { type ImportResult, importLedger, storeImportOutput } from './store/import-ledger.ts'
export { type PruneChoice, type PruneResult, pruneStore, storePruneOutput } from './store/prune-store.ts'
export { readStats, type StatsResult, storeStatsOutput } from './store/read-stats.ts'
export { type RepairResult, storeRepairOutput } from './store/repair-output.ts'
export { type ContextResult, contextOutput } from './summarize-context.ts'
export { traceText } from './trace-text.ts'
export type { CheckpointDeps, CheckpointInput } from './verify/verify-checkpoint.ts'
export { type VerifyResult, verifyOutput } from './verify/verify-output.ts'
export { verifySource } from './verify-source.ts'
export { type WhyAbsence, type WhyHit, type WhyResult, whyOutput } from './why/why-output.ts'
