import { characterSet, characterSets } from './character-sets.ts'
import { unwrapped } from './continued-line.ts'
import { type Candidate, encodedRun, escapedTexts } from './encoded-text.ts'
import type { Finding, Span } from './span.ts'
import { assignedValues } from './structures/assigned-values.ts'
import { basicCredentials, commandCredentials, netrcPasswords } from './structures/credentials.ts'
import { elementValues } from './structures/element-values.ts'
import { kubernetesSecrets } from './structures/kubernetes-secrets.ts'
import { namedRun } from './structures/named-run.ts'
import { passwordHashes } from './structures/password-hashes.ts'
import { toldPasswords } from './structures/password-sentences.ts'
import { privateBlocks } from './structures/private-blocks.ts'
import { createServiceNameCheck } from './structures/service-name.ts'
import { urlCredentials } from './structures/url-credentials.ts'
import { shortestRun } from './tokens/token.ts'
import { TokenRows } from './tokens/token-rows.ts'
import { TokenSearch } from './tokens/token-search.ts'
import { botTokenAt, isCurveKey, webTokenAt, webTokenBehindWord } from './tokens/web-token.ts'

type Find = (text: string, gapAt: number | undefined) => readonly Span[]

/** Rules that look for how a secret stands in a text. */
const structures: readonly (readonly [rule: string, find: Find])[] = [
  ['private-key', privateBlocks],
  ['url-credentials', urlCredentials],
  ['basic-credentials', basicCredentials],
  ['command-credentials', commandCredentials],
  ['netrc-password', netrcPasswords],
  ['password-hash', passwordHashes],
  ['kubernetes-secret', kubernetesSecrets],
  ['assigned-secret', assignedValues],
  ['assigned-secret', elementValues],
  ['assigned-secret', toldPasswords],
]

export type Scan = (text: string, gapAt?: number) => Finding[]

/** Finds what the rules of the default set find, as far as they are asked for. */
export function scanner(rules: ReadonlySet<string>): Scan {
  const scan = plainScanner(rules)
  const plain: Scan = (text, gapAt) => scan(text, gapAt, null)
  if (!rules.has('encoded-secret')) return plain
  return (text, gapAt) => {
    const candidates = escapedTexts(text)
    const found = scan(text, gapAt, candidates)
    for (const one of revealed(candidates, plain)) found.push(one)
    return found
  }
}

/** What shows when other spellings are undone: all of them in one go, because a scan costs something to begin. */
function revealed(candidates: readonly Candidate[], plain: Scan): Finding[] {
  if (candidates.length === 0) return []
  const ends: number[] = []
  let length = 0
  for (const candidate of candidates) {
    length += candidate.plain.length + between.length
    ends.push(length)
  }
  const hit = new Set<Candidate>()
  let next = 0
  for (const { start } of plain(candidates.map((one) => one.plain).join(between)).sort(byStart)) {
    while (start >= ends[next]!) next++
    hit.add(candidates[next]!)
  }
  return [...hit].map(({ start, end }) => ({ rule: 'encoded-secret', start, end }))
}

/** Nothing that our rules look for goes on behind it. */
export const between = '\n\n;\n\n'

function byStart(a: Span, b: Span): number {
  return a.start - b.start
}

/** Each structure, and one walk from run to run. Runs that may be base64 are handed on. */
function plainScanner(rules: ReadonlySet<string>) {
  const rows = new TokenRows(rules)
  const isServiceName = createServiceNameCheck()
  const asked = structures.filter(([rule]) => rules.has(rule)).map(([rule, find]) => ({ rule, find }))
  const webTokens = rules.has('json-web-token')
  const botTokens = rules.has('discord-bot-token')
  const curveKeys = rules.has('curve-private-key')
  const assigned = rules.has('assigned-secret')

  function visit(tokens: TokenSearch, text: string, { start, end }: Span, found: Finding[]): void {
    const before = found.length
    const token = webTokens ? (webTokenAt(text, start) ?? webTokenBehindWord(text, start)) : null
    const bot = botTokens ? botTokenAt(text, start, end) : null
    if (token !== null) found.push({ rule: 'json-web-token', ...token, open: true })
    else if (bot !== null) found.push({ rule: 'discord-bot-token', ...bot })
    else if (curveKeys && isCurveKey(text, start, end)) found.push({ rule: 'curve-private-key', start, end })
    else tokens.findInRun({ start, end }, found)
    if (!assigned || found.slice(before).some((one) => one.start <= start)) return
    const span = namedRun(text, { start, end }, isServiceName)
    if (span !== null) found.push({ rule: 'assigned-secret', ...span, open: true })
  }

  return (text: string, gapAt: number | undefined, candidates: Candidate[] | null): Finding[] => {
    const found: Finding[] = []
    const tokens = new TokenSearch(rows, text)
    for (const { rule, find } of asked) {
      for (const { start, end } of find(text, gapAt))
        found.push({ rule, start, end, open: rule === 'assigned-secret' })
    }
    eachRun(text, (start, end, digits) => {
      // Names are runs too, and most have neither a digit nor more letters than a word.
      if (!digits && end - start < longestName) return tokens.findInRun({ start, end }, found)
      visit(tokens, text, { start, end }, found)
      const candidate = candidates === null ? null : encodedRun(text, start, end)
      if (candidate !== null) candidates?.push(candidate)
    })
    tokens.findAnchors(found)
    const starts = new Set(found.map((one) => one.start))
    for (const [i, one] of found.entries()) found[i] = unwrapped(text, one, starts)
    return found
  }
}

/** Without a digit, a run from here on may be more than a token. */
const longestName = 18
/** 1: a letter, `_` or `-`; 2: a digit. */
const kinds = kindsOf()

function kindsOf(): Uint8Array {
  const kinds = new Uint8Array(65536)
  kinds.set(characterSet(characterSets.base64url))
  kinds.fill(2, 48, 58)
  return kinds
}

/**
 * Looks at the last character of a window that is as wide as the shortest run, then back to what breaks it: most of a text
 * is not looked at. A window begins behind a break, so one without any is the beginning of a run.
 */
function eachRun(text: string, visit: (start: number, end: number, digits: boolean) => void): void {
  const { length } = text
  let start = 0
  while (start + shortestRun <= length) {
    let last = start + shortestRun - 1
    while (last >= start && kinds[text.charCodeAt(last)] !== 0) last--
    if (last >= start) {
      start = last + 1
      continue
    }
    let seen = 0
    let end = start
    for (; end < length; end++) {
      const kind = kinds[text.charCodeAt(end)]!
      if (kind === 0) break
      seen |= kind
    }
    visit(start, end, seen > 1)
    start = end + 1
  }
}
