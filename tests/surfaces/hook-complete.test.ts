// A packet that is larger than the channel arrives completely, over the start and the next prompts.
import { afterEach, describe, expect, it } from 'vitest'
import { Hooks, linesOf, page, type Said, startup } from './hook-calls.ts'

let hooks: Hooks
afterEach(() => hooks.world.remove())

const names = (count: number) => Array.from({ length: count }, (_, i) => `doc${i + 10}`)

interface Project {
  /** Lines of each document, by its name. */
  readonly lines: Readonly<Record<string, number>>
  readonly budget?: number
  /** More keys of the manifest. */
  readonly more?: string
}

/** A manifest without triggers and without tiers. */
function begin({ lines, budget = 80_000, more = '' }: Project): void {
  const sections = Object.keys(lines).map((id) => `  ${id}: { sources: ["file:docs/${id}.md"] }\n`)
  const manifest = `foreword: 1
name: shop
measure: chars/4
levels: { standard: { budget: ${budget} } }
default_level: standard
ceiling: 80000
sections:
${sections.join('')}${more}`
  const documents = Object.entries(lines).map(([id, count]) => [`docs/${id}.md`, page(id, count)] as const)
  hooks = new Hooks({ '.foreword/manifest.yaml': manifest, ...Object.fromEntries(documents) })
}

interface Agent {
  readonly agent: string
  readonly parts?: number
  readonly options?: readonly string[]
}

/** Our plugin in opencode reads the plain text. */
const readText = ({ context, out }: Said) => context ?? out

const start = ({ agent, parts = 1, options = [] }: Agent, source = 'startup') =>
  Array.from({ length: parts }, (_, i) => {
    const part = parts === 1 ? [] : [`--part=${i + 1}/${parts}`]
    const input = { ...startup, source }
    return readText(hooks.call('session-start', { agent, input, options: [...options, ...part] }))
  }).join('')

const prompt = ({ agent, options = [] }: Agent) => {
  const input = { hook_event_name: 'UserPromptSubmit', prompt: 'go on' }
  return readText(hooks.call('prompt', { agent, input, options }))
}

/** Prompts until nothing comes. */
function promptUntilSilent(agent: Agent): string[] {
  const texts: string[] = []
  for (let text = prompt(agent); text !== '' && texts.length < 50; text = prompt(agent)) texts.push(text)
  return texts
}

/** How often each document came whole. */
const countWhole = (texts: readonly string[], lines: Project['lines']) =>
  Object.entries(lines).map(([id, count]) => texts.filter((text) => linesOf(text, id) === count).length)

const agents: readonly Agent[] = [
  { agent: 'claude', parts: 3 },
  { agent: 'claude' },
  { agent: 'codex' },
  { agent: 'codex', options: ['--limit=20000'] },
  { agent: 'gemini' },
  { agent: 'opencode' },
]
/** One document has about 8,000 characters. */
const makeLines = (count: number) => Object.fromEntries(names(count).map((id) => [id, 250]))

describe('every section', () => {
  it.each(agents.flatMap((agent) => [5, 25].map((count) => [agent, count] as const)))(
    'comes whole and once: %j, %i documents of 8,000 characters',
    (agent, count) => {
      const lines = makeLines(count)
      begin({ lines })
      const texts = [start(agent), ...promptUntilSilent(agent)]
      expect(countWhole(texts, lines)).toEqual(names(count).map(() => 1))
    },
    60_000,
  )

  it('comes again after a compaction', () => {
    const agent = { agent: 'claude', parts: 3 }
    const lines = makeLines(5)
    begin({ lines })
    expect([start(agent), ...promptUntilSilent(agent)].length).toBeGreaterThan(1)
    expect(countWhole([start(agent, 'compact'), ...promptUntilSilent(agent)], lines)).toEqual([1, 1, 1, 1, 1])
  })

  it('comes whole and once if the session is resumed before all came', () => {
    const agent = { agent: 'claude', parts: 3 }
    const lines = makeLines(8)
    begin({ lines })
    const texts = [start(agent), prompt(agent), start(agent, 'resume'), ...promptUntilSilent(agent)]
    expect(countWhole(texts, lines)).toEqual(names(8).map(() => 1))
  })

  it('is not sent again when the session is resumed', () => {
    const agent = { agent: 'claude', parts: 3 }
    begin({ lines: makeLines(5) })
    start(agent)
    promptUntilSilent(agent)
    expect([start(agent, 'resume'), prompt(agent)]).toEqual(['', ''])
  })
})

describe('a section', () => {
  it('that is longer than a prompt carries is cut once, with a mark', () => {
    const agent = { agent: 'codex' }
    begin({ lines: { doc10: 250, doc11: 900, doc12: 250 } })
    const texts = [start(agent), ...promptUntilSilent(agent)]
    expect(countWhole(texts, { doc10: 250, doc12: 250 })).toEqual([1, 1])
    const cut = texts.filter((text) => linesOf(text, 'doc11') > 0)
    expect(cut).toHaveLength(1)
    expect(cut[0]).toMatch(/<!-- .*shortened: DOC11 \([^)]*read docs\/doc11\.md\)/)
  })

  it('that the budget leaves out never comes', () => {
    const agent = { agent: 'claude', parts: 3 }
    const lines = makeLines(5)
    begin({ lines, budget: 4_500 })
    const texts = [start(agent), ...promptUntilSilent(agent)]
    expect(texts).toHaveLength(1)
    expect(countWhole(texts, lines)).toEqual([1, 1, 0, 0, 0])
  })

  it('that gives way first by the manifest comes last', () => {
    const agent = { agent: 'codex' }
    const lines = makeLines(3)
    begin({ lines, more: 'precedence: [{ section: doc10, by: drop }, { section: doc11, by: drop }]\n' })
    const texts = [start(agent), ...promptUntilSilent(agent)]
    expect(texts.map((text) => names(3).filter((id) => linesOf(text, id) === 250))).toEqual([
      ['doc12'],
      ['doc11'],
      ['doc10'],
    ])
  })
})
