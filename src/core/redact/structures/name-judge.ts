import { getNameStrength, type NameStrength, splitName } from './name-strength.ts'
import { createServiceNameCheck } from './service-name.ts'

/** Judges names for one engine. It remembers short names, because a text repeats them. */
export interface NameJudge {
  getStrength(name: string): NameStrength
  /** Whether a name has that of a service in it. */
  hasService(name: string): boolean
}

const maxRememberedNames = 1024
/** V8 copies a slice of up to 12 characters. A longer slice would keep its whole text in memory. */
const maxRememberedLength = 12

export function createNameJudge(): NameJudge {
  const isServiceName = createServiceNameCheck()
  return {
    getStrength: rememberShortNames(getNameStrength),
    hasService: rememberShortNames((name) => {
      const words = splitName(name)
      return words.some(isServiceName) || isServiceName(words.join(''))
    }),
  }
}

function rememberShortNames<Judgement>(judge: (name: string) => Judgement): (name: string) => Judgement {
  const remembered = new Map<string, Judgement>()
  return (name) => {
    if (name.length > maxRememberedLength) return judge(name)
    const known = remembered.get(name)
    if (known !== undefined) return known
    const judgement = judge(name)
    if (remembered.size >= maxRememberedNames) remembered.clear()
    remembered.set(name, judgement)
    return judgement
  }
}
