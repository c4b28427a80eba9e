import { characterSets } from './character-sets.ts'
import { letterPairs } from './letter-pairs.ts'

const symbols = characterSets.base64url
const size = symbols.length

/** The place of each character code in the table; 255 for other characters. */
const places = buildPlaces()

function buildPlaces(): Uint8Array {
  const places = new Uint8Array(128).fill(255)
  for (let i = 0; i < size; i++) places[symbols.charCodeAt(i)] = i
  return places
}

/** Bits per character of a random text that uses these kinds of characters. */
const bits = computeBits()

function computeBits(): Float32Array {
  const bits = new Float32Array(16)
  for (let kinds = 0; kinds < 16; kinds++) {
    const count = (kinds & 1 ? 26 : 0) + (kinds & 2 ? 26 : 0) + (kinds & 4 ? 10 : 0) + (kinds & 8 ? 2 : 0)
    bits[kinds] = Math.log2(Math.max(2, count))
  }
  return bits
}

/**
 * How much better "made at random" explains a text than "written as a name or a word", in bits per pair of characters.
 * A text above zero is probably random. Characters outside the table count as breaks.
 */
export function measureRandomness(text: string, start = 0, end = text.length): number {
  let sum = 0
  let pairs = 0
  let kinds = 0
  let before = 255
  let hex = true
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i)
    const place = code < 128 ? places[code]! : 255
    if (place !== 255) {
      if (hex && !isHexPlace(place)) hex = false
      kinds |= place < 26 ? 1 : place < 52 ? 2 : place < 62 ? 4 : 8
      if (before !== 255) {
        sum += places[letterPairs.charCodeAt(before * size + place)]!
        pairs++
      }
    }
    before = place
  }
  return pairs === 0 ? 0 : sum / pairs / 4 - (hex && kinds !== 4 ? 4 : bits[kinds]!)
}

function isHexPlace(place: number): boolean {
  return place < 6 || (place >= 26 && place < 32) || (place >= 52 && place < 62)
}
