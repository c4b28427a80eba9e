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
const sayingPhrase = new RegExp(
  `^${closing}(?:${purpose}[ \\t]{1,8}${verb}[ \\t]{1,8}${change}|[ \\t]{0,8}(?:-{1,2}>|→|⇒)[ \\t]{0,8})`,
  'i',
)
const spaces = /^[ \t]{1,8}/
/** The text before a name in `--db-password`. */
const flagBefore = /(?<![\w-])--[\w-]{0,40}$/
/** The search for an operator reads at most this many characters after a name. */
const maxOperatorDistance = 240

/** These names are also ordinary words, so their value must look like a value. */
const weakNames = new Set(['pass', 'pw'])

/** Finds values that a text gives to a name. A redaction rule asks whether a value looks like a secret; this rule does not. */
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
      [...text.matchAll(search)].flatMap(({ 0: name, index }) => findGivenValue(text, { name, index }) ?? []),
  }
}

/** Makes a pattern that matches `api_key`, `api-key`, `apiKey` and `API KEY`. */
function makePattern(name: string): string {
  return name.split(/[_-]+/).join('[ _-]?')
}

interface Named {
  readonly name: string
  readonly index: number
}

/** Finds the value after a name, if there is one. */
function findGivenValue(text: string, { name, index }: Named): Span | null {
  const from = index + name.length
  const following = text.slice(from, from + maxOperatorDistance)
  const weak = weakNames.has(name.toLowerCase())
  const assigned = assigning.exec(following)
  if (assigned !== null) return readAssignedValue(text, from + assigned[0].length, { weak, by: assigned[1]! })
  const isFlag = flagBefore.test(text.slice(Math.max(0, index - 50), index))
  const phrase = isFlag ? spaces.exec(following) : sayingPhrase.exec(following)
  return phrase === null ? null : readSaidValue(text, from + phrase[0].length, { weak, isFlag })
}

/** Reads an assigned value, which may look like anything except after a weak name. After a colon it can have several words. */
function readAssignedValue(
  text: string,
  from: number,
  { weak, by }: { weak: boolean; by: string },
): Span | null {
  const quoted = readQuotedValue(text, from)
  if (quoted !== undefined) return quoted
  const value = readBareValue(text, from)
  if (value === null || (weak && !looksGiven(text.slice(value.start, value.end)))) return null
  return { start: value.start, end: findPhraseEnd(text, value, by === ':') }
}

/** Reads the value of a sentence. Sentences also describe passwords, so an ordinary word is not a value. */
function readSaidValue(
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

/** Whether a word looks like a value: it has a digit or a sign and is not a technical term. */
function looksGiven(word: string): boolean {
  return /[\p{L}\p{N}]/u.test(word) && !isPlainWord(word) && !isOrdinaryWord(word) && !isAmount(word)
}

/** Whether a word is a number, or the only word before the end of a sentence or after a flag. After a flag, capitals are a placeholder. */
function standsAlone(word: string, { rest, isFlag }: { rest: string; isFlag: boolean }): boolean {
  if (isAmount(word)) return true
  if (!isPlainWord(word) || isOrdinaryWord(word)) return false
  return isFlag ? word !== word.toUpperCase() : /^[)\]"'`*_]{0,3}(?:[.!?;,]|\s*$|[ \t]*[\r\n])/.test(rest)
}

/** Whether a word is a reference to a value, such as `$DB_PASSWORD` or `${PASSWORD}`. */
function isReference(word: string): boolean {
  return /^\$\{?[A-Za-z_]\w*\}?$/.test(word)
}
