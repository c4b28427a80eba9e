import { createLiteralSearch } from './known/literal-search.ts'
import type { RuleId, Span } from './span.ts'

/** Remembers the secrets that were found, so that each is found everywhere else too. */
export interface SecretRegistry {
  add(value: string, rule: string): void
  find(text: string): (Span & { readonly rule: string })[]
  /** Numbers the secrets of a rule 1, 2, … in the order of their first appearance. */
  assignNumber(value: string, rule: string): number
}

/** Shorter values are often words, so they are redacted only where a rule finds them. */
const minLength = 8

/** Longer values are also found in the middle of other text. */
const minLengthInText = 16

/** Whether no letter or digit is beside a value. */
function isWhole(text: string, start: number, end: number): boolean {
  return !/[A-Za-z0-9]/.test(text[start - 1] ?? '') && !/[A-Za-z0-9]/.test(text[end] ?? '')
}

/** A password may be a word. Removing that word everywhere would damage the text and hide nothing. */
function isWord(value: string): boolean {
  return value.length < minLengthInText && /^[A-Za-z]+$/.test(value)
}

export function createSecretRegistry(): SecretRegistry {
  const rules = new Map<string, string>()
  const numbers = new Map<string, Map<string, number>>()
  let literals: ReturnType<typeof createLiteralSearch> | undefined
  let searched: string[] = []
  return {
    add(value, rule) {
      if (isWord(value) || value.length < minLength || value.length > 4096 || rules.has(value)) return
      rules.set(value, rule)
      literals = undefined
    },
    find(text) {
      if (rules.size === 0) return []
      if (literals === undefined) {
        searched = [...rules.keys()]
        literals = createLiteralSearch(searched)
      }
      return literals
        .find(text)
        .filter(({ start, end }) => end - start >= minLengthInText || isWhole(text, start, end))
        .map(({ start, end, value }) => ({ start, end, rule: rules.get(searched[value]!)! }))
    },
    assignNumber(value, rule) {
      const own = numbers.get(rule) ?? new Map<string, number>()
      const number = own.get(value) ?? own.size + 1
      numbers.set(rule, own.set(value, number))
      return number
    },
  }
}

/** A secret and its parts that are secret by themselves: the password without its user, the line that a value continues. */
export function splitSecret(value: string, rule: RuleId): string[] {
  const colon = rule === 'url-credentials' ? value.indexOf(':') : -1
  const line = value.indexOf('\n')
  return [
    value,
    ...(colon === -1 ? [] : [value.slice(colon + 1)]),
    ...(line === -1 ? [] : [value.slice(0, line)]),
  ]
}
