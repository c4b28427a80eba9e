import { getNameStrength, type NameStrength } from './name-strength.ts'
import { createServiceNameCheck, type IsServiceName } from './service-name.ts'

/** Judges names for one engine. It remembers short names, because a text repeats them. */
export interface NameJudge {
  getStrength(name: string): NameStrength
  readonly isServiceName: IsServiceName
}

const maxRememberedNames = 1024
/** V8 copies a slice of up to 12 characters. A longer slice would keep its whole text in memory. */
const maxRememberedLength = 12

export function createNameJudge(): NameJudge {
  const remembered = new Map<string, NameStrength>()
  return {
    isServiceName: createServiceNameCheck(),
    getStrength(name) {
      if (name.length > maxRememberedLength) return getNameStrength(name)
      const known = remembered.get(name)
      if (known !== undefined) return known
      const strength = getNameStrength(name)
      if (remembered.size >= maxRememberedNames) remembered.clear()
      remembered.set(name, strength)
      return strength
    },
  }
}
