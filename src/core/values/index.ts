// The values every other room speaks of. Nothing here decides anything.

export { assertNever } from './assert-never.ts'
export { describeIssue } from './describe-issue.ts'
export { computeFingerprint } from './fingerprint.ts'
export type { SourceLine } from './line.ts'
export { joinLines, trimBlankLines } from './line.ts'
export type { Found, Observation, ReadGap, UnavailableReason } from './observation.ts'
export { mapToSourceLine } from './observation.ts'
export { parseJson } from './parse-json.ts'
export { escapeGlob, getBaseName, getStem } from './path.ts'
export { isPlain } from './plain.ts'
export { isServerUrl, redactServerUrl } from './server.ts'
export {
  consistsOf,
  digits,
  fewOfAKind,
  formatCount,
  formatList,
  getErrorMessage,
  isAscii,
  letters,
  lowerHex,
  matchesForm,
  measureLength,
  utf8Length,
} from './text.ts'
export { calendarDate, epochDay, epochMillis, isoTime } from './time.ts'
export type { Diagnostic, RefusalCode } from './trouble.ts'
export { diagnosticCodes, makeDiagnostic, Refusal, refusalCodes, StoreFailure } from './trouble.ts'
