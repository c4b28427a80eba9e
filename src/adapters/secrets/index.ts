// Values of .env files and of named variables, patterns of a manifest (patterns), allow-list and baseline of scrub (findings).

export { readBaseline, writeBaseline } from './findings/baseline.ts'
export { makeKeyedFingerprint, makeSalt } from './findings/fingerprint.ts'
export { readKnownSecrets } from './known-secrets.ts'
export { openMessageSearch } from './patterns/message-search.ts'
export { findPatternProblem, patternFix } from './patterns/pattern-problem.ts'
