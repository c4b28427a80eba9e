import type { Manifest } from '../core/manifest/index.ts'
import type { Clock, Project, Templates } from '../ports/index.ts'

export interface InitOrder {
  readonly project: Project
  readonly preset: string
  readonly manifest: Manifest
  readonly vars: Readonly<Record<string, string>>
  readonly dryRun: boolean
}

export interface Placed {
  readonly path: string
  readonly state: 'written' | 'kept' | 'would write'
}

/** Writes the manifest and the preset's templates, and leaves alone whatever is there. */
export function init(tools: { templates: Templates; clock: Clock }, order: InitOrder): Placed[] {
  const values = placeholders(order, tools.clock.now())
  const files = [
    { path: '.foreword/manifest.yaml', text: manifestText(order) },
    ...tools.templates
      .list(order.preset)
      .map(({ path, text }) => ({ path: fill(path, values), text: fill(text, values) })),
  ]
  // All are looked at before the first is written, so that a refusal leaves nothing behind.
  const { root } = order.project
  const looked = files.map((file) => ({ ...file, free: tools.templates.isFree(root, file.path) }))
  return looked.map(({ path, text, free }) => {
    if (!free) return { path, state: 'kept' }
    return { path, state: order.dryRun ? 'would write' : tools.templates.writeNew(root, path, text) }
  })
}

/** Each variable by its name, and in capitals by its name in capitals: file names cannot hold a colon everywhere. */
function placeholders({ project, manifest, vars }: InitOrder, now: Date): Record<string, string> {
  const base: Record<string, string> = { repo: project.name, date: now.toISOString().slice(0, 10) }
  for (const [name, value] of Object.entries({ ...manifest.vars, ...vars })) base[name] = fill(value, base)
  const capitals = Object.entries(base).map(([name, value]) => [name.toUpperCase(), value.toUpperCase()])
  return { ...Object.fromEntries(capitals), ...base }
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name]! : whole,
  )
}

function manifestText({ preset, manifest, vars, project }: InitOrder): string {
  const settings = Object.entries({ ...manifest.vars, ...vars }).map(
    ([name, value]) => `  ${name}: ${JSON.stringify(fill(value, { repo: project.name }))}`,
  )
  return [
    `# What coding agents are told about this project. Everything not set here comes from the preset "${preset}".`,
    'foreword: 1',
    `name: ${preset}`,
    `extends: preset:${preset}`,
    ...(settings.length > 0 ? ['vars:', ...settings] : []),
    '',
  ].join('\n')
}
