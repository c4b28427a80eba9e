// `foreword mcp` in real agents: it connects in time, the model gets its tools, and a call is answered.
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { drivers } from './drivers.ts'
import { describeAgent } from './installed.ts'
import { type Place, prompt, runSession, type Session, type World } from './session.ts'

const binary = join(import.meta.dirname, '../../bin/foreword.cjs')
const node = process.execPath

const manifest = `foreword: 1
name: shop
scheme: shop
measure: chars/4
levels: { standard: { budget: 2000 } }
default_level: standard
ceiling: 4000
tiers: { identity: { budget: 500 }, reference: { budget: 1000, delivery: pull } }
collections: { plans: { files: "plans/*.md", about: What is to be built } }
sections:
  rules: { tier: identity, sources: ["file:RULES.md"] }
  plans: { tier: reference, sources: ["shop://docs/plans/"] }
`
const files = {
  '.foreword/manifest.yaml': manifest,
  'RULES.md': '# Rules\n\nRULES-MARKER prices are integers.\n',
  'plans/0007-vouchers.md': '# Vouchers\n\nPLAN-MARKER a voucher is used once.\n',
}
const address = 'shop://docs/plans/7'
const offered = ['shop_context_status', 'shop_read', 'shop_search', 'shop_explain']

/** The settings from each agent's documentation, with the key that makes it wait for the server. */
const settings: Readonly<Record<keyof typeof drivers, (place: Place) => void>> = {
  claude: ({ repo }) => {
    const server = { type: 'stdio', command: node, args: [binary, 'mcp'], alwaysLoad: true }
    write(join(repo, '.mcp.json'), { mcpServers: { foreword: server } })
  },
  codex: ({ home }) =>
    appendFileSync(
      join(home, '.codex/config.toml'),
      `[mcp_servers.foreword]\ncommand = "${node}"\nargs = ["${binary}", "mcp"]\nrequired = true\n`,
    ),
  gemini: ({ home }) => {
    const file = join(home, '.gemini/settings.json')
    const server = { command: node, args: [binary, 'mcp'], trust: true }
    write(file, { ...JSON.parse(readFileSync(file, 'utf8')), mcpServers: { foreword: server } })
  },
  opencode: ({ repo }) => {
    const server = { type: 'local', command: [node, binary, 'mcp'], enabled: true }
    write(join(repo, 'opencode.json'), { mcp: { foreword: server } })
  },
}

function write(path: string, content: object): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(content))
}

/** The name that the agent sends as a client. */
const names = { claude: 'claude-code', codex: 'codex', gemini: 'gemini', opencode: 'opencode' } as const

/** Requests with the prompt, without the agent's side requests. */
function questions({ bodies }: Session): { readonly body: string; readonly tools: string }[] {
  return bodies
    .map((body) => ({ body, tools: JSON.stringify((JSON.parse(body) as { tools?: unknown }).tools ?? []) }))
    .filter(({ body, tools }) => body.includes(prompt) && tools !== '[]')
}

interface Injection {
  readonly injection_id: string
  readonly asked: string | null
  readonly client: string | null
  readonly session_id: string | null
}

describe('foreword mcp in', () => {
  for (const id of ['claude', 'codex', 'gemini', 'opencode'] as const) {
    describeAgent(id, () => {
      let session: Session
      const record: Injection[] = []
      beforeAll(async () => {
        const foreword = (run: World['run'], ...args: string[]) => run(node, [binary, ...args])
        session = await runSession(id, {
          files,
          settle: settings[id],
          wants: { tool: 'shop_read', args: { uri: address } },
          args: id === 'claude' ? ['--allowedTools', 'mcp__foreword'] : [],
          before: (run) => foreword(run, 'trust', '.', '--yes'),
          inspect: ({ run }) => {
            for (const { injection_id } of JSON.parse(foreword(run, 'log', '--json')).injections)
              record.push(JSON.parse(foreword(run, 'show', injection_id, '--json')).injection)
          },
        })
      })

      it('the first question to the model offers every tool', () => {
        const [first] = questions(session)
        for (const tool of offered) expect(first?.tools).toContain(`${tool}"`)
      })

      it('the first question to the model says what the project is', () => {
        expect(questions(session)[0]?.body).toContain('RULES-MARKER prices are integers.')
      })

      it('a call reaches foreword, and the model gets what it reads', () => {
        expect(session.code, session.err).toBe(0)
        const [first, second] = questions(session)
        expect(first?.body).not.toContain('PLAN-MARKER')
        expect(second?.body).toContain('PLAN-MARKER a voucher is used once.')
      })

      it('both are on record, with the agent by its name and version', () => {
        const read = record.find(({ asked }) => asked === address)
        expect(read?.client).toMatch(new RegExp(`${names[id]}.* \\d+\\.\\d+\\.\\d+`))
        const told = record.find(
          ({ asked, session_id }) => asked === 'instructions' && session_id === read?.session_id,
        )
        expect(told?.client).toBe(read?.client)
      })
    })
  }
})
