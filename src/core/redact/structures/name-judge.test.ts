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

it('finds the name of a service in a name, again and again', () => {
  const judge = createNameJudge()
  const names = ['stripe', 'my_stripe_id', 'STRIPE2', 'open-ai', 'title', 'commit', 'the_long_name_of_stripe']
  const found = ['stripe', 'my_stripe_id', 'STRIPE2', 'open-ai', 'the_long_name_of_stripe']
  for (let round = 0; round < 2; round++)
    expect(names.filter((name) => judge.hasService(name))).toEqual(found)
})
