import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { agents, type OutputLimit } from '../../src/agents/index.ts'
import type { drivers } from './drivers.ts'
import { describeAgent } from './installed.ts'
import { type Hook, prompt, runSession, type Session } from './session.ts'
import { placeOf, whole } from './told.ts'

const binary = join(import.meta.dirname, '../../bin/foreword.cjs')

/** Projects with one document of a size around the agent's output limit, in the agent's own unit. */
const sizes = { small: 1_000, under: 9_600, over: 10_100, large: 60_000 } as const
/** A session gets a project's context only once, so tests with several outputs use their own project. */
const projects: Readonly<Record<string, number>> = { ...sizes, parts: sizes.large, untrusted: sizes.small }

const manifest = `foreword: 1
name: shop
measure: chars/4
levels: { standard: { budget: 40000 } }
default_level: standard
ceiling: 40000
sections:
  guide: { sources: ["file:guide.md"] }
`

/** A project that changes between the start of a session and its first prompt. */
const moving = {
  'moving/.foreword/manifest.yaml': `${manifest.replace('guide.md', 'now.md')}tiers:
  work: { budget: 500, refresh: [{ on_change: '*' }] }
refresh: { cooldown_seconds: 0 }
`.replace('guide: {', 'now: { tier: work,'),
  'moving/now.md': '# Now\n\n- Vouchers\n',
}

/** Distinct lines with characters that agents are known to change. */
function guide(name: string, length: number, sizeOf: (text: string) => number): string {
  const lines = [`# Guide of ${name}`, '']
  for (let room = length - 60; room > 0; room -= sizeOf(lines.at(-1)!) + 1)
    lines.push(`- ${name} ${lines.length - 1}: a < b && c > d, "é 漢 😀"`)
  return [...lines, `- ${name} ends here`, ''].join('\n')
}

function filesFor(unit: 'utf-16' | 'bytes'): Record<string, string> {
  const sizeOf = (text: string) => (unit === 'bytes' ? Buffer.byteLength(text) : text.length)
  return Object.fromEntries(
    Object.entries(projects).flatMap(([name, size]) => [
      [`${name}/.foreword/manifest.yaml`, manifest],
      [`${name}/guide.md`, guide(name, size, sizeOf)],
    ]),
  )
}

const command = (event: string, agent: string, ...options: string[]) =>
  [process.execPath, binary, 'hook', event, `--agent=${agent}`, ...options].join(' ')

const atStart = (agent: string, name: string, ...options: string[]): Hook => ({
  name,
  event: 'start',
  runs: command('session-start', agent, ...options),
})

const atPrompt = (agent: string): Hook => ({
  name: 'moved',
  event: 'prompt',
  runs: `echo '- Refunds' >> moving/now.md; ${command('prompt', agent, '--repo=moving')}`,
})

const partNames = ['part-1', 'part-2', 'part-3']

function start(id: keyof typeof drivers, cap: OutputLimit | null): Promise<Session> {
  const parts = cap === null ? [] : partNames
  return runSession(id, {
    files: { ...filesFor(cap?.unit ?? 'utf-16'), ...moving },
    hooks: [
      ...[...Object.keys(sizes), 'untrusted'].map((name) => atStart(id, name, `--repo=${name}`)),
      ...parts.map((name, i) => atStart(id, name, '--repo=parts', `--part=${i + 1}/3`)),
      atStart(id, 'moving', '--repo=moving'),
      atPrompt(id),
    ],
    before: (run) => {
      for (const name of [...Object.keys(sizes), 'parts', 'moving'])
        run(process.execPath, [binary, 'trust', name, '--yes'])
    },
  })
}

/** The text that foreword sent for the model. */
function meant(session: Session, hook: string): string {
  const printed = session.printed(hook)!
  return printed.startsWith('{') ? (JSON.parse(printed).hookSpecificOutput?.additionalContext ?? '') : printed
}

describe('foreword in', () => {
  for (const id of ['claude', 'codex', 'gemini', 'opencode'] as const) {
    describeAgent(id, () => {
      const { hooks } = agents.find((agent) => agent.id === id)!
      const { outputLimit: cap, escapes } = hooks!
      let session: Session
      beforeAll(async () => {
        session = await start(id, cap)
      })

      /** The text after the changes that the agent's descriptor lists. */
      const arriving = (text: string) =>
        escapes.reduce(
          (sum, tag) => sum.replaceAll(tag, tag.replaceAll('<', '&lt;').replaceAll('>', '&gt;')),
          text,
        )

      it.each(Object.keys(sizes))('all of what is meant for the model arrives: %s', (name) => {
        const text = meant(session, name)
        expect(text).toContain(`- ${name} 1: `)
        expect(whole(session).includes(arriving(text).trim())).toBe(true)
      })

      it('it is the whole document where the channel has room', () => {
        const fitting = cap === null ? Object.keys(sizes) : ['small', 'under']
        for (const name of fitting) expect(meant(session, name).includes(`- ${name} ends here`)).toBe(true)
      })

      it.skipIf(cap === null)('foreword leaves out what exceeds the limit, and says so', () => {
        for (const name of ['over', 'large']) {
          expect(meant(session, name).includes(`- ${name} ends here`)).toBe(false)
          expect(meant(session, name).includes('<!-- shortened: GUIDE')).toBe(true)
        }
        expect(whole(session)).not.toMatch(/persisted-output|tokens truncated/)
      })

      it.skipIf(cap === null)('several values carry more, each whole', () => {
        const parts = partNames.map((name) => meant(session, name))
        for (const part of parts) expect(whole(session).includes(part.trim())).toBe(true)
        expect(parts.join('').length).toBeGreaterThan(20_000)
      })

      it('it has the authority that the descriptor names', () => {
        const { role, message } = placeOf(session, '- small 1: ')
        const question = placeOf(session, prompt)
        const expected = hooks!.authority === 'data' ? 'user' : hooks!.authority
        expect(role).toBe(expected)
        if (id === 'claude') expect(message).toBe(question.message + 1)
        else expect(message).toBeLessThanOrEqual(question.message)
      })

      it.skipIf(id === 'opencode')('a change before the prompt comes with the prompt', () => {
        expect(meant(session, 'moving')).not.toContain('- Refunds')
        expect(meant(session, 'moved')).toContain('- Refunds')
        expect(whole(session)).toContain(arriving(meant(session, 'moved')).trim())
      })

      it.runIf(id === 'opencode')('its prompt comes before its start: what changed is told once', () => {
        expect(meant(session, 'moving')).toContain('- Refunds')
        expect(whole(session).split('- Refunds')).toHaveLength(2)
      })

      it('nothing of a manifest that is not trusted', () => {
        expect(session.seen('untrusted')).not.toBeNull()
        expect(whole(session)).not.toContain('- untrusted 1: ')
      })

      it('no hook fails, and the session goes on', () => {
        expect(session.err).not.toMatch(/hook: .* Failed|Hook\(s\) .* failed/)
        expect(session.code).toBe(0)
      })
    })
  }
})
