// The values every other room speaks of. Nothing here decides anything.

export { assertNever } from './assert-never.ts'
export { describeIssue } from './describe-issue.ts'
export { fingerprint } from './fingerprint.ts'
export type { Line } from './line.ts'
export { joinLines, trimBlank } from './line.ts'
export type { Found, Gap, Observation, UnavailableReason } from './observation.ts'
export { sourceLine } from './observation.ts'
export { parseJson } from './parse-json.ts'
export { literalGlob, nameOf, stemOf } from './path.ts'
export { isPlain } from './plain.ts'
export { namesServer, serverOf } from './server.ts'
export {
  counted,
  digits,
  fewOfAKind,
  hasForm,
  isAscii,
  isMadeOf,
  lengthIn,
  letters,
  listOf,
  lowerHex,
  reasonOf,
  utf8Length,
} from './text.ts'
export { calendarDate, epochDay, epochMillis, isoTime } from './time.ts'
export type { Diagnostic, RefusalCode } from './trouble.ts'
export { diagnostic, diagnosticCodes, Refusal, refusalCodes, StoreFailure } from './trouble.ts'
