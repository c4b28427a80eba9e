import { measureRandomness } from '../randomness.ts'
import type { Span } from '../span.ts'
import { getNameStrength } from './name-strength.ts'

/** The search for the `@` of user-info stops after this many characters. */
const maxUserInfoLength = 320

/** Finds user and password, or a token, before the host of a URL: `scheme://user:password@host`. */
export function findUrlCredentials(text: string): Span[] {
  const spans: Span[] = []
  for (let at = text.indexOf('://'); at !== -1; at = text.indexOf('://', at + 3)) {
    const start = at + 3
    const host = findUserInfoEnd(text, start)
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
function findUserInfoEnd(text: string, start: number): number {
  const limit = Math.min(text.length, start + maxUserInfoLength)
  let last = -1
  for (let at = start; at < limit; at++) {
    const code = text.charCodeAt(at)
    if (code === 64) last = at
    // Stop at a space, quotes, angle brackets, or at the path after the host.
    else if (code <= 32 || code === 34 || code === 39 || code === 60 || code === 62 || code === 96) break
    else if (code === 47 || code === 63 || code === 35) break
  }
  return last
}

function isPassword(value: string, host: string): boolean {
  if (value.length < 3 || value.includes('[REDACTED') || value.includes('/')) return false
  if (/^(?:[$%<{*[]|\.\.\.)/.test(value) || /\$\{|\{\{/.test(value)) return false
  return !isStandIn(value) || (value.length > 4 && isRealHost(host))
}

/** Whether a value stands in for a password in documentation: `password`, `xyz`, `xxxxxxxx`. The name of a secret is not a password. */
function isStandIn(value: string): boolean {
  return (
    /^(.)\1*$|^[a-z]{1,4}$/i.test(value) || (/^[a-z_-]+$/i.test(value) && getNameStrength(value) !== 'none')
  )
}

/** Whether a host has a domain that is not reserved for documentation and tests. */
function isRealHost(text: string): boolean {
  const host = /^[\w.-]*/.exec(text)![0].toLowerCase()
  return (
    /[a-z0-9]\.[a-z]{2,}$/.test(host) &&
    !/(?:^|\.)(?:example(?:\.\w+)?|test|invalid|localhost|local)$/.test(host)
  )
}
