import { createHmac, randomBytes } from 'node:crypto'

/** Five digits distinguish the findings of a file. Each fingerprint fits a million values, so it cannot confirm a guess. */
const digits = 5

export function makeSalt(): string {
  return randomBytes(16).toString('hex')
}

export function makeKeyedFingerprint(salt: string): (value: string) => string {
  return (value) => createHmac('sha256', salt).update(value).digest('hex').slice(0, digits)
}
