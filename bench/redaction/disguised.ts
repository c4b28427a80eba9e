import { tokenFormats } from '../../src/core/redact/formats/index.ts'
import { makeSample } from '../../src/core/redact/tokens/sample.ts'
import { type Disguise, type Disguised, disguises } from './disguises.ts'
import { redactAlone } from './engine.ts'
import { type Score, share } from './scores.ts'
import { enough, shareCovered } from './scoring.ts'

const wanted = 200

export function underDisguise(): Score[] {
  const tokens = wellKnown()
  const removed = (wear: Disguise['wear']) =>
    share(tokens.length - leftBy(wear, tokens).length, tokens.length)
  return disguises.map(({ name, atLeast, wear, bare }): Score => {
    return {
      group: `disguises: of ${tokens.length} tokens, how many go (in brackets: with no name before them)`,
      name,
      value: removed(wear),
      unit: '%',
      ...(bare && { beside: `(${removed(bare).toFixed(1)} %)` }),
      target: { atLeast },
    }
  })
}

/** The tokens that are not removed in this disguise, each as its text. */
export function leftBy(wear: Disguise['wear'], tokens = wellKnown()): string[] {
  const texts = tokens.map(wear)
  return texts.filter((disguised) => !isGone(disguised)).map(({ text }) => text)
}

/** Formats with a fixed prefix of letters, evenly from the whole table. */
function wellKnown(): string[] {
  const prefixed = tokenFormats.filter(
    ({ kind, shape }) => kind !== 'identifier' && kind !== 'webhook' && /^[A-Za-z][\w.-]{2,}\{/.test(shape),
  )
  const taken = prefixed.filter(
    (_, i) => Math.floor((i * wanted) / prefixed.length) !== Math.floor(((i - 1) * wanted) / prefixed.length),
  )
  return taken.map((format, i) => makeSample(format, i + 1))
}

function isGone({ text, places }: Disguised): boolean {
  return shareCovered(places, redactAlone(text).hits) >= enough
}
