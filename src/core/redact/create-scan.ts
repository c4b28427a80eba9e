import { buildCharacterSet, characterSets } from './character-sets.ts'
import { extendOverContinuedLine } from './continued-line.ts'
import { type EncodedText, findEncodedRun, findEscapedTexts } from './encoded-text.ts'
import type { Finding, Span } from './span.ts'
import { findAssignedValues } from './structures/assigned-values.ts'
import { findBasicCredentials, findCommandCredentials, findNetrcPasswords } from './structures/credentials.ts'
import { findElementValues } from './structures/element-values.ts'
import { findKubernetesSecrets } from './structures/kubernetes-secrets.ts'
import { createNameJudge, type NameJudge } from './structures/name-judge.ts'
import { findNamedRun } from './structures/named-run.ts'
import { findPasswordHashes } from './structures/password-hashes.ts'
import { findPasswordSentences } from './structures/password-sentences.ts'
import { findPrivateBlocks } from './structures/private-blocks.ts'
import { findUrlCredentials } from './structures/url-credentials.ts'
import { minRunLength } from './tokens/token.ts'
import { TokenRows } from './tokens/token-rows.ts'
import { TokenSearch } from './tokens/token-search.ts'
import { isCurveKey, matchBotToken, matchWebToken, matchWebTokenAfterWord } from './tokens/web-token.ts'

type Find = (text: string, gapAt: number | undefined, names: NameJudge) => readonly Span[]

/** Rules that find a secret by the text around it. */
const structures: readonly (readonly [rule: string, find: Find])[] = [
  ['private-key', findPrivateBlocks],
  ['url-credentials', findUrlCredentials],
  ['basic-credentials', findBasicCredentials],
  ['command-credentials', findCommandCredentials],
  ['netrc-password', findNetrcPasswords],
  ['password-hash', findPasswordHashes],
  ['kubernetes-secret', findKubernetesSecrets],
  ['assigned-secret', (text, _, names) => findAssignedValues(text, names)],
  ['assigned-secret', findElementValues],
  ['assigned-secret', findPasswordSentences],
]

export type Scan = (text: string, gapAt?: number) => Finding[]

/** Creates a scan with the selected rules of the default set. */
export function createScan(rules: ReadonlySet<string>): Scan {
  const scan = createPlainScanner(rules)
  const plain: Scan = (text, gapAt) => scan(text, gapAt, null)
  if (!rules.has('encoded-secret')) return plain
  return (text, gapAt) => {
    const candidates = findEscapedTexts(text)
    const found = scan(text, gapAt, candidates)
    for (const finding of findInDecoded(candidates, plain)) found.push(finding)
    return found
  }
}

/** Finds secrets in decoded pieces. All are scanned at once, because each scan has a start-up cost. */
function findInDecoded(candidates: readonly EncodedText[], plain: Scan): Finding[] {
  if (candidates.length === 0) return []
  const ends: number[] = []
  let length = 0
  for (const candidate of candidates) {
    length += candidate.plain.length + textSeparator.length
    ends.push(length)
  }
  const hit = new Set<EncodedText>()
  let next = 0
  for (const { start } of plain(candidates.map((candidate) => candidate.plain).join(textSeparator)).sort(
    compareStart,
  )) {
    while (start >= ends[next]!) next++
    hit.add(candidates[next]!)
  }
  return [...hit].map(({ start, end }) => ({ rule: 'encoded-secret', start, end }))
}

/** A separator that no rule matches across. */
export const textSeparator = '\n\n;\n\n'

function compareStart(a: Span, b: Span): number {
  return a.start - b.start
}

/** Creates a scan that applies each structure rule, then visits every run. It adds runs that may be base64 to the candidates. */
function createPlainScanner(rules: ReadonlySet<string>) {
  const rows = new TokenRows(rules)
  const names = createNameJudge()
  const selected = structures.filter(([rule]) => rules.has(rule)).map(([rule, find]) => ({ rule, find }))
  const webTokens = rules.has('json-web-token')
  const botTokens = rules.has('discord-bot-token')
  const curveKeys = rules.has('curve-private-key')
  const assigned = rules.has('assigned-secret')

  function visit(tokens: TokenSearch, text: string, { start, end }: Span, found: Finding[]): void {
    const before = found.length
    const token = webTokens ? (matchWebToken(text, start) ?? matchWebTokenAfterWord(text, start)) : null
    const bot = botTokens ? matchBotToken(text, start, end) : null
    if (token !== null) found.push({ rule: 'json-web-token', ...token, open: true })
    else if (bot !== null) found.push({ rule: 'discord-bot-token', ...bot })
    else if (curveKeys && isCurveKey(text, start, end)) found.push({ rule: 'curve-private-key', start, end })
    else tokens.findInRun({ start, end }, found)
    if (!assigned || found.slice(before).some((finding) => finding.start <= start)) return
    const span = findNamedRun(text, { start, end }, names)
    if (span !== null) found.push({ rule: 'assigned-secret', ...span, open: true })
  }

  return (text: string, gapAt: number | undefined, candidates: EncodedText[] | null): Finding[] => {
    const found: Finding[] = []
    const tokens = new TokenSearch(rows, text)
    for (const { rule, find } of selected) {
      for (const { start, end } of find(text, gapAt, names))
        found.push({ rule, start, end, open: rule === 'assigned-secret' })
    }
    visitRuns(text, (start, end, digits) => {
      // Names are runs too, and most have neither a digit nor more letters than a word.
      if (!digits && end - start < maxNameLength) return tokens.findInRun({ start, end }, found)
      visit(tokens, text, { start, end }, found)
      const candidate = candidates === null ? null : findEncodedRun(text, start, end)
      if (candidate !== null) candidates?.push(candidate)
    })
    tokens.findAnchors(found)
    const starts = new Set(found.map((finding) => finding.start))
    for (const [i, finding] of found.entries()) found[i] = extendOverContinuedLine(text, finding, starts)
    return found
  }
}

/** A shorter run without a digit can only be a token: it is too much like a word for every other rule. */
const maxNameLength = 18
/** 1: a letter, `_` or `-`; 2: a digit. */
const kinds = buildKinds()

function buildKinds(): Uint8Array {
  const kinds = new Uint8Array(65536)
  kinds.set(buildCharacterSet(characterSets.base64url))
  kinds.fill(2, 48, 58)
  return kinds
}

/**
 * Reads a window as wide as the shortest run from its last character back to a break, and then continues after that break. So most
 * of a text is not read. A window begins after a break, so a window without a break is the beginning of a run.
 */
function visitRuns(text: string, visit: (start: number, end: number, digits: boolean) => void): void {
  const { length } = text
  let start = 0
  while (start + minRunLength <= length) {
    let last = start + minRunLength - 1
    while (last >= start && kinds[text.charCodeAt(last)] !== 0) last--
    if (last >= start) {
      start = last + 1
      continue
    }
    let seenKinds = 0
    let end = start
    for (; end < length; end++) {
      const kind = kinds[text.charCodeAt(end)]!
      if (kind === 0) break
      seenKinds |= kind
    }
    visit(start, end, seenKinds > 1)
    start = end + 1
  }
}
