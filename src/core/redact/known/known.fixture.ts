import { type CharacterSetName, characterSets } from '../character-sets.ts'

/** Values that look like secrets and are none: made anew for each run, so that no file holds one. */
export function seeded(seed: number) {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 0x1_0000_0000
  }
  return (set: CharacterSetName, length: number): string => {
    const characters = characterSets[set]
    return Array.from({ length }, () => characters[Math.floor(next() * characters.length)]).join('')
  }
}
