import { measureRandomness } from '../randomness.ts'
import type { Span } from '../span.ts'
import { getNameStrength } from './name-strength.ts'

/** User-info is no longer than this; a search for its `@` never goes further. */
const maxUserInfoLength = 320

/** Users with their passwords, and tokens, before the host of an address: `scheme://user:password@host`. */
export function findUrlCredentials(text: string): Span[] {
  const spans: Span[] = []
  for (let at = text.indexOf('://'); at !== -1; at = text.indexOf('://', at + 3)) {
    const start = at + 3
    const host = userInfoEnd(text, start)
    if (host === -1) continue
    const colon = text.indexOf(':', start)
    const userEnd = colon === -1 || colon >= host ? host : colon
    const user = text.slice(start, userEnd)
    const isToken = user.length >= 12 && measureRandomness(user) > 0
    const hasPassword =
      userEnd < host && isPassword(text.slice(userEnd + 1, host), text.slice(host + 1, host + 80))
    if (isToken || hasPassword) spans.push({ start, end: host })
  }
  return spans
}

/** Finds the end of the user-info: the last `@` before the path; -1 if there is none. */
function userInfoEnd(text: string, start: number): number {
  const limit = Math.min(text.length, start + maxUserInfoLength)
  let last = -1
  for (let at = start; at < limit; at++) {
    const code = text.charCodeAt(at)
    if (code === 64) last = at
    // Space, quotes, angle brackets, or the path behind the host.
    else if (code <= 32 || code === 34 || code === 39 || code === 60 || code === 62 || code === 96) break
    else if (code === 47 || code === 63 || code === 35) break
  }
  return last
}

function isPassword(value: string, host: string): boolean {
  if (value.length < 3 || value.includes('[REDACTED') || value.includes('/')) return false
  if (/^(?:[$%<{*[]|\.\.\.)/.test(value) || /\$\{|\{\{/.test(value)) return false
  return !standsForOne(value) || (value.length > 4 && isRealHost(host))
}

/** `password`, `xyz`, `xxxxxxxx`: what documents write where a password would stand. The name of a secret is none. */
function standsForOne(value: string): boolean {
  return (
    /^(.)\1*$|^[a-z]{1,4}$/i.test(value) || (/^[a-z_-]+$/i.test(value) && getNameStrength(value) !== 'none')
  )
}

/** Neither a name without a domain nor one of those that are reserved for documents and tests. */
function isRealHost(text: string): boolean {
  const host = /^[\w.-]*/.exec(text)![0].toLowerCase()
  return (
    /[a-z0-9]\.[a-z]{2,}$/.test(host) &&
    !/(?:^|\.)(?:example(?:\.\w+)?|test|invalid|localhost|local)$/.test(host)
  )
}
