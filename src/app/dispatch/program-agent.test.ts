import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeProgramAgent, splitCommandLine } from './program-agent.ts'
import { runInPool } from './run-in-pool.ts'

describe('the words of a command', () => {
  it.each([
    ['prog a  b\tc', ['prog', 'a', 'b', 'c']],
    [`prog 'a  "b' "c 'd" e\\ f`, ['prog', 'a  "b', "c 'd", 'e f']],
    [`prog "a\\"b" 'c\\' d''e ""`, ['prog', 'a"b', 'c\\', 'de', '']],
    ['prog $HOME `x` ;y | z > w *', ['prog', '$HOME', '`x`', ';y', '|', 'z', '>', 'w', '*']],
    ['  ', []],
  ])('are read from %j', (line, words) => {
    expect(splitCommandLine(line)).toEqual(words)
  })

  it.each(["prog 'a", 'prog "a', `prog "a\\"`])('are none where a quote is open: %s', (line) => {
    expect(splitCommandLine(line)).toBeNull()
  })

  it('are what was quoted, whatever it is', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (words) => {
        const quoted = words.map((word) => `"${word.replace(/["\\]/g, '\\$&')}"`)
        expect(splitCommandLine(quoted.join(' '))).toEqual(words)
      }),
    )
  })

  it('make an agent that gets its prompt as a file where they name it', () => {
    expect(makeProgramAgent(['mine', '-f={prompt_file}']).headless.prompt).toBe('file')
    expect(makeProgramAgent(['mine', 'x'])).toMatchObject({
      id: 'generic',
      program: 'mine',
      headless: { args: ['x'], prompt: 'stdin' },
    })
    expect(() => makeProgramAgent([])).toThrow('Which program?')
  })
})

describe('a pool', () => {
  it('never does more than its size at a time, and answers in order', async () => {
    const arbitrary = fc.tuple(fc.array(fc.nat(3), { maxLength: 12 }), fc.integer({ min: 1, max: 5 }))
    await fc.assert(
      fc.asyncProperty(arbitrary, async ([turns, size]) => {
        let now = 0
        let most = 0
        const answers = await runInPool(turns, size, async (turn) => {
          most = Math.max(most, ++now)
          for (let i = 0; i < turn; i++) await Promise.resolve()
          now--
          return turn * 2
        })
        expect(answers).toEqual(turns.map((turn) => turn * 2))
        expect(most).toBeLessThanOrEqual(size)
      }),
    )
  })

  it('goes on with the others when one throws, and throws that at the end', async () => {
    const done: number[] = []
    const all = runInPool([1, 2, 3], 1, async (item) => {
      if (item === 1) throw new Error('one')
      done.push(item)
    })
    await expect(all).rejects.toThrow('one')
    expect(done).toEqual([2, 3])
  })
})
