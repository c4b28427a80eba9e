// Replaces secrets; finds invisible text (hidden); keeps prohibited classes out (prohibited).

export { tokenFormats } from './formats/index.ts'
export { findHidden } from './hidden/find-hidden.ts'
export { hiddenKinds } from './hidden/hidden-kinds.ts'
export {
  createKnownValueRule,
  listSecretParts,
  listSettingSecrets,
  parseEnvFile,
} from './known/known-value-rule.ts'
export { builtInClasses, collectPatterns, listProhibitedClasses } from './prohibited/prohibited-classes.ts'
export { dropEntry, isSafeName, makeSafe, makeSafeEntry, type SafeEntry } from './prohibited/safe-entry.ts'
export {
  createSanitiser,
  type Sanitised,
  type Sanitiser,
  type SanitisingAction,
} from './prohibited/sanitise.ts'
export { type RuleSet, redactionRules, ruleSets, selectRules, structureRules } from './redaction-rules.ts'
export {
  createRedactor,
  type Redacted,
  type RedactionHit,
  type Redactor,
  redact,
  splitRedactedLines,
} from './redactor.ts'
export { type OutsideRule, RedactionFailure, type RuleId, type Span } from './span.ts'
