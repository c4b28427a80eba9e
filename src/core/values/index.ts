// Lines, names, observations, diagnostics, refusals, dates and JSON templates.

export { assertNever } from './assert-never.ts'
export { escapeGlob, getBaseName, getStem } from './base-name.ts'
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
  type FoundSource,
  mapToSourceLine,
  type Observation,
  type ReadGap,
  type UnavailableReason,
} from './observation.ts'
export { parseJson } from './parse-json.ts'
export { isPlainObject } from './plain-object.ts'
export { isServerUrl, redactServerUrl } from './server-url.ts'
export {
  asciiLetters,
  countUtf8Bytes,
  decimalDigits,
  formatCount,
  getErrorMessage,
  hasOnlyCharacters,
  isAscii,
  limitPerKind,
  lowerHexDigits,
  matchesForm,
  measureTextLength,
  toList,
} from './text.ts'
export { findCalendarDate, formatIsoTime, parseEpochDay, parseEpochMillis } from './time.ts'
export { getValueAt, matchesAll } from './value-at.ts'
