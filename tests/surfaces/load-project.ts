// A project with everything that the preset for bundles reads, and commands to run in it.
import { cpSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Call, type Ran, World } from './program.ts'

export const manifest = {
  version: 'v0',
  project_id: 'shop',
  project_name: 'Shop',
  updated_at: '2026-02-25T04:08:33Z',
}
const decision = (name: string, promoted_at: string) => ({
  decision_id: name,
  status: 'promoted',
  promoted_at,
  decision_artifact: `.cortex/artifacts/decisions/decision_${name}_v1.md`,
})
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

export const governed: Readonly<Record<string, string>> = {
  '.cortex/manifest_v0.json': json(manifest),
  '.cortex/reports/lifecycle_audit_v0.json': json({ version: 'v0', status: 'pass' }),
  '.cortex/reports/audit_needed_v0.json': json({ version: 'v0', audit_required: true }),
  '.cortex/reports/decision_candidates_v0.json': json({
    entries: [decision('stripe', '2026-02-01'), decision('postgres', '2026-02-10')],
  }),
  '.cortex/artifacts/decisions/decision_postgres_v1.md': '# Postgres\n\nWe go with postgres.\n',
  '.cortex/artifacts/decisions/decision_stripe_v1.md': '# Stripe\n\nWe go with stripe.\n',
  '.cortex/artifacts/governance_shop_v0.md': '# Governance\n\nTwo reviews.\n',
  '.cortex/artifacts/direction_shop_v0.md': '# Direction\n\nOne click.\n',
  'policies/access.md': '# Access\n\nLeast privilege.\n',
  'policies/retention.md': '# Retention\n\nThirty days.\n',
  'specs/cart.md': '# Cart\n\nA cart holds lines.\n',
}

export const control = [
  '.cortex/manifest_v0.json',
  '.cortex/reports/lifecycle_audit_v0.json',
  '.cortex/reports/audit_needed_v0.json',
  '.cortex/reports/decision_candidates_v0.json',
  '.cortex/artifacts/decisions/decision_postgres_v1.md',
  '.cortex/artifacts/decisions/decision_stripe_v1.md',
]
export const governance = [
  '.cortex/artifacts/governance_shop_v0.md',
  'policies/access.md',
  'policies/retention.md',
]

export const items = json({
  adapter_id: 'beads',
  adapter_fetched_at: '2026-02-24T05:00:00Z',
  items: [
    {
      id: 'wk_1',
      state: 'blocked',
      priority: 1,
      title: 'Policy review',
      summary: 'Blocked.',
      tags: [],
      source_updated_at: '2026-02-24T04:57:00Z',
    },
  ],
})

export class Loading {
  readonly world: World
  readonly repo: string

  constructor(files: Readonly<Record<string, string>> = {}, world = new World()) {
    this.world = world
    this.repo = join(world.dir, 'shop')
    this.write({ ...governed, ...files })
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) this.world.write(join(this.repo, path), text)
  }

  at(...path: string[]): string {
    return join(this.repo, ...path)
  }

  run(args: readonly string[], call: Call = {}): Ran {
    return this.world.foreword(['load', `--project-dir=${this.repo}`, ...args], call)
  }

  /** The bundle's bytes. Fails if the command does. */
  text(args: readonly string[] = ['--task=policy'], call: Call = {}): string {
    const ran = this.run(args, call)
    expect(ran.code, ran.err).toBe(0)
    return ran.out
  }

  // biome-ignore lint/suspicious/noExplicitAny: a document of the preset, read field by field
  bundle(...args: string[]): any {
    return JSON.parse(this.text(['--task=policy', ...args]))
  }

  /** The message of a refusal. Fails if standard output has text. */
  refused(code: number, ...args: string[]): string {
    const ran = this.run(args)
    expect([ran.code, ran.out], ran.err).toEqual([code, ''])
    return ran.err
  }

  remove(): void {
    this.world.remove()
  }
}

// biome-ignore lint/suspicious/noExplicitAny: as above
export function pathsIn(bundle: any, tier?: string): string[] {
  return bundle.files
    .filter((file: { source_class: string }) => tier === undefined || file.source_class === tier)
    .map((file: { path: string }) => file.path)
}

/** Writes files in an order that is independent of their names. */
export function copyShuffled(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  const names = readdirSync(from).sort((a, b) => oddly(a) - oddly(b))
  for (const name of names) {
    if (statSync(join(from, name)).isDirectory()) copyShuffled(join(from, name), join(to, name))
    else cpSync(join(from, name), join(to, name))
  }
}

function oddly(name: string): number {
  return [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7)
}
