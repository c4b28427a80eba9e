import { describe, expect, it } from 'vitest'
import type { DoctorAgent, DoctorResult } from '../../../app/setup/index.ts'
import { plainPaint } from '../views/paint.ts'
import { doctorView } from './doctor.ts'

const trial = {
  event: 'session-start',
  command: 'foreword hook session-start --agent claude --part 1/3',
  outcome: 'sent' as const,
  exit_code: 0,
  milliseconds: 80,
  size: 3412,
  unit: 'utf-16' as const,
  cap: 10_000,
  fits: true,
  detail: null,
  beginning: [],
}
const agent: DoctorAgent = {
  agent: 'claude',
  title: 'Claude Code',
  program: '/bin/claude',
  version: '2.1.325',
  settings: [
    {
      scope: 'user',
      file: '/home/ada/.claude/settings.json',
      add_on: null,
      state: 'read',
      own: [{ event: 'SessionStart', command: trial.command, current: true }],
      foreign: [{ event: 'Stop', matcher: null, command: 'say done' }],
    },
    {
      scope: 'project',
      file: '/shop/.claude/settings.json',
      add_on: null,
      state: 'absent',
      own: [],
      foreign: [],
    },
    {
      scope: 'user',
      file: '/home/ada/.claude/plugins/cache/market/bell/1.0.0/hooks/hooks.json',
      add_on: { kind: 'plugin', name: 'bell@market' },
      state: 'read',
      own: [],
      foreign: [{ event: 'Stop', matcher: null, command: 'ring' }],
    },
  ],
  mcp: [
    { scope: 'user', file: '/home/ada/.claude.json', state: 'own', command: 'foreword mcp', current: true },
  ],
  trials: [
    trial,
    { ...trial, command: trial.command.replace('1/3', '2/3'), outcome: 'nothing', size: 0 },
    { ...trial, event: 'prompt', outcome: 'failed', fits: false, detail: 'it broke' },
  ],
  proof: {
    arrived: true,
    detail: 'all of it',
    exit_code: 0,
    milliseconds: 2140,
    model: 'opus',
    roles: ['system'],
    sections: [{ id: 'task', state: 'delivered' }],
    size: 3460,
    beginning: [],
  },
  deliveries: [
    {
      injection_id: 'INJ-1',
      session_id: 's',
      at: '2026-11-16T09:12:03Z',
      delivery: {
        at: '2026-11-16T09:13:00Z',
        agent: 'claude',
        model: 'opus',
        sections: [{ id: 'map', state: 'truncated', bytes: [10, 90] }],
        why: null,
      },
      why: ['map did not arrive whole: it is cut.'],
    },
    { injection_id: 'INJ-0', session_id: 'r', at: '2026-11-15T09:12:03Z', delivery: null, why: [] },
  ],
  notes: ['A note.'],
  problems: ['prompt: it broke'],
}
const answer: DoctorResult = {
  project: 'shop',
  manifest: 'trusted',
  program: ['/bin/node', '/bin/foreword'],
  store: { place: '/home/ada/shop/.foreword/state/store.db', waiting: 2, problem: null },
  problems: [],
  agents: [agent],
  well: false,
}

describe('doctor', () => {
  it('is one line for each check, and what to do below', () => {
    expect(doctorView(answer, plainPaint)).toMatchInlineSnapshot(`
      "shop: its manifest is trusted
      foreword is /bin/node /bin/foreword
      receipts go to /home/ada/shop/.foreword/state/store.db; 2 receipts waiting in
      the spool

      Claude Code: 2.1.325, /bin/claude
        ✓ settings       1 entry, /home/ada/.claude/settings.json
                         other: Stop: say done
        ○ plugin         bell@market,
                         /home/ada/.claude/plugins/cache/market/bell/1.0.0/hooks/hooks.json
                         other: Stop: ring
        ✓ mcp            entered, /home/ada/.claude.json
        ✓ session-start  3412 UTF-16 units in 1 of 2 hooks, cap 10000 each, 160 ms
        ✗ prompt         failed: it broke
        ✓ run            Claude Code sent the model 1 section (3460 bytes, system
                         role, opus), 2.1 s
        ! sent 2026-11-16 09:12 (INJ-1): delivered 0 of 1 section (map truncated);
          map: bytes 10 to 90 of the packet arrived; opus answered
          map did not arrive whole: it is cut.
        ○ sent 2026-11-15 09:12 (INJ-0): not checked yet
        ○ A note.
        ✗ prompt: it broke

      Some checks failed: see the lines with ✗.
      "
    `)
  })

  it.each([
    ['not run: not on PATH', { proof: null, program: null }],
    ['not run', { proof: null }],
    ['nothing reached the model, 2.1 s', { proof: { ...agent.proof!, arrived: false, sections: [] } }],
    ['no hooks of foreword', { settings: [{ ...agent.settings[0]!, own: [] }] }],
    ['cannot be read', { settings: [{ ...agent.settings[1]!, state: 'refused' as const }] }],
    ['All checks passed.', {}],
  ])('says "%s"', (words, over) => {
    const view = doctorView({ ...answer, agents: [{ ...agent, ...over }], well: true }, plainPaint)
    expect(view).toContain(words)
  })
})
