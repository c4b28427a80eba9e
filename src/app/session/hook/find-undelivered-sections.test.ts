import { describe, expect, it } from 'vitest'
import { agents } from '../../../agents/index.ts'
import type { TranscriptPosition } from '../../../ports/index.ts'
import { findUndeliveredSections, type UndeliveredDeps } from './find-undelivered-sections.ts'
import { emptyHookInput, type HookInput } from './hook-input.ts'

const path = '/home/dev/.claude/projects/x/s1.jsonl'

/** A hook whose transcript grows, and which counts how often everything was judged. */
function world(left: ReturnType<UndeliveredDeps['leftToJudge']>) {
  const cached = new Map<string, unknown>()
  const state = { judged: 0, isContinued: true, size: 0, why: null as string | null, left }
  const deps: UndeliveredDeps = {
    leftToJudge: () => state.left,
    compressTexts: async () => undefined,
    exists: () => true,
    followTranscript(path, before) {
      state.size += 100
      const position: TranscriptPosition = { path, size: state.size, last: null }
      return { position, isContinued: before !== null && before.path === path && state.isContinued }
    },
    cache: { get: (_, key) => cached.get(key), set: (_, key, value) => void cached.set(key, value) },
    async recordDelivery() {
      state.judged += 1
      return { lost: [], why: state.why }
    },
  }
  const prompt = (more: Partial<HookInput> = { transcript: path }, ended = false) => {
    const input = { ...emptyHookInput, session: 's1', ...more }
    const project = { root: '/shop' } as never
    return findUndeliveredSections(deps, { project, agent: agents[0]!, input, ended })
  }
  return { state, prompt, cached }
}

describe('a prompt of a session in which everything had arrived', () => {
  it('judges everything once, and then only if the transcript has not just grown', async () => {
    const { state, prompt } = world('nothing')
    await prompt()
    expect(state.judged).toBe(1)
    for (let i = 0; i < 5; i += 1) await prompt()
    expect(state.judged).toBe(1)
    state.isContinued = false
    await prompt()
    expect(state.judged).toBe(2)
    state.isContinued = true
    await prompt()
    expect(state.judged).toBe(2)
  })

  it('judges everything in another file', async () => {
    const { state, prompt } = world('nothing')
    await prompt()
    await prompt({ transcript: `${path}.other.jsonl` })
    expect(state.judged).toBe(2)
  })

  it('judges everything again if the transcript could not be read', async () => {
    const { state, prompt } = world('nothing')
    state.why = 'it is gone'
    await prompt()
    await prompt()
    expect(state.judged).toBe(2)
  })

  it('judges the record of a plugin only if the texts in the last request have changed', async () => {
    const { state, prompt } = world('nothing')
    const record = (text: string, at: number) =>
      `{"type":"began","at":1}\n${JSON.stringify({ type: 'call', at, texts: [{ text }], answered: at, model: 'm' })}`
    for (const at of [2, 3, 4]) await prompt({ record: record('one', at) })
    expect(state.judged).toBe(1)
    await prompt({ record: record('two', 5) })
    expect(state.judged).toBe(2)
  })

  it('judges nothing without a transcript, and nothing at the end of the session', async () => {
    const { state, prompt } = world('nothing')
    await prompt({})
    await prompt({ transcript: path }, true)
    expect(state.judged).toBe(0)
  })
})

it.each(['open', 'lost', 'unknown', null] as const)('a prompt with %j judges everything', async (left) => {
  const { state, prompt } = world(left)
  for (let i = 0; i < 3; i += 1) await prompt()
  expect(state.judged).toBe(3)
})
