import { createHmac, randomBytes } from 'node:crypto'

/** Tells the findings of a file apart. A million values share each one, so it confirms no guess. */
const digits = 5

export function makeSalt(): string {
  return randomBytes(16).toString('hex')
}

export function makeKeyedFingerprint(salt: string): (value: string) => string {
  return (value) => createHmac('sha256', salt).update(value).digest('hex').slice(0, digits)
}
