// Replaces secret text before any other step sees it. Linear in the text; nothing it has seen outlives it.

export { tokenFormats } from './formats/index.ts'
export { type HiddenKind, hiddenKinds } from './hidden/hidden-kinds.ts'
export { knownRule, parseEnvFile, secretPartsOf, secretsOf } from './known/known-value-rule.ts'
export { applied } from './plain-text.ts'
export {
  builtInClasses,
  type ProhibitedClass,
  patternsOf,
  prohibitedClasses,
} from './prohibited/prohibited-classes.ts'
export { droppedEntry, isSayable, type SafeEntry, safeEntry, sayable } from './prohibited/safe-entry.ts'
export { type Sanitised, type Sanitiser, type SanitisingAction, sanitiserOf } from './prohibited/sanitise.ts'
export type { RuleSet } from './redaction-rules.ts'
export { redactionRules, ruleSets, rulesFor, structureRules } from './redaction-rules.ts'
export type { Redacted, RedactionHit, Redactor, RedactorOptions } from './redactor.ts'
export { redact, redactedLines, redactorOf } from './redactor.ts'
export type { OutsideRule, RuleId, Span } from './span.ts'
export { RedactionFailure } from './span.ts'
