// The use cases. Each is a function of what it needs from outside; none knows which surface called it.
export type { Hunk } from '../core/diff/index.ts'
export type { Comparison, Rate } from '../core/report/index.ts'
export type { LogQuery, LogRow, Project } from '../ports/index.ts'
export * from './addresses/outputs.ts'
export type { Command, CommandOption } from './commands/index.ts'
export { commands } from './commands/index.ts'
export type { Compiled } from './compile.ts'
export type { DispatchEvent, DispatchOrder, RunReport } from './dispatch.ts'
export type { CleanOrder } from './dispatch-clean.ts'
export { programAgent, wordsOf } from './dispatch-command.ts'
export * from './dispatch-output.ts'
export type { DoctorOrder } from './doctor/doctor.ts'
export * from './doctor/outputs.ts'
export { type Deadline, deadlineFor, tooLate } from './hook/deadline.ts'
export { type HookInput, inputOf, noInput } from './hook/input.ts'
export { failurePrint, noticeOf, oneLine } from './hook/notice.ts'
export type { HookAnswer, HookOrder } from './hook/tools.ts'
export type { Part } from './hook/values.ts'
export type { Injected, InjectOrder } from './inject.ts'
export type { InstallOrder } from './install/install.ts'
export {
  type DoctorTrial,
  type InstallAnswer,
  type InstalledAgent,
  installOutput,
  type Scope,
} from './install/outputs.ts'
export * from './knowledge/outputs.ts'
export type { KnowledgeOrder } from './knowledge/tools.ts'
export type { Loaded, LoadOrder } from './load.ts'
export * from './load-output.ts'
export type { AddOrder } from './memory/add.ts'
export type { LookOrder } from './memory/look.ts'
export * from './memory/outputs.ts'
export type { PromoteOrder } from './memory/promote.ts'
export type { PruneRecordsOrder } from './memory/prune.ts'
export type * from './offer/answer.ts'
export type { Offer } from './offer/offer.ts'
export * from './offer/serve-output.ts'
export { statusText } from './offer/status.ts'
export {
  defaultHits,
  mostHits,
  type OfferedTool,
  offeredTools,
  startPrompt,
  type ToolId,
} from './offer/tools.ts'
export type { DeliveryAnswer, InjectionLabel, OutputSchema } from './output/index.ts'
export * from './packet-outputs.ts'
export * from './past/outputs.ts'
export * from './past/outputs-context.ts'
export * from './past/outputs-report.ts'
export * from './past/outputs-store.ts'
export * from './plugins/outputs.ts'
export * from './propose/outputs.ts'
export type { ProposeOrder } from './propose/propose.ts'
export * from './refresh/outputs.ts'
export type { RefreshOrder } from './refresh/refresh.ts'
export type { EntryDraft } from './scrub/entry.ts'
export * from './scrub/outputs.ts'
export type { Scrubbed, ScrubEvents, ScrubOrder } from './scrub/tools.ts'
export type { TrustLook } from './trust/look.ts'
export * from './trust/outputs.ts'
