// Answers questions about recorded injections: log, show, context, report; verify, why, compare.

export { bisectInjections } from './compare/bisect.ts'
export { diffInjections } from './compare/diff-injections.ts'
export {
  type ContextResult,
  type ContextSection,
  type ContextShowResult,
  contextOutput,
  contextShowOutput,
  type SourceState,
} from './context-output.ts'
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
  isLostSection,
  type LostSection,
  type PacketDelivery,
} from './lost-sections.ts'
export { type OpenedStore, type OpenOptions, requireLedger, type StoreChoice } from './opened-store.ts'
export {
  type BisectResult,
  bisectOutput,
  type DiffResult,
  diffOutput,
  type LogResult,
  logOutput,
  replayOutput,
  type SectionChange,
  type ShowResult,
  type SkippedInjection,
  showOutput,
  type VerifyResult,
  verifyOutput,
  type WhyAbsence,
  type WhyHit,
  type WhyResult,
  whyOutput,
} from './outputs.ts'
export { readContext } from './read-context.ts'
export { listInjections } from './read-log.ts'
export { readSourceStates } from './read-source-states.ts'
export { replayInjection } from './replay-injection.ts'
export { type ReportResult, reportOutput } from './report-output.ts'
export { reportRuns } from './report-runs.ts'
export { showInjection } from './show-injection.ts'
export { exportLedger, importLedger, type LineSink, readStats } from './store/export-ledger.ts'
export {
  type ExportResult,
  type ImportResult,
  type PruneResult,
  type RepairResult,
  type StatsResult,
  storeExportOutput,
  storeImportOutput,
  storePruneOutput,
  storeRepairOutput,
  storeStatsOutput,
} from './store/outputs.ts'
export { type PruneChoice, pruneStore } from './store/prune-store.ts'
export { traceText } from './trace-text.ts'
export type { CheckpointDeps, CheckpointInput } from './verify/verify-checkpoint.ts'
export { verifySource } from './verify-source.ts'
