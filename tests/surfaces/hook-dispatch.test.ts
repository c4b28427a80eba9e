import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Hooks, startup } from './hook-calls.ts'
import { binary } from './program.ts'

let hooks: Hooks
beforeEach(() => {
  hooks = new Hooks()
})
afterEach(() => hooks.world.remove())

const file = (name: string) => join(hooks.world.dir, name)
const read = (name: string) => readFileSync(file(name), 'utf8')

/** An agent with our hooks. Each line is a session that starts in it. */
function agentWith(...starts: readonly { session: string; source: string }[]): void {
  const lines = starts.map(({ session, source }, i) => {
    const input = JSON.stringify({ ...startup, cwd: hooks.root, session_id: session, source })
    return `printf '%s' '${input}' | '${process.execPath}' '${binary}' hook session-start --agent claude > '${file(`said-${i}`)}' 2> '${file(`err-${i}`)}'`
  })
  hooks.world.agent('claude', lines.join('\n'))
}
const dispatch = (...options: string[]) =>
  hooks.world.dispatch(hooks.root, ['--executor=claude', ...options], 'Add it')

describe('a session that foreword dispatch has started', () => {
  it('gets its context once: with the prompt, and not by the hook, which says so on record', () => {
    agentWith({ session: 'ses-one', source: 'startup' })
    expect(dispatch('--context').code).toBe(0)
    expect(hooks.world.called('claude')?.stdin).toContain('Books for everybody.')
    expect([read('said-0'), read('err-0')]).toEqual(['', ''])
    const [hook, given] = hooks.log()
    expect(hook).toMatchObject({ session_id: 'ses-one', status: 'success', total: 0 })
    const receipt = JSON.stringify(hooks.receipt(hook.injection_id))
    expect(receipt).toContain(`Injection ${given.injection_id} gave this session its context`)
  })

  it('gets it by the hook where the prompt had none', () => {
    agentWith({ session: 'ses-one', source: 'startup' })
    expect(dispatch().code).toBe(0)
    expect(hooks.world.called('claude')?.stdin).toBe('Add it')
    expect(read('said-0')).toContain('Books for everybody.')
  })

  it('gets it by the hook after a compaction, which the prompt did not survive', () => {
    agentWith({ session: 'ses-one', source: 'startup' }, { session: 'ses-one', source: 'compact' })
    dispatch('--context')
    expect(read('said-0')).toBe('')
    expect(read('said-1')).toContain('Books for everybody.')
  })

  it('is one: what it starts by itself gets its own', () => {
    agentWith({ session: 'ses-one', source: 'startup' }, { session: 'ses-two', source: 'startup' })
    dispatch('--context')
    expect(read('said-0')).toBe('')
    expect(read('said-1')).toContain('Books for everybody.')
  })

  it('is told later what changes', () => {
    agentWith({ session: 'ses-one', source: 'startup' })
    dispatch('--context')
    hooks.write('docs/now.md', '# Now\n\nRefunds.\n')
    const input = { hook_event_name: 'UserPromptSubmit', prompt: 'go on' }
    expect(hooks.call('prompt', { input }).context).toContain('Refunds.')
  })
})
