// Answers questions about recorded injections: log, show, context, report; verify, why, compare.

export { bisectInjections } from './compare/bisect.ts'
export { diffInjections } from './compare/diff.ts'
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
export { listInjections } from './log.ts'
export {
  findComparedPackets,
  findLostSections,
  isLostSection,
  type LostSection,
  type PacketDelivery,
} from './lost-sections.ts'
export { type OpenedStore, type OpenOptions, requireLedger, type StoreChoice } from './opened.ts'
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
  showOutput,
  type VerifyResult,
  verifyOutput,
  type WhyAbsence,
  type WhyHit,
  type WhyResult,
  whyOutput,
} from './outputs.ts'
export {
  type ContextResult,
  type ContextSection,
  type ContextShowResult,
  contextOutput,
  contextShowOutput,
  type SourceState,
} from './outputs-context.ts'
export { type ReportResult, reportOutput } from './outputs-report.ts'
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
} from './outputs-store.ts'
export { type PruneChoice, pruneStore } from './prune-store.ts'
export { readContext } from './read-context.ts'
export { readSourceStates } from './read-source-states.ts'
export { replayInjection } from './replay.ts'
export { reportRuns } from './report.ts'
export { showInjection } from './show.ts'
export { exportLedger, importLedger, type LineSink, readStats } from './store-exchange.ts'
export { traceText } from './trace-text.ts'
export type { CheckpointDeps, CheckpointInput } from './verify/verify-checkpoint.ts'
export { verifySource } from './verify-source.ts'
