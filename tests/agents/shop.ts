// A project with foreword installed for an agent, as a person does it; and what its ledger says after a session.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DeliveryState } from '../../src/core/delivery/index.ts'
import type { Alter } from './altered.ts'
import { openWorld, type Session, type World } from './session.ts'

export const binary = join(import.meta.dirname, '../../bin/foreword.cjs')

export const manifest = `foreword: 1
name: shop
measure: chars/4
levels: { standard: { budget: 40000 } }
default_level: standard
ceiling: 40000
sections:
  guide: { sources: ["file:guide.md"] }
  rules: { sources: ["file:rules.md"] }
`

export type InstalledId = 'claude' | 'codex'

/** Where `foreword install` puts its entries. */
const settingsFile = { claude: '.claude/settings.json', codex: '.codex/hooks.json' }

/** One command in the settings of an agent. */
export interface Handler {
  readonly command: string
  readonly timeout: number
  readonly [key: string]: unknown
}

/** What the ledger says of one injection. */
export interface Kept {
  readonly session: string
  /** What was sent, byte for byte; null where it was refused. */
  readonly text: string
  readonly asked: string | undefined
  readonly model: string | null
  readonly why: string | null
  /** Of each section; empty while nothing is known. */
  readonly states: Readonly<Record<string, DeliveryState>>
  /** The bytes of a section that arrived, as the receipt has it. */
  arrived(section: string): string
}

export interface Shop extends World {
  foreword(...args: string[]): string
  write(path: string, text: string): void
  /** Changes entries in the settings, as a foreign hand would; null takes one out. */
  edit(change: (handler: Handler, event: string) => Handler | readonly Handler[] | null): void
  /** Oldest first. */
  ledger(): readonly Kept[]
  /** Goes on with the last session. */
  resume(says: string): Promise<Session>
  close(): Promise<void>
}

export interface Stock {
  readonly files?: Readonly<Record<string, string>>
  readonly manifest?: string
  readonly alter?: Alter
}

export async function openShop(id: InstalledId, stock: Stock = {}): Promise<Shop> {
  const files = {
    '.foreword/manifest.yaml': stock.manifest ?? manifest,
    'guide.md': document('guide', 1_000),
    'rules.md': document('rules', 500),
    ...stock.files,
  }
  const world = await openWorld(id, { files, ...(stock.alter && { alter: stock.alter }) })
  const foreword = (...args: string[]) => world.run(process.execPath, [binary, ...args])
  foreword('trust', '.', '--yes')
  foreword('install', id)
  const settings = join(world.place.home, settingsFile[id])
  const turn =
    id === 'claude' ? { args: ['--continue'] } : { args: ['resume', '--last', '-'], withoutArgs: ['-'] }
  return {
    ...world,
    foreword,
    write: (path, text) => writeFileSync(join(world.place.repo, path), text),
    edit(change) {
      const all = JSON.parse(readFileSync(settings, 'utf8'))
      for (const [event, groups] of Object.entries<{ hooks: Handler[] }[]>(all.hooks)) {
        for (const group of groups) group.hooks = group.hooks.flatMap((one) => change(one, event) ?? [])
      }
      writeFileSync(settings, JSON.stringify(all, null, 2))
    },
    ledger: () => ledgerOf(foreword),
    resume: (says) => world.again({ ...turn, says }),
  }
}

function ledgerOf(foreword: Shop['foreword']): Kept[] {
  const { injections } = JSON.parse(foreword('log', '--json'))
  return injections.toReversed().map(({ seq, status }: { seq: number; status: string }) => {
    const { injection, delivery } = JSON.parse(foreword('show', `@${seq}`, '--json'))
    const text = status === 'error' ? '' : foreword('replay', `@${seq}`)
    const sections: { id: string; state: DeliveryState; bytes?: [number, number] }[] =
      delivery?.sections ?? []
    return {
      session: injection.session_id,
      text,
      asked: injection.asked,
      model: delivery?.model ?? null,
      why: delivery?.why ?? null,
      states: Object.fromEntries(sections.map(({ id, state }) => [id, state])),
      arrived(section: string) {
        const [start, end] = sections.find(({ id }) => id === section)?.bytes ?? [0, 0]
        return Buffer.from(text).subarray(start, end).toString('utf8')
      },
    }
  })
}

/** Lines that can be told apart, with what agents are known to change; so long in what is counted. */
export function document(name: string, length: number, sizeOf = (text: string) => text.length): string {
  const lines = [`# The ${name}`, '']
  const last = `- ${name} ends here\n`
  let room = length - sizeOf(`${lines.join('\n')}${last}`)
  for (let i = 1; ; i += 1) {
    const line = `- ${name} ${i}: a < b && c > d, "é 漢 😀"`
    room -= sizeOf(line) + 1
    if (room < 0) break
    lines.push(line)
  }
  return `${lines.join('\n')}\n${last}`
}

/** How many of its lines a text has of a document. */
export function linesOf(name: string, text: string): number[] {
  return [...text.matchAll(new RegExp(`^(?:.*: )?- ${name} (\\d+): `, 'gm'))].map(([, number]) =>
    Number(number),
  )
}
