import { expect, it } from 'vitest'
import { createNameJudge } from './name-judge.ts'
import { getNameStrength } from './name-strength.ts'

it('judges a name like the rule does, whether it is new, remembered or forgotten', () => {
  const judge = createNameJudge()
  const words = ['token', 'key', 'password', 'title', 'aws_secret_access_key']
  // The judge remembers fewer names than these, so it forgets some before the second round.
  const names = words.flatMap((word) => Array.from({ length: 500 }, (_, i) => `${word}${i}`))
  for (let round = 0; round < 2; round++) {
    for (const name of names) {
      expect([name, judge.getStrength(name)]).toEqual([name, getNameStrength(name)])
      expect([name, judge.getStrength(name)]).toEqual([name, getNameStrength(name)])
    }
  }
})
