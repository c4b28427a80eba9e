// Replaces secret text before any other step sees it. Linear in the text; nothing it has seen outlives it.

export { tokenFormats } from './formats/index.ts'
export { type HiddenKind, hiddenKinds } from './hidden/hidden-kinds.ts'
export {
  createKnownValueRule,
  listSecretParts,
  listSettingSecrets,
  parseEnvFile,
} from './known/known-value-rule.ts'
export {
  builtInClasses,
  collectPatterns,
  listProhibitedClasses,
  type ProhibitedClass,
} from './prohibited/prohibited-classes.ts'
export { dropEntry, isSafeName, makeSafe, makeSafeEntry, type SafeEntry } from './prohibited/safe-entry.ts'
export {
  createSanitiser,
  type Sanitised,
  type Sanitiser,
  type SanitisingAction,
} from './prohibited/sanitise.ts'
export type { RuleSet } from './redaction-rules.ts'
export { redactionRules, ruleSets, selectRules, structureRules } from './redaction-rules.ts'
export type { Redacted, RedactionHit, Redactor, RedactorOptions } from './redactor.ts'
export { createRedactor, redact, splitRedactedLines } from './redactor.ts'
export type { OutsideRule, RuleId, Span } from './span.ts'
export { RedactionFailure } from './span.ts'
