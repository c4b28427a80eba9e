// Lines, names, observations, diagnostics, refusals, dates and JSON templates.

export { assertNever } from './assert-never.ts'
export { describeIssue } from './describe-issue.ts'
export {
  type Diagnostic,
  diagnosticCodes,
  makeDiagnostic,
  Refusal,
  type RefusalCode,
  refusalCodes,
  StoreFailure,
} from './diagnostic.ts'
export { fillTemplate, fillTextTemplate } from './fill-template.ts'
export { computeFingerprint } from './fingerprint.ts'
export { joinLines, type SourceLine, trimBlankLines } from './line.ts'
export {
  type Found,
  mapToSourceLine,
  type Observation,
  type ReadGap,
  type UnavailableReason,
} from './observation.ts'
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
export { getValueAt, matchesAll } from './value-at.ts'
