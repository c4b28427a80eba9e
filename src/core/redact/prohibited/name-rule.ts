import type { OutsideRule, Span } from '../span.ts'
import { findPhraseEnd, readBareValue, readQuotedValue, readStrippedValue } from './bare-value.ts'
import { isAmount, isOrdinaryWord, isPlainWord } from './ordinary-word.ts'

/** Closes the quotes of a name or its emphasis in Markdown. */
const closing = '[*_]{0,3}\\\\{0,3}["\'`]?[*_]{0,3}'
const verb = '(?:is|was|are|were|ist|war|est|es|era)'
/** `name: value`, `name = value`, `name was: value` */
const assigning = new RegExp(
  `^${closing}[ \\t]{0,8}(?:${verb}[ \\t]{0,4})?(:=|=>|={1,3}|:)[*_]{0,3}[ \\t]{0,8}`,
  'i',
)
/** `name is value`, `name for the shop was changed to value`, `name -> value` */
const purpose = '(?:[ \\t]{1,4}(?:for|of|to|on|in|at)(?:[ \\t]{1,4}[^\\s:=]{1,40}){1,3}?)?'
const change = '(?:(?:now|still|currently|just|simply|set to|changed to|reset to|updated to)[ \\t]{1,4}){0,2}'
const saying = new RegExp(
  `^${closing}(?:${purpose}[ \\t]{1,8}${verb}[ \\t]{1,8}${change}|[ \\t]{0,8}(?:-{1,2}>|→|⇒)[ \\t]{0,8})`,
  'i',
)
const spaces = /^[ \t]{1,8}/
/** The text before a name in `--db-password`. */
const flagBefore = /(?<![\w-])--[\w-]{0,40}$/
/** More of what is behind a name is not looked at for an operator. */
const reach = 240

/** Words of their own as well: their value must look like one. */
const weakNames = new Set(['pass', 'pw'])

/** Values that are given to a name. A rule of redaction asks whether a value looks like a secret; this one asks whether it is given. */
export function createNameRule(names: readonly string[]): OutsideRule | null {
  if (names.length === 0) return null
  const sorted = [...names].sort((a, b) => b.length - a.length)
  const search = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${sorted.map(makePattern).join('|')})(?![\\p{L}\\p{N}]|-(?!-?>))`,
    'giu',
  )
  return {
    id: 'name',
    find: (text) =>
      [...text.matchAll(search)].flatMap(({ 0: name, index }) => given(text, { name, index }) ?? []),
  }
}

/** `api_key`, `api-key`, `apiKey` and `API KEY` alike. */
function makePattern(name: string): string {
  return name.split(/[_-]+/).join('[ _-]?')
}

interface Named {
  readonly name: string
  readonly index: number
}

/** The value behind a name, if it has one. */
function given(text: string, { name, index }: Named): Span | null {
  const from = index + name.length
  const behind = text.slice(from, from + reach)
  const weak = weakNames.has(name.toLowerCase())
  const assigned = assigning.exec(behind)
  if (assigned !== null) return assignedValue(text, from + assigned[0].length, { weak, by: assigned[1]! })
  const isFlag = flagBefore.test(text.slice(Math.max(0, index - 50), index))
  const said = isFlag ? spaces.exec(behind) : saying.exec(behind)
  return said === null ? null : saidValue(text, from + said[0].length, { weak, isFlag })
}

/** An assigned value counts whatever it looks like, except after a weak name. After a colon it can have several words. */
function assignedValue(text: string, from: number, { weak, by }: { weak: boolean; by: string }): Span | null {
  const quoted = readQuotedValue(text, from)
  if (quoted !== undefined) return quoted
  const value = readBareValue(text, from)
  if (value === null || (weak && !looksGiven(text.slice(value.start, value.end)))) return null
  return { start: value.start, end: findPhraseEnd(text, value, by === ':') }
}

/** Sentences are also about passwords, so an ordinary word is not a value. */
function saidValue(
  text: string,
  from: number,
  { weak, isFlag }: { weak: boolean; isFlag: boolean },
): Span | null {
  const quoted = readQuotedValue(text, from)
  if (quoted != null) return isReference(text.slice(quoted.start, quoted.end)) ? null : quoted
  const value = readStrippedValue(text, from)
  if (value === null) return null
  const word = text.slice(value.start, value.end)
  const rest = text.slice(value.end, value.end + 40)
  if (isReference(word) || (isAmount(word) && /^ {1,4}\p{L}/u.test(rest))) return null
  if (!looksGiven(word) && (weak || !standsAlone(word, { rest, isFlag }))) return null
  return { start: value.start, end: findPhraseEnd(text, value, false) }
}

/** A digit or a sign in it, and no word of the trade. */
function looksGiven(word: string): boolean {
  return /[\p{L}\p{N}]/u.test(word) && !isPlainWord(word) && !isOrdinaryWord(word) && !isAmount(word)
}

/** A number; or a word that is all there is, at the end of a sentence or behind a flag. One in capitals stands for a value. */
function standsAlone(word: string, { rest, isFlag }: { rest: string; isFlag: boolean }): boolean {
  if (isAmount(word)) return true
  if (!isPlainWord(word) || isOrdinaryWord(word)) return false
  return isFlag ? word !== word.toUpperCase() : /^[)\]"'`*_]{0,3}(?:[.!?;,]|\s*$|[ \t]*[\r\n])/.test(rest)
}

/** `$DB_PASSWORD`, `${PASSWORD}`: where the value is, and not the value. */
function isReference(word: string): boolean {
  return /^\$\{?[A-Za-z_]\w*\}?$/.test(word)
}
