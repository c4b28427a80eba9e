import { buildCharacterSet, characterSets } from '../character-sets.ts'
import type { Span } from '../span.ts'
import { parseWordSet } from '../word-set.ts'
import { isLetterBeyondAscii } from './number-edges.ts'

const localSet = buildCharacterSet(`${characterSets.alnum}._%+-`)
const domainSet = buildCharacterSet(`${characterSets.alnum}.-`)
const maxDomainLength = 253

/** Accounts of services and not of people: `git@host:path` is a location. */
const serviceAccounts = new Set(['git', 'hg', 'svn'])
/** File extensions that look like top-level domains: `icon@2x.png`, `getty@tty1.service`. */
const fileEndings = parseWordSet(
  'avif bmp cjs conf cpp css csv cts exe gif gz html ico icns ini jar jpeg jpg js json jsonl jsx lock log mjs mount ' +
    'mts pdf png rb scope scss service slice socket svg tar target tgz timer toml ts tsx txt vue webp whl woff xml yaml yml',
)

/** Finds addresses of people, but not versions (`name@1.2.3`), locations (`git@host:path`) or the user-info of a URL. */
export function findEmailAddresses(text: string): Span[] {
  const spans: Span[] = []
  const inUserInfo = createUserInfoCheck(text)
  const isPlace = createPlaceCheck(text)
  let from = 0
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const start = findLocalStart(text, at, from)
    const end = findDomainEnd(text, at + 1)
    if (start === at || end === at + 1 || inUserInfo(at)) continue
    if (serviceAccounts.has(text.slice(start, at)) || isPlace(end)) continue
    spans.push({ start, end })
    from = end
  }
  return spans
}

/** Finds the beginning of the part before the @; the position of the @ if there is none. */
function findLocalStart(text: string, at: number, from: number): number {
  let start = at
  while (start > from && isLocal(text.charCodeAt(start - 1))) start--
  while (start < at && '.%+-'.includes(text[start]!)) start++
  return text[at - 1] === '.' ? at : start
}

function isLocal(code: number): boolean {
  return localSet[code] === 1 || isLetterBeyondAscii(code)
}

/** Finds the end of the domain; its beginning if it is not a domain. */
function findDomainEnd(text: string, from: number): number {
  let end = from
  const stop = Math.min(text.length, from + maxDomainLength + 1)
  while (end < stop && (domainSet[text.charCodeAt(end)] === 1 || isLetterBeyondAscii(text.charCodeAt(end))))
    end++
  return end - from > maxDomainLength ? from : from + measureDomain(text.slice(from, end))
}

/** Measures the domain at the beginning of a run of domain characters. A number can follow it after a dot or a dash. */
function measureDomain(run: string): number {
  let end = run.length
  while (end > 0 && '.-'.includes(run[end - 1]!)) end--
  if (isDomain(run.slice(0, end))) return end
  const numbers = [...run.matchAll(/[.-]+[^.-]*\d/g)]
  return numbers.findLast(({ index }) => isDomain(run.slice(0, index)))?.index ?? 0
}

function isDomain(domain: string): boolean {
  const labels = domain.split('.')
  if (labels.length < 2 || labels.some((label) => label === '' || label.startsWith('-'))) return false
  const [first = '', second = ''] = labels
  if (/^v?\d+$/.test(first) && /^\d/.test(second)) return false
  // `icon@2x.png` is an image for high-resolution screens.
  if (/^[1-4]x$/.test(first)) return false
  const last = labels.at(-1)!
  return /^(?:\p{L}{2,24}|xn--[a-z0-9-]{1,59})$/iu.test(last) && !fileEndings.has(last.toLowerCase())
}

const endsUserInfo = buildCharacterSet(' \t\r\n/?#"\'<>')

/** Creates a check whether an @ is between `://` and the host. Call it for positions from left to right. */
function createUserInfoCheck(text: string): (at: number) => boolean {
  let start = text.indexOf('://')
  let end = start
  return (at) => {
    while (start !== -1 && start < at) {
      if (end <= start) end = findFirst(text, start + 3, endsUserInfo)
      if (at < end) return true
      start = text.indexOf('://', Math.max(start + 3, end - 1))
      end = start
    }
    return false
  }
}

const endsPath = buildCharacterSet(' \t\r\n/["\'`<>')

/** Creates a check whether a path follows an address, as in `:path/to` or `:~`. Call it for positions from left to right. */
function createPlaceCheck(text: string): (end: number) => boolean {
  let stop = -1
  return (end) => {
    if (text[end] !== ':' || text.startsWith('//', end + 1)) return false
    if (text[end + 1] === '~') return true
    if (stop <= end) stop = findFirst(text, end + 1, endsPath)
    // A marker can replace a slash: a number such as 030/23125000 is redacted with its slash.
    return text[stop] === '/' || text[stop] === '['
  }
}

function findFirst(text: string, from: number, set: Uint8Array): number {
  let at = from
  while (at < text.length && set[text.charCodeAt(at)] !== 1) at++
  return at
}
