import { looksLikePlaceholder } from '../placeholder.ts'
import { measureRandomness } from '../randomness.ts'
import type { Span } from '../span.ts'
import { decodeBase64 } from '../tokens/web-token.ts'

// Credentials in HTTP headers, on command lines and in .netrc.

const maxLength = 4096

/** Finds `Authorization: Basic …`: a user and a password in base64. */
export function findBasicCredentials(text: string): Span[] {
  const spans: Span[] = []
  for (const word of ['Basic ', 'basic ']) {
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) {
      const start = at + word.length
      const end = findCredentialEnd(text, start, false)
      const plain = end - start >= 8 ? decodeBase64(text.slice(start, end)) : null
      if (plain !== null && /^[\x20-\x7e\x80-\xff]+$/.test(plain) && plain.includes(':'))
        spans.push({ start, end })
    }
  }
  return spans
}

/** Finds `curl -u user:password` and `--user user:password`. */
export function findCommandCredentials(text: string): Span[] {
  const spans: Span[] = []
  for (let at = text.indexOf('-u'); at !== -1; at = text.indexOf('-u', at + 2)) {
    const flag = /^-u(?:ser[ =]| )/.exec(text.slice(at, at + 6))
    if (flag === null || (flag[0] === '-u ' && /\w/.test(text[at - 1] ?? ''))) continue
    const opened = isQuote(text[at + flag[0].length])
    const start = at + flag[0].length + (opened ? 1 : 0)
    const end = findCredentialEnd(text, start, true)
    const colonAndQuote = text[end - 1] === ':' && isQuote(text[end])
    // `--user name:'password'`
    const span =
      colonAndQuote && !opened
        ? findQuotedPassword(text, end)
        : findUserAndPassword(text.slice(start, end), start)
    if (span === null) continue
    // `-u 'key:'` is redacted with its quotes, because the quotes contain nothing else.
    spans.push(colonAndQuote && opened ? { start: start - 1, end: end + 1 } : span)
  }
  return spans
}

/** Finds `machine … login … password …`, as in .netrc. */
export function findNetrcPasswords(text: string): Span[] {
  const spans: Span[] = []
  if (!text.includes('login')) return spans
  for (const match of text.matchAll(/\blogin\s{1,8}\S{1,80}\s{1,8}password\s{1,8}(?=\S)/g)) {
    const start = match.index + match[0].length
    const end = start + (/^[^\s]{1,200}/.exec(text.slice(start, start + 200))?.[0].length ?? 0)
    const value = text.slice(start, end)
    if (value.length >= 4 && !/^[<$%{[]/.test(value)) spans.push({ start, end })
  }
  return spans
}

function isCredential(code: number, flag: boolean): boolean {
  if (code <= 32 || code === 34 || code === 39 || code === 96 || code >= 127) return false
  return (
    flag ||
    (code !== 44 &&
      code !== 59 &&
      code !== 60 &&
      code !== 62 &&
      code !== 92 &&
      code !== 41 &&
      code !== 125 &&
      code !== 93)
  )
}

function isQuote(character: string | undefined): boolean {
  return character === '"' || character === "'" || character === '`'
}

function findCredentialEnd(text: string, start: number, flag: boolean): number {
  const limit = Math.min(text.length, start + maxLength)
  let end = start
  while (end < limit && isCredential(text.charCodeAt(end), flag)) end++
  return end
}

/** Finds the password in the quotes that open at `quote`. A shell expands nothing in single quotes, so `$` is part of the password there. */
function findQuotedPassword(text: string, quote: number): Span | null {
  const start = quote + 1
  const end = findCredentialEnd(text, start, true)
  const value = text.slice(start, end)
  if (/^[$<{%]/.test(value) || (text[quote] !== "'" && /[$<{%]/.test(value))) return null
  return value.length >= 3 && !looksLikePlaceholder(value) ? { start, end } : null
}

/** Finds the password of `user:password`, with the user if the user looks random too. */
function findUserAndPassword(value: string, start: number): Span | null {
  const colon = value.indexOf(':')
  if (colon === -1 || /[$<{%]/.test(value)) return null
  const [user, password] = [value.slice(0, colon), value.slice(colon + 1)]
  if (password.startsWith('/')) return null
  if (isRandomUser(user)) return { start, end: start + value.length }
  if (password === '' || /^["']?$/.test(password))
    return user.length >= 8 && /\d/.test(user) ? { start, end: start + value.length } : null
  return password.length >= 3 && !looksLikePlaceholder(password)
    ? { start: start + colon + 1, end: start + value.length }
    : null
}

function isRandomUser(user: string): boolean {
  return user.length >= 12 && /\d/.test(user) && measureRandomness(user) > 0
}
