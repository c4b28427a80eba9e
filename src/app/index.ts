// The use cases. Each is a function of what it needs from outside; none knows which surface called it.
export type { LogQuery, LogRow, Project } from '../ports/index.ts'
export type { ListAnswer, ListedAddress } from './addresses/list.ts'
export type { ReadAnswer } from './addresses/read.ts'
export type { Command, CommandOption } from './commands/index.ts'
export { commands } from './commands/index.ts'
export type { Compiled } from './compile.ts'
export type { DispatchEvent, DispatchOrder, RunReport } from './dispatch.ts'
export { programAgent, wordsOf } from './dispatch-command.ts'
export type * from './doctor/answer.ts'
export type { DoctorOrder } from './doctor/doctor.ts'
export { type Deadline, deadlineFor, tooLate } from './hook/deadline.ts'
export { type HookInput, inputOf, noInput } from './hook/input.ts'
export { failurePrint, noticeOf, oneLine } from './hook/notice.ts'
export type { HookAnswer, HookOrder } from './hook/tools.ts'
export type { Part } from './hook/values.ts'
export type { Placed } from './init.ts'
export type { Injected, InjectOrder } from './inject.ts'
export type * from './install/answer.ts'
export type { InstallOrder } from './install/install.ts'
export type { KnowledgeAnswer, KnowledgeEntry, KnowledgeOrder } from './knowledge/answer.ts'
export type * from './offer/answer.ts'
export type { Offer } from './offer/offer.ts'
export { statusText } from './offer/status.ts'
export {
  defaultHits,
  mostHits,
  type OfferedTool,
  offeredTools,
  startPrompt,
  type ToolId,
} from './offer/tools.ts'
export type * from './past/answers.ts'
export type * from './past/answers-context.ts'
export type * from './past/answers-store.ts'
export type { ListedPlugin, PluginsAnswer } from './plugins/list.ts'
export type { Proposal, ProposeOrder } from './propose/propose.ts'
export type { RefreshAnswer, SessionsAnswer } from './refresh/answer.ts'
export type { RefreshOrder } from './refresh/refresh.ts'
export type { AllowedFinding, ScrubAnswer, ScrubFinding } from './scrub/answer.ts'
export type { EntryDraft } from './scrub/entry.ts'
export type { Scrubbed, ScrubEvents, ScrubOrder } from './scrub/tools.ts'
export type { TrustAnswer, TrustedProjects, TrustLook, TrustRevoked } from './trust/look.ts'
