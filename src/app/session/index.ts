// Serves a running session: answers its hooks, refreshes it, checks deliveries and writes its journal.

export { describeLoadedFiles, listAgentInstructionFiles } from './hook/agent-instruction-files.ts'
export { computeDeadline, type HookDeadline, makeDeadlineRefusal } from './hook/deadline.ts'
export type { HookCall, HookResult } from './hook/hook-deps.ts'
export { emptyHookInput, type HookInput, parseHookInput } from './hook/hook-input.ts'
export { formatHookFailure, formatHookNotice, toOneLine } from './hook/hook-notice.ts'
export { computeChannelLimit, formatSinglePart, type OutputPart } from './hook/split-packet.ts'
export { judgeInjections } from './record-delivery.ts'
export { refreshSession } from './refresh/refresh.ts'
export { type RefreshResult, refreshOutput } from './refresh/refresh-output.ts'
export { type SessionsResult, sessionsOutput } from './refresh/sessions.ts'
