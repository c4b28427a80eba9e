import type { Account } from '../../core/ledger/index.ts'
import { Refusal } from '../../core/values/index.ts'

type Check = (value: unknown) => boolean

const text: Check = (value) => typeof value === 'string'
const number: Check = (value) => typeof value === 'number'
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || value === undefined || check(value)
const list =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)
const pair: Check = (value) => Array.isArray(value) && value.length === 2 && value.every(number)
const object =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(checks).every(([name, check]) => check((value as Record<string, unknown>)[name]))

/** What those who ask about the past rely on; the rest is shown as it is. */
const isAccount = object({
  sections: list(
    object({
      id: text,
      size: number,
      sent_digest: text,
      sources: list(object({ path: text, digest: text })),
      reductions: list(object({ by: text, why: text, before: number, after: number })),
      redactions: object({}),
    }),
  ),
  left_out: list(
    object({
      id: text,
      reason: text,
      why: text,
      source: orNull(text),
      sources: list(object({ path: text, digest: text })),
      looked: list(text),
    }),
  ),
  redaction: object({ by_rule: object({}) }),
  diagnostics: list(object({ code: text, detail: text })),
  map: list(object({ start: number, end: number, section: text, source: text, lines: pair })),
})

/** An account from a store, whose digest was checked. Whoever wrote it may have written anything. */
export function accountFrom(content: string, injectionId: string): Account {
  const account = parsed(content)
  if (isAccount(account)) return account as Account
  throw new Refusal('not-verified', `The account of ${injectionId} is none: it lacks what every account has.`)
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return null
  }
}
