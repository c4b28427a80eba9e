// Queries the program about past injections and checks what holds for every result.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import { json, text, World } from './program.ts'

const schemas = join(import.meta.dirname, '../../docs/reference/output')
const validators = new Map<string, ValidateFunction>()

function validatorOf(command: string): ValidateFunction {
  const file = join(schemas, `${command.replace(' ', '-')}.schema.json`)
  const known = validators.get(command)
  const validator = known ?? new Ajv2020({ strict: false }).compile(JSON.parse(readFileSync(file, 'utf8')))
  validators.set(command, validator)
  return validator
}

/** Exactly one JSON document that matches the published schema. */
// biome-ignore lint/suspicious/noExplicitAny: a document of the program, read field by field
export function documentOf(command: string, out: string): any {
  const value: unknown = JSON.parse(out)
  const validate = validatorOf(command)
  expect(validate(value) ? [] : validate.errors, `${command} --json`).toEqual([])
  return value
}

/** Lines of a diff may be as long as the sent lines. */
const diffLine = /^[-+ ]/
const ownLines: Readonly<Record<string, RegExp>> = {
  diff: diffLine,
  bisect: diffLine,
  /** A word of the packet is not broken. */
  setup: /^ {2}│ +\S+$/,
  context: /^[A-Z]\w+: \d+ sources?/,
}

/** At most 80 columns, except lines that a command must not break. */
export function keepsToTheScreen(page: string, command = ''): void {
  const mayBeLong = ownLines[command] ?? /^$/
  const wide = page.split('\n').filter((line) => [...line].length > 80 && !mayBeLong.test(line))
  expect(wide).toEqual([])
  expectHarmless(page)
}

/** No control character except line break and tab, and no invisible character. */
export function expectHarmless(page: string): void {
  expect(page).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/)
}

/** A separate project and queries on it. */
export class Asking {
  readonly world: World
  readonly repo: string
  /** Added to the world's environment. */
  env: Readonly<Record<string, string>> = {}

  constructor(files: Readonly<Record<string, string>>, name = 'own', world = new World()) {
    this.world = world
    this.repo = join(this.world.dir, name)
    this.write(files)
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [path, content] of Object.entries(files)) this.world.write(join(this.repo, path), content)
  }

  /** The directory with the packet and its receipt, the packet, and the receipt. */
  inject(level: string, ...options: string[]) {
    const { output, ...ran } = this.world.assemble(this.repo, level, ...options)
    expect(ran.code, ran.err).not.toBe(2)
    return {
      ...ran,
      output,
      id: ran.out.trim(),
      packet: ran.code === 0 ? text(output, 'context.md') : '',
      receipt: ran.code === 0 ? json(output, 'receipt.json') : null,
    }
  }

  run(command: string, ...args: string[]) {
    return this.world.foreword([...command.split(' '), ...args], { cwd: this.repo, env: this.env })
  }

  /** The result as a JSON document. */
  ask(command: string, ...args: string[]) {
    const { code, out, err } = this.run(command, '--json', ...args)
    expect([code, err], `${command} ${args.join(' ')}`).toEqual([0, ''])
    return documentOf(command, out)
  }

  /** The result as text. */
  read(command: string, ...args: string[]): string {
    const { code, out, err } = this.run(command, ...args)
    expect([code, err], `${command} ${args.join(' ')}`).toEqual([0, ''])
    keepsToTheScreen(out, command)
    return out
  }

  /** The message of a refusal. Fails if standard output has text. */
  refused(code: number, command: string, ...args: string[]): string {
    const ran = this.run(command, ...args)
    expect([ran.code, ran.out], `${command} ${args.join(' ')}: ${ran.err}`).toEqual([code, ''])
    expectHarmless(ran.err)
    return ran.err
  }

  remove(): void {
    this.world.remove()
  }
}

/** A manifest with tiers, a section that gives way, an opt-in section and a capped section. */
export function manifest(
  over: { readonly render?: string; readonly sections?: string; readonly rest?: string } = {},
): string {
  return `foreword: 1
name: own
measure: chars/4
levels: { standard: { budget: 4000 }, small: { budget: 60 } }
default_level: standard
ceiling: 6000
tiers: { identity: { budget: 2000, authority: rule }, workflow: {} }
render: { format: ${over.render ?? 'xml+markdown'}, attributes: { id: '{injection_id}' } }
sections:
${
  over.sections ??
  `  soul: { tier: identity, sources: ['file:SOUL.md'] }
  rules: { tier: identity, sources: ['file:rules/*.md'], select: all }
  notes: { tier: workflow, sources: ['file:NOTES.md'], cap: 1500, missing: skip }
  extra: { tier: workflow, sources: ['file:EXTRA.md'], when: { flag: more }, missing: skip }
`
}${over.rest ?? 'precedence:\n  - { section: notes, by: drop }\n  - { section: rules, by: drop }\n'}`
}

export const own = {
  '.foreword/manifest.yaml': manifest(),
  'SOUL.md': 'I am a shop.\nI sell things.\n',
  'rules/a.md': 'Rule A: tests first\n',
  'rules/b.md': 'Rule B: no force-push\n',
  'NOTES.md': 'The cart is done.\nThe checkout is next.\n',
} as const
