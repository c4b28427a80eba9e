import type { Manifest } from '../../core/manifest/index.ts'
import { makePlan, makeRequest, orderCandidates, type PlannedSection } from '../../core/plan/index.ts'
import type { Clock, Project, SourceReader, Templates } from '../../ports/index.ts'
import type { PlacedFile } from './propose/init-output.ts'

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

/** Writes the manifest and the preset's templates. Never replaces a file, and never adds one that would hide an existing file. */
export function placeTemplates(deps: InitDeps, input: InitInput): PlacedFile[] {
  const values = listPlaceholders(input, deps.clock.now())
  const files = [
    { path: '.foreword/manifest.yaml', text: formatPresetManifest(input) },
    ...deps.templates
      .list(input.preset)
      .map(({ path, text }) => ({ path: fill(path, values), text: fill(text, values) })),
  ]
  // Check all files before writing the first, so that a refusal leaves nothing behind.
  const { root } = input.project
  const sections = planSections(input)
  const checked = files.map((file) => ({
    ...file,
    free: deps.templates.isFree(root, file.path),
    because: explainFilled(sections, deps.sources, file.path),
  }))
  return checked.map(({ path, text, free, because }) => {
    if (!free) return { path, state: 'kept' }
    if (because !== null) return { path, state: 'kept', because }
    return { path, state: input.dryRun ? 'would write' : deps.templates.writeNew(root, path, text) }
  })
}

/** Plans all sections with their patterns in the project, whatever their conditions. */
function planSections({ project, manifest, vars }: InitInput): readonly PlannedSection[] {
  const sections = Object.entries(manifest.sections).map(([id, { when: _, tier: __, ...rule }]) => {
    const own = rule.sources.filter((source) =>
      /^file:(?!@)/.test(typeof source === 'string' ? source : source.uri),
    )
    return [id, { ...rule, sources: own }]
  })
  const always: Manifest = { ...manifest, sections: Object.fromEntries(sections) }
  return makePlan(always, makeRequest({ repo: project.name, vars })).sections
}

/** Finds the file that already fills the section of a template. The template would hide that file, or the file the template. */
function explainFilled(
  sections: readonly PlannedSection[],
  reader: SourceReader,
  template: string,
): string | null {
  const section = sections.find(({ sources }) =>
    sources.some(({ pattern }) => reader.matches(pattern, template)),
  )
  for (const { pattern, select } of section?.sources ?? []) {
    const candidates = orderCandidates(select === 'latest' ? select : 'all', reader.list(pattern), '')
    const found = candidates.find((path) => !isReadme(path) && reader.read(path).state === 'found')
    if (found !== undefined) return `${section!.heading} is ${found}`
  }
  return null
}

/** A README is only a fallback, so it does not fill a section. */
function isReadme(path: string): boolean {
  return /(^|\/)readme[^/]*$/i.test(path)
}

/** Lists each variable by name, and its upper-case value by the name in upper case, because `:` is not allowed in all file names. */
function listPlaceholders({ project, manifest, vars }: InitInput, now: Date): Record<string, string> {
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

/** Formats a manifest that extends a preset and sets only the project's own variables. */
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
