import type { TokenFormat } from '../formats/format.ts'
import { parseTokenShape } from './token-shape.ts'

/** Makes a sample from a seed, so that no file contains one and no secret scanner reports it. */
export function makeSample(format: Pick<TokenFormat, 'shape'>, seed: number): string {
  return fillShape(format.shape, seed, false)
}

/** Makes a sample whose runs are as short as the format allows. */
export function makeShortestSample(format: Pick<TokenFormat, 'shape'>, seed: number): string {
  return fillShape(format.shape, seed, true)
}

function fillShape(shape: string, seed: number, shortest: boolean): string {
  const random = createGenerator(seed)
  return parseTokenShape(shape)
    .map((part) => {
      if (typeof part === 'string') return part
      const maxLength = shortest ? part.min : Math.min(part.max, Math.max(part.min * 2, part.min + 8))
      const length = part.min + Math.floor(random() * (maxLength - part.min + 1))
      const characters = part.characters.replace('=', '')
      return Array.from({ length }, () => characters[Math.floor(random() * characters.length)]).join('')
    })
    .join('')
}

/** mulberry32: a generator of numbers from 0 to 1. */
export function createGenerator(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
