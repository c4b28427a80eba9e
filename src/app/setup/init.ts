import type { Manifest } from '../../core/manifest/index.ts'
import { makePlan, makeRequest, orderCandidates, type PlannedSection } from '../../core/plan/index.ts'
import type { Clock, Project, SourceReader, Templates } from '../../ports/index.ts'
import type { Placed } from './propose/outputs.ts'

export interface InitInput {
  readonly project: Project
  readonly preset: string
  readonly manifest: Manifest
  readonly vars: Readonly<Record<string, string>>
  readonly dryRun: boolean
}

export interface InitDeps {
  readonly templates: Templates
  readonly clock: Clock
  readonly sources: SourceReader
}

/** Writes the manifest and the preset's templates, leaves alone whatever is there, and puts nothing in front of it. */
export function placeTemplates(tools: InitDeps, order: InitInput): Placed[] {
  const values = placeholders(order, tools.clock.now())
  const files = [
    { path: '.foreword/manifest.yaml', text: formatPresetManifest(order) },
    ...tools.templates
      .list(order.preset)
      .map(({ path, text }) => ({ path: fill(path, values), text: fill(text, values) })),
  ]
  // All are looked at before the first is written, so that a refusal leaves nothing behind.
  const { root } = order.project
  const sections = sectionsOf(order)
  const looked = files.map((file) => ({
    ...file,
    free: tools.templates.isFree(root, file.path),
    because: filledBy(sections, tools.sources, file.path),
  }))
  return looked.map(({ path, text, free, because }) => {
    if (!free) return { path, state: 'kept' }
    if (because !== null) return { path, state: 'kept', because }
    return { path, state: order.dryRun ? 'would write' : tools.templates.writeNew(root, path, text) }
  })
}

/** Every section with its own patterns below the project, whatever it is asked for. */
function sectionsOf({ project, manifest, vars }: InitInput): readonly PlannedSection[] {
  const sections = Object.entries(manifest.sections).map(([id, { when: _, tier: __, ...rule }]) => {
    const own = rule.sources.filter((one) => /^file:(?!@)/.test(typeof one === 'string' ? one : one.uri))
    return [id, { ...rule, sources: own }]
  })
  const always: Manifest = { ...manifest, sections: Object.fromEntries(sections) }
  return makePlan(always, makeRequest({ repo: project.name, vars })).sections
}

/** A template is for the section whose sources would find it. It would shadow, or be shadowed by, what they find now. */
function filledBy(
  sections: readonly PlannedSection[],
  reader: SourceReader,
  template: string,
): string | null {
  const section = sections.find(({ sources }) => sources.some((one) => reader.matches(one.pattern, template)))
  for (const { pattern, select } of section?.sources ?? []) {
    const candidates = orderCandidates(select === 'latest' ? select : 'all', reader.list(pattern), '')
    const found = candidates.find((path) => !isReadme(path) && reader.read(path).state === 'found')
    if (found !== undefined) return `${section!.heading} is ${found}`
  }
  return null
}

/** It stands in for what is missing and does not take its place. */
function isReadme(path: string): boolean {
  return /(^|\/)readme[^/]*$/i.test(path)
}

/** Each variable by its name, and in capitals by its name in capitals: file names cannot hold a colon everywhere. */
function placeholders({ project, manifest, vars }: InitInput, now: Date): Record<string, string> {
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

/** A manifest of the project's own that says only what is its own. */
export function formatPresetManifest(
  { preset, manifest, vars, project }: Omit<InitInput, 'dryRun'>,
  why?: string,
): string {
  const settings = Object.entries({ ...manifest.vars, ...vars }).map(
    ([name, value]) => `  ${name}: ${JSON.stringify(fill(value, { repo: project.name }))}`,
  )
  return [
    `# What coding agents are told about this project. Everything not set here comes from the preset "${preset}".`,
    ...(why === undefined ? [] : [`# ${why}`]),
    'foreword: 1',
    `name: ${preset}`,
    `extends: preset:${preset}`,
    ...(settings.length > 0 ? ['vars:', ...settings] : []),
    '',
  ].join('\n')
}
