// A project with foreword installed for an agent, and its ledger after a session.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DeliveryBody, type InjectionBody, parseDeliveryBody } from '../../src/core/receipt/index.ts'
import type { DeliveryState } from '../../src/core/session/index.ts'
import type { Alter } from './altered.ts'
import { openWorld, type Place, type Session, type World } from './session.ts'

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

/** The settings file that `foreword install` writes. */
const settingsFile = {
  claude: '.claude/settings.json',
  codex: '.codex/hooks.json',
  gemini: '.gemini/settings.json',
  opencode: '.config/opencode/plugins/foreword.js',
}

/** Arguments with which each agent resumes its last session. */
const going = {
  claude: { args: ['--continue'] },
  codex: { args: ['resume', '--last', '-'], withoutArgs: ['-'] },
  gemini: { args: ['--resume', 'latest'] },
  opencode: { args: ['--continue'] },
}

/** One hook command in the settings of an agent. */
export interface Handler {
  readonly command: string
  readonly timeout: number
  readonly [key: string]: unknown
}

/** The ledger's facts about one injection. */
export interface Kept {
  readonly session: string
  /** The packet byte for byte. Empty if the injection was refused. */
  readonly text: string
  readonly asked: string | undefined
  readonly model: string | null
  readonly why: string | null
  /** The delivery state of each section. Empty while it is unknown. */
  readonly states: Readonly<Record<string, DeliveryState>>
  /** The bytes of a section that arrived, from the delivery receipt. */
  arrived(section: string): string
}

export interface Shop extends World {
  foreword(...args: string[]): string
  write(path: string, text: string): void
  /** Compiles the context first, because a busy machine would exceed the hook's deadline. */
  warm(): void
  /** Changes the installed entries as another program would. */
  edit(change: (handler: Handler, event: string) => Handler): void
  /** Injections of the latest session, oldest first. */
  ledger(): readonly Kept[]
  /** Resumes the last session. */
  resume(says: string): Promise<Session>
  close(): Promise<void>
}

export interface Stock {
  readonly files?: Readonly<Record<string, string>>
  readonly manifest?: string
  /** The scope of the installation. */
  readonly scope?: 'user' | 'project'
  readonly alter?: Alter
}

export async function openShop(id: keyof typeof settingsFile, stock: Stock = {}): Promise<Shop> {
  const files = {
    '.foreword/manifest.yaml': stock.manifest ?? manifest,
    'guide.md': document('guide', 1_000),
    'rules.md': document('rules', 500),
    ...stock.files,
  }
  const world = await openWorld(id, { files, ...(stock.alter && { alter: stock.alter }) })
  const foreword = (...args: string[]) => world.run(process.execPath, [binary, ...args])
  foreword('trust', '.', '--yes')
  const { scope = 'user' } = stock
  foreword('install', id, `--${scope}`)
  if (id === 'codex' && scope === 'project') trustProject(world.place)
  const settings = join(scope === 'user' ? world.place.home : world.place.repo, settingsFile[id])
  const installed = readFileSync(settings, 'utf8')
  return {
    ...world,
    foreword,
    write: (path, text) => writeFileSync(join(world.place.repo, path), text),
    warm() {
      const input = JSON.stringify({ session_id: 'warm', cwd: world.place.repo })
      const hook = `'${process.execPath}' '${binary}' hook session-start --agent ${id}`
      world.run('/bin/sh', ['-c', `echo '${input}' | ${hook}`])
    },
    edit(change) {
      if (id === 'opencode') return writeFileSync(settings, editedPlugin(installed, settings, change))
      const all = JSON.parse(installed)
      for (const [event, groups] of Object.entries<{ hooks: Handler[] }[]>(all.hooks)) {
        for (const group of groups) group.hooks = group.hooks.map((hook) => change(hook, event))
      }
      writeFileSync(settings, JSON.stringify(all, null, 2))
    },
    ledger: () => ledgerOf(foreword('store', 'export')),
    resume: (says) => world.again({ ...going[id], says }),
  }
}

/** Codex runs hooks of a project only if the user has trusted it. */
function trustProject({ home, repo }: Place): void {
  appendFileSync(join(home, '.codex/config.toml'), `[projects."${repo}"]\ntrust_level = "trusted"\n`)
}

/** A plugin runs one program for all events. This replaces it with a script that gets the same arguments. */
function editedPlugin(text: string, file: string, change: Parameters<Shop['edit']>[0]): string {
  const [, words = '[]'] = /^const program = (.*)$/m.exec(text) ?? []
  const [, limit = '0'] = /^const timeoutMs = (.*)$/m.exec(text) ?? []
  const command = [...JSON.parse(words).map((word: string) => `'${word}'`), '"$@"'].join(' ')
  const changed = change({ command, timeout: Number(limit) }, '')
  writeFileSync(`${file}.sh`, changed.command)
  return text
    .replace(/^const program = .*$/m, `const program = ${JSON.stringify(['/bin/sh', `${file}.sh`])}`)
    .replace(/^const timeoutMs = .*$/m, `const timeoutMs = ${changed.timeout}`)
}

function ledgerOf(exported: string): Kept[] {
  const lines = exported
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const texts = new Map(lines.flatMap(({ blob }) => (blob ? [[blob.digest, blob.content]] : [])))
  const entries = lines.flatMap(({ entry }) => entry ?? [])
  const deliveries = entries.flatMap((entry) => parseDeliveryBody(entry) ?? [])
  const injections = entries.filter(({ kind }) => kind === 'injection')
  const kept = injections.map((entry) => {
    const body: InjectionBody = JSON.parse(entry.body)
    const found = deliveries.filter((delivery) => delivery.injection_id === body.injection_id)
    // A verdict is recorded again only if it has changed.
    const repeated = found.find((delivery, i) => isSameVerdict(delivery, found[i - 1]))
    if (repeated !== undefined) throw new Error(`the same verdict twice: ${JSON.stringify(found)}`)
    return keptOf(body, (body.text && texts.get(body.text)) ?? '', found.at(-1) ?? null)
  })
  return kept.filter(({ session }) => session === kept.at(-1)?.session)
}

function isSameVerdict(delivery: DeliveryBody, before: DeliveryBody | undefined): boolean {
  return JSON.stringify(delivery.sections) === JSON.stringify(before?.sections)
}

function keptOf(body: InjectionBody, text: string, delivery: DeliveryBody | null): Kept {
  const sections = delivery?.sections ?? []
  return {
    session: body.session_id,
    text,
    asked: body.asked,
    model: delivery?.model ?? null,
    why: delivery?.why ?? null,
    states: Object.fromEntries(sections.map(({ id, state }) => [id, state])),
    arrived(section) {
      const [start, end] = sections.find(({ id }) => id === section)?.bytes ?? [0, 0]
      return Buffer.from(text).subarray(start, end).toString('utf8')
    },
  }
}

/** Distinct lines with characters that agents are known to change, of a given total length. */
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

/** How many lines of a document a text has. */
export function linesOf(name: string, text: string): number[] {
  return [...text.matchAll(new RegExp(`^(?:.*: )?- ${name} (\\d+): `, 'gm'))].map(([, number]) =>
    Number(number),
  )
}
