// Replaces secret text before any other step sees it. Linear in the text; nothing it has seen outlives it.

export { tokenFormats } from './formats/index.ts'
export { knownRule, parseEnvFile, secretPartsOf, secretsOf } from './known.ts'
export { applied } from './plain.ts'
export type { Redacted, RedactionHit, Redactor, RedactorOptions } from './redactor.ts'
export { redact, redactedLines, redactorOf } from './redactor.ts'
export type { RuleSet } from './rules.ts'
export { redactionRules, ruleSets, rulesFor, structureRules } from './rules.ts'
export type { OutsideRule, RuleId, Span } from './span.ts'
export { RedactionFailure } from './span.ts'
