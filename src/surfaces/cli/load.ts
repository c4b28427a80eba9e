import type { Loaded } from '../../app/index.ts'
import type { BundleWish } from '../../core/plan/index.ts'
import { type Call, option, projectOf, requestOf, warn } from './options.ts'
import { usage } from './parse.ts'
import { visible } from './visible.ts'

/** Prints the bundle and nothing else on standard output; what is worth knowing goes to standard error. */
export async function load(call: Call): Promise<number> {
  const { parsed, app, terminal } = call
  const { options } = parsed
  const directory = option(parsed, 'project-dir')
  // A variable that nobody set: the bundle of another project would be taken for that of this one.
  if (directory === '') throw usage(call.command, '--project-dir needs a value: --project-dir=DIR')
  const project = projectOf(call, directory ?? app.projectAround(), 'bundle')
  const explain = options.has('explain')
  if (options.has('json') && !explain)
    throw usage(call.command, '--json goes with --explain; a bundle is JSON')
  const file = option(parsed, 'out-file')
  const force = options.has('force')
  if (force && file === undefined) throw usage(call.command, '--force goes with --out-file')
  const adapters = (options.get('adapter') ?? []).map((text) => adapterOf(call, text))
  const inputs = adapters.flatMap((one) => one.file ?? [])
  const output = file === undefined ? null : await app.outputIn(project, { file, force, inputs })
  const bundle: BundleWish = {
    documents: countOf(call, 'max-files', 100_000),
    excerpt: countOf(call, 'max-chars-per-file', 10_000_000),
    fallback: option(parsed, 'fallback') ?? null,
    adapters,
    output: output?.within ?? null,
  }
  const flags = [
    ...(options.get('flag') ?? []),
    ...(options.has('tactical') ? ['tactical'] : []),
    ...(adapters.length > 0 ? ['adapter'] : []),
  ]
  const level = option(parsed, 'profile') ?? null
  const request = { ...requestOf(call, project, { level, task: taskOf(call), bundle }), flags }
  const session = option(parsed, 'session')
  const loaded = await app.load({ project, request, session, explain, deliver: output?.write ?? null })
  warn(call, [
    ...loaded.diagnostics,
    ...loaded.troubles.map(({ detail }) => ({ severity: 'warning', detail })),
  ])
  if (explain) await showExplanation(call, loaded)
  else if (output === null) terminal.out(terminal.style === 'colour' ? visible(loaded.text) : loaded.text)
  return options.has('strict') ? strictly(call, loaded) : 0
}

/** What draws tables is loaded by who wants to see one. */
async function showExplanation(call: Call, loaded: Loaded): Promise<void> {
  const explanation = loaded.explanation()
  const { print } = await import('./asking.ts')
  const { explanationView } = await import('./views/load.ts')
  print(call, explanation, (paint) => explanationView(explanation, paint))
}

function strictly({ terminal }: Call, { wanting }: Loaded): number {
  for (const one of wanting) terminal.err(`foreword: not whole: ${visible(one)}\n`)
  return wanting.length === 0 ? 0 : 1
}

function countOf({ command, parsed }: Call, name: string, most: number): number | null {
  const text = option(parsed, name)
  if (text === undefined) return null
  const count = Number(text)
  if (/^[1-9]\d*$/.test(text) && count <= most) return count
  throw usage(command, `--${name} must be a whole number from 1 to ${most}, not "${text}"`)
}

function taskOf({ parsed, app }: Call): string | null {
  const task = option(parsed, 'task')
  return task === '-' ? app.readText(null) : (task ?? null)
}

function adapterOf({ command }: Call, text: string): BundleWish['adapters'][number] {
  const equals = text.indexOf('=')
  const name = equals === -1 ? text : text.slice(0, equals)
  const file = equals === -1 ? null : text.slice(equals + 1)
  if (!/^[a-z][a-z0-9_-]*$/.test(name) || file === '')
    throw usage(command, `--adapter must look like NAME or NAME=FILE, not "${text}"`)
  return { name, file }
}
