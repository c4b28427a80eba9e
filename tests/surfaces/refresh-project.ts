// A project whose manifest has refresh triggers, and a session in it.
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Call, type Ran, World } from './program.ts'

/** This many seconds after ten o'clock. */
export const at = (seconds: number) =>
  `--now=${new Date(Date.parse('2026-01-03T10:00:00Z') + seconds * 1000).toISOString()}`

export const manifest = (refresh: string, more = '') => `foreword: 1
name: shop
levels: { standard: { budget: 800 }, small: { budget: 200 } }
default_level: standard
ceiling: 2000
measure: chars/4
tiers:
  identity: { delivery: push }
  workflow: { delivery: declare, refresh: ${refresh} }
refresh: { cooldown_seconds: 30 }
collections:
  rfcs: { files: "rfcs/*.md", status: { values: { draft: [], active: [wip] } }, active: [active] }
states:
  current: { active: rfcs }
sections:
  soul: { heading: SOUL, tier: identity, sources: ["file:SOUL.md"] }
  rfc: { heading: ACTIVE RFC, tier: workflow, sources: ["foreword://state/current"], missing: skip }
  notes: { heading: NOTES, tier: workflow, sources: ["file:NOTES.md"], missing: skip }
${more}`

export const rfc = (number: number, status: string, text = 'Build it.') =>
  `# RFC ${number}\n\nStatus: ${status}\n\n${text}\n`

type Env = Readonly<Record<string, string>>

export class Sitting {
  readonly world = new World()
  readonly root = join(this.world.dir, 'shop')
  env: Env = {}

  constructor(refresh: string, more = '') {
    this.write({
      '.foreword/manifest.yaml': manifest(refresh, more),
      'SOUL.md': 'Be kind.\n',
      'NOTES.md': 'The first note.\n',
      'rfcs/0001-one.md': rfc(1, 'active'),
      'rfcs/0002-two.md': rfc(2, 'draft'),
    })
  }

  /** Null removes a file. */
  write(files: Readonly<Record<string, string | null>>): void {
    for (const [path, text] of Object.entries(files)) {
      if (text === null) rmSync(join(this.root, path))
      else this.world.write(join(this.root, path), text)
    }
  }

  ask(args: readonly string[], call: Call = {}): Ran {
    return this.world.foreword(args, { cwd: this.root, ...call, env: { ...this.env, ...call.env } })
  }

  /** The packet at the start of a session. */
  begin(session = 's1', ...options: string[]): Ran {
    const output = mkdtempSync(join(this.world.dir, 'out-'))
    return this.ask(['assemble', '.', 'standard', output, `--session=${session}`, at(0), ...options])
  }

  refresh(seconds: number, ...options: string[]): Ran {
    return this.ask(['refresh', '--session=s1', at(seconds), ...options])
  }

  // biome-ignore lint/suspicious/noExplicitAny: a document of the program, read field by field
  json(args: readonly string[], call: Call = {}): any {
    const { out, err } = this.ask([...args, '--json'], call)
    if (out === '') throw new Error(err)
    return JSON.parse(out)
  }

  /** The result of a refresh in short: `update rfc, removed notes`, or the reason for nothing. */
  did(seconds: number, ...options: string[]): string {
    const { sent, nothing } = this.json(['refresh', '--session=s1', at(seconds), ...options])
    return (
      nothing?.reason ??
      sent.map((item: { as: string; section: string }) => `${item.as} ${item.section}`).join(', ')
    )
  }

  remove(): void {
    this.world.remove()
  }
}
