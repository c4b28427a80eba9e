import type { Account } from '../../core/receipt/index.ts'
import { parseJson, Refusal } from '../../core/values/index.ts'

// Checked by hand instead of by zod, because a hook that judges a delivery reads an account and must not load zod.

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const isNumber: Check = (value) => typeof value === 'number'
const isTextOrNothing: Check = (value) => value === null || value === undefined || isText(value)
const isLineRange: Check = (value) => Array.isArray(value) && value.length === 2 && value.every(isNumber)

function listOfEach(check: Check): Check {
  return (value) => Array.isArray(value) && value.every(check)
}

function objectWith(checks: Readonly<Record<string, Check>>): Check {
  return (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(checks).every(([name, check]) => check((value as Record<string, unknown>)[name]))
}

const areSources = listOfEach(objectWith({ path: isText, digest: isText }))

/** The fields that this folder reads. Other fields are shown unchecked. */
const isAccount = objectWith({
  sections: listOfEach(
    objectWith({
      id: isText,
      size: isNumber,
      sent_digest: isText,
      sources: areSources,
      reductions: listOfEach(objectWith({ by: isText, why: isText, before: isNumber, after: isNumber })),
      redactions: objectWith({}),
    }),
  ),
  left_out: listOfEach(
    objectWith({
      id: isText,
      reason: isText,
      why: isText,
      source: isTextOrNothing,
      sources: areSources,
      looked: listOfEach(isText),
    }),
  ),
  redaction: objectWith({ by_rule: objectWith({}) }),
  diagnostics: listOfEach(objectWith({ code: isText, detail: isText })),
  map: listOfEach(
    objectWith({ start: isNumber, end: isNumber, section: isText, source: isText, lines: isLineRange }),
  ),
})

/** Parses an account from a store. Its digest was checked, but its author may have written anything. */
export function parseAccount(content: string, injectionId: string): Account {
  const account = parseJson(content)
  if (isAccount(account)) return account as Account
  throw new Refusal('not-verified', `The account of ${injectionId} lacks a field that every account has.`)
}
