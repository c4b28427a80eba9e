// The operator's files about findings: what is allowed, with reasons, and what is known. Neither holds a secret. The list is read by allow.ts, which loads a parser.
export { readBaseline, writeBaseline } from './baseline.ts'
export { makeKeyedFingerprint, makeSalt } from './fingerprint.ts'
