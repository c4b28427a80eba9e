import type { Workshop } from '../ports/index.ts'
import { setTiers, staysPlain, takesLong } from './leave.ts'

/** Of characters: what takes longer than to make faster code for it. */
const little = 64 * 1024

/** For a program that is over in moments, unless there is much to read. */
export function shopOfMoments(shop: Workshop): Workshop {
  return {
    ...shop,
    async sources(...order) {
      staysPlain()
      const reader = await shop.sources(...order)
      let size = 0
      return {
        ...reader,
        read(...asked) {
          const observation = reader.read(...asked)
          if (observation.state === 'found') size += observation.text.length
          if (size > little) takesLong()
          return observation
        },
      }
    },
    async versions() {
      // What starts git is large, and Node has code of it that V8 takes with its own flags only.
      setTiers(true)
      process.getBuiltinModule('node:child_process')
      setTiers(false)
      return shop.versions()
    },
  }
}
