// Checks each row of the table of formats, for its test and for the build.
import type { TokenFormat } from './formats/index.ts'
import { ruleSets } from './redaction-rules.ts'
import { redact } from './redactor.ts'
import { makeSample, makeShortestSample } from './tokens/sample.ts'
import { parseTokenShape } from './tokens/token-shape.ts'

const marker = '[REDACTED]'
const seeds = [1, 2, 3, 4, 5]

const contexts: Readonly<Record<string, (value: string) => string>> = {
  'in a sentence': (value) => `The value ${value} was seen.`,
  'behind an operator': (value) => `x = "${value}"`,
  'in a JSON string': (value) => `{"a": "${value}", "b": 1}`,
  'at the end of a line': (value) => `first\nat the end ${value}\nlast`,
}

/** Lists the faults of a row in sentences; empty if there are none. */
export function faultsOf(format: TokenFormat): string[] {
  return [...missed(format), ...changed(format), ...hasty(format), ...cutOff(format)]
}

function missed(format: TokenFormat): string[] {
  return seeds.flatMap((seed) => {
    const sample = makeSample(format, seed)
    return Object.entries(contexts)
      .filter(([, context]) => !isWhole(context(sample), context(marker), format.id))
      .map(([name]) => `sample ${seed} of ${format.shape} should go as a whole ${name}`)
  })
}

function isWhole(text: string, expected: string, id: string): boolean {
  const redacted = redact(text, { rules: [id], marker })
  return redacted.text === expected && redacted.hits.every(({ rule }) => rule === id)
}

function changed(format: TokenFormat): string[] {
  return format.not
    .filter((text) => redact(text, { rules: ruleSets.default, marker }).text !== text)
    .map((text) => `${JSON.stringify(text)} should stay as it is`)
}

/** Too little of a token is none: less than half of one that is sure by its beginning, anything less than all of another. */
function hasty(format: TokenFormat): string[] {
  const { loose, begin, half } = cutsOf(format)
  return seeds.flatMap((seed) => {
    const whole = makeShortestSample(format, seed)
    const piece = whole.slice(0, loose ? begin + Math.ceil(half) - 1 : -1)
    const stays = redact(piece, { rules: [format.id], marker }).text === piece
    return stays ? [] : [`the first ${piece.length} characters of sample ${seed} should stay as they are`]
  })
}

/** Three fifths of a token with a sure beginning are enough. */
function cutOff(format: TokenFormat): string[] {
  const { loose, begin, half } = cutsOf(format)
  if (!loose) return []
  return seeds.flatMap((seed) => {
    const whole = makeShortestSample(format, seed)
    const piece = whole.slice(0, begin + Math.ceil(half * 1.2))
    // Shorter runs are not looked at, and without a digit it may be a name.
    if (!/[\w-]{14}$/.test(piece) || !/\d[A-Za-z_-]*$/.test(piece.slice(begin))) return []
    const gone = redact(piece, { rules: [format.id], marker }).text === marker
    return gone ? [] : [`the first ${piece.length} characters of sample ${seed} should go`]
  })
}

/** Computes where a format may be cut. A format is sure if it says so, or if its beginning is long or has a sign in it. */
function cutsOf({ shape, sure }: TokenFormat) {
  const [first] = parseTokenShape(shape)
  const prefix = typeof first === 'string' ? first : ''
  const certain = sure ?? (prefix.length >= 7 || /[_\-.:~/$]/.test(prefix))
  const shortest = makeShortestSample({ shape }, 1).length
  return {
    loose: certain && prefix.length >= 4,
    begin: prefix.length,
    half: Math.max(6, (shortest - prefix.length) / 2),
  }
}

/** Rows that find by themselves every sample of this one. */
export function coveredBy(format: TokenFormat, formats: readonly TokenFormat[]): string[] {
  const samples = seeds.map((seed) => makeSample(format, seed))
  return formats
    .filter(
      (other) => other !== format && samples.every((sample) => sample.includes(longestText(other.shape))),
    )
    .filter(({ id }) => samples.every((sample) => isWhole(sample, marker, id)))
    .map(({ id }) => id)
}

function longestText(shape: string): string {
  const texts = parseTokenShape(shape).filter((part) => typeof part === 'string')
  return texts.toSorted((a, b) => b.length - a.length)[0] ?? ''
}
