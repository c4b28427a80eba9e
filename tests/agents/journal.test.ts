import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Alter } from './altered.ts'
import type { drivers } from './drivers.ts'
import { describeAgent } from './installed.ts'
import { openWorld } from './session.ts'
import { whole } from './told.ts'

const binary = join(import.meta.dirname, '../../bin/foreword.cjs')
const manifest = `foreword: 1
name: shop
measure: chars/4
levels: { standard: { budget: 4000 } }
default_level: standard
ceiling: 4000
sections:
  last: { sources: [{ uri: "file:session-journals/*.md", select: latest }] }
journal: { when: session-end }
`

const lastWords = 'It is done.\\n\\nNext step: Print the receipt'
const failing = 'echo looking; exit 3'

/** The model first runs a command that fails, then answers. */
const claudeWorks: Alter = ({ path, body }, answer) => {
  if (!path.startsWith('/v1/messages') || !body.includes('"name":"Bash"')) return answer
  if (body.includes('"tool_result"')) return answer.replaceAll('Understood.', lastWords)
  const call = { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: {} }
  const input = JSON.stringify(JSON.stringify({ command: failing, description: 'Look' }))
  return answer
    .replace('{"type":"text","text":""}', JSON.stringify(call))
    .replace(
      '{"type":"text_delta","text":"Understood."}',
      `{"type":"input_json_delta","partial_json":${input}}`,
    )
    .replace('"stop_reason":"end_turn"', '"stop_reason":"tool_use"')
}
/** Not for requests that ask for JSON. */
const says: Alter = ({ body }, answer) =>
  body.includes('"application/json"') ? answer : answer.replaceAll('Understood.', lastWords)

const sessions = {
  claude: { alter: claudeWorks, args: ['--allowedTools', 'Bash'], failures: [`- ${failing}: exit code 3`] },
  codex: { alter: says, args: [], failures: [] },
  gemini: { alter: says, args: [], failures: [] },
} satisfies Partial<Record<keyof typeof drivers, unknown>>

describe('the journal of a session of', () => {
  for (const [id, { alter, args, failures }] of Object.entries(sessions)) {
    const agent = id as keyof typeof sessions
    describeAgent(agent, () => {
      it('is written when it ends, and reaches the next one', async () => {
        const world = await openWorld(agent, { alter, files: { '.foreword/manifest.yaml': manifest } })
        try {
          const foreword = (...words: string[]) => world.run(process.execPath, [binary, ...words])
          foreword('trust', '.', '--yes')
          foreword('install', agent, '--user')
          const first = await world.again({ args })
          const directory = join(world.place.repo, 'session-journals')
          expect(first.err).not.toMatch(/hook.*fail/i)
          expect(existsSync(directory)).toBe(true)
          const [name = '', ...others] = readdirSync(directory)
          expect(others).toEqual([])
          const journal = readFileSync(join(directory, name), 'utf8')
          expect(journal).toContain('\nNext Action: Print the receipt\n')
          for (const failure of failures) expect(journal).toContain(failure)
          const second = await world.again({ args })
          expect(whole(second)).toContain('Next Action: Print the receipt')
        } finally {
          await world.close()
        }
      })
    })
  }
})
