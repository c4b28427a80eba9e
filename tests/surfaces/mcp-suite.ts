// Runs the official conformance suite against `foreword serve` and returns the result of each scenario.
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { World } from './program.ts'

const require = createRequire(import.meta.url)
const program = require.resolve('@modelcontextprotocol/conformance/dist/index.js')
const run = promisify(execFile)

export interface Check {
  readonly id: string
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  readonly errorMessage?: string
}

export type Results = ReadonlyMap<string, readonly Check[]>

/** Plugins provide the addresses that the suite reads. */
const manifest = `foreword: 1
name: conformance
scheme: test
measure: chars/4
levels: { all: { budget: 900 } }
default_level: all
ceiling: 900
plugins:
  static-text: { about: A text that does not change, provides: [text] }
  template: { about: One for each id, provides: [data] }
  watched-resource: { about: A text that is waited for, provides: [text] }
sections: { rules: { sources: ["file:README.md"] } }
`
const plugins = `plugins:
  static-text: { command: [/bin/echo, This is the content of the static text resource.] }
  template: { command: [/bin/cat] }
  watched-resource: { command: [/bin/echo, Waited for.] }
`

export function suiteProject(world: World): string {
  world.write(join(world.dir, 'home/.config/foreword/plugins.yaml'), plugins)
  const root = world.project({ '.foreword/manifest.yaml': manifest, 'README.md': 'Be kind.\n' }, 'suite')
  const { code, err } = world.foreword(['trust', '--yes'], { cwd: root })
  if (code !== 0) throw new Error(err)
  return root
}

/** All scenarios of the suite for servers. */
export async function scenarios(...options: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await run(process.execPath, [program, 'list', '--server', ...options])
  return [...stdout.matchAll(/^ +- (\S+)/gm)].map(([, name]) => name!)
}

/** Runs the scenarios that the options choose in one process. */
export async function runSuite(world: World, url: string, options: readonly string[]): Promise<Results> {
  const into = join(world.dir, `results-${options.join('')}-${new URL(url).port}`)
  mkdirSync(into)
  const args = [program, 'server', '--url', url, '-o', into, ...options]
  // Exits with 1 if a check failed; the files have the details.
  await run(process.execPath, args, { env: world.env, maxBuffer: 1e8 }).catch(() => {})
  return new Map(readdirSync(into).map((name) => [scenarioOf(name), checksIn(join(into, name))]))
}

/** `server-NAME-2026-11-16T18-14-40-807Z` */
function scenarioOf(directory: string): string {
  return directory.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '')
}

function checksIn(directory: string): readonly Check[] {
  return JSON.parse(readFileSync(join(directory, 'checks.json'), 'utf8'))
}

/** In each scenario, the suite checks every message of ours against the schema of its protocol version. */
export const schemaCheck = 'wire-schema-valid'

/** The scenario ran at least one check of its own, and all passed. */
export function passes(checks: readonly Check[]): boolean {
  const own = checks.filter(({ id, status }) => id !== schemaCheck && status !== 'INFO')
  return own.length > 0 && own.every(({ status }) => status === 'SUCCESS')
}
