// Replaces secret text before any other step sees it. Linear in the text, no regular expression, no dictionary.
export type { Redacted, RedactionHit, RuleId } from './redact.ts'
export { redact, redactedLines, redactionRules, rulesFor } from './redact.ts'
