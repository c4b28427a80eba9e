// Writes docs/reference and the man page from the tables in the code. `--check` fails if a page is out of date.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import packageJson from '../package.json' with { type: 'json' }
import type { OutputSchema } from '../src/app/output/index.ts'
import { checkRules } from '../src/core/check/index.ts'
import {
  buildManifestJsonSchema,
  buildPublishedJsonSchema,
  reducerForms,
} from '../src/core/manifest/index.ts'
import { builtInClasses, ruleSets, structureRules, tokenFormats } from '../src/core/redact/index.ts'
import { diagnosticCodes, refusalCodes } from '../src/core/values/index.ts'
import type { Command } from '../src/surfaces/cli/command.ts'
import { loadCommands } from '../src/surfaces/cli/commands/index.ts'
import { errorOutput } from '../src/surfaces/cli/error-output.ts'
import { formatCommandHelp } from '../src/surfaces/cli/help.ts'
import { formatManPage } from './format-man-page.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs', 'reference')
const manPage = relative(folder, join(root, 'man', 'foreword.1'))
const made = '<!-- Made by `npm run docs` from the tables in the code. Edit those. -->\n\n'

const commands = await loadCommands()
const withJson = commands.filter((command) => command.options.some((option) => option.name === 'json'))

const pages: Record<string, string> = {
  'manifest.schema.json': `${JSON.stringify(buildManifestJsonSchema(), null, 2)}\n`,
  'published.schema.json': publishedSchema(),
  'manifest.md': `${made}# The manifest\n\nFor editors: \`# yaml-language-server: $schema=…/docs/reference/manifest.schema.json\`.\n\n${schemaRows(buildManifestJsonSchema() as Schema)}`,
  'cli.md': `${made}# Commands\n\nThe output of \`--json\` is on [its own page](output.md).\n${commands.map((command) => `\n## ${command.name}\n\n\`\`\`text\n${formatCommandHelp(command)}\`\`\`\n`).join('')}`,
  [manPage]: formatManPage(packageJson.description, commands),
  'output.md': `${made}# Output of \`--json\`\n\nOne document on standard output. Its schema (JSON Schema 2020-12) is linked here.\n\nA command that fails prints a document with \`error\` instead, with the same exit code as without \`--json\`. [trouble.md](trouble.md) lists the codes.\n\n${table(
    ['command', 'schema'],
    [
      ['an error', schemaLink('error')],
      ...withJson.map(({ name }) => [`\`foreword ${name}\``, schemaLink(name)]),
    ],
  )}`,
  [schemaFile('error')]: formatOutputSchema('error', errorOutput),
  ...Object.fromEntries(withJson.map((command) => [schemaFile(command.name), outputSchema(command)])),
  'reducers.md': `${made}# Reducers\n\nWays to shorten a section. All are deterministic; none calls a model.\n\n${table(
    ['reducer', 'what is left'],
    Object.entries(reducerForms).map(([name, form]) => [
      `\`${name}${formatArguments(form.takes)}\``,
      form.about,
    ]),
  )}`,
  'checks.md': `${made}# Checks\n\nThe checks of \`foreword check\`. \`foreword check --explain CODE\` prints the same.\n\n${table(
    ['code', 'severity', 'finds', 'meaning'],
    Object.entries(checkRules).map(([code, { severity, title, about }]) => [
      `\`${code}\``,
      severity,
      title,
      about,
    ]),
  )}`,
  'redaction.md': `${made}${redactionPage()}`,
  'trouble.md': `${made}# Diagnostics and refusals\n\n## Diagnostics\n\nFacts worth knowing that did not stop the packet.\n\n${table(
    ['code', 'meaning'],
    Object.entries(diagnosticCodes).map(([code, about]) => [`\`${code}\``, about]),
  )}\n## Refusals\n\nNothing was sent.\n\n${table(
    ['code', 'meaning', 'exit code'],
    Object.entries(refusalCodes).map(([code, { about, exit }]) => [`\`${code}\``, about, String(exit)]),
  )}`,
}

/** The schema of the published form of a manifest, with the tiers of the preset that uses it. */
function publishedSchema(): string {
  const presets = join(import.meta.dirname, '..', 'presets')
  const { published } = JSON.parse(readFileSync(join(presets, 'presets.json'), 'utf8'))
  const [file, preset] = Object.entries(published as Record<string, string>)[0]!
  const { tiers } = parse(readFileSync(join(presets, preset, 'manifest.yaml'), 'utf8'))
  const { $schema, ...rest } = buildPublishedJsonSchema(Object.keys(tiers))
  return `${JSON.stringify({ $schema, title: file, ...rest }, null, 2)}\n`
}

function redactionPage(): string {
  const formats = tokenFormats.map(({ id, vendor, kind, shape, from }) => [
    `\`${id}\``,
    `[${vendor}](${from})`,
    kind,
    `\`${shape.replaceAll('|', '\\|')}\``,
  ])
  return `# Redaction rules

A manifest names sets of rules with \`redact.sets\` (\`default\` unless it says otherwise) and single rules with \`redact.add\`; \`foreword scrub\` takes \`--set\`, \`--add\` and \`--without\`.

## default

\`hidden-text\` removes invisible text: control characters, escape sequences, invisible Unicode.

${table(
  ['rule', 'what it takes'],
  Object.entries(structureRules).map(([id, about]) => [`\`${id}\``, about]),
)}
Formats that vendors publish. A run is written \`{characters:length}\`.

${table(['rule', 'vendor', 'kind', 'shape'], formats)}
## published

The fifteen patterns of the published zeOS design, exactly as published. One of them matches every run of 40 hexadecimal digits, such as every commit id. Another matches certificates, which are public.

${ruleSets.published.map((id) => `- \`${id}\``).join('\n')}

## personal

Personal data. Off by default.

${ruleSets.personal.map((id) => `- \`${id}\``).join('\n')}

## Prohibited classes

Content of these built-in classes may not come from unverified sources and may not be stored in tactical memory. A manifest adds or replaces classes with \`prohibited\`. \`drop\` removes the whole text.

${table(
  ['class', 'action', 'found by', 'marker'],
  Object.entries(builtInClasses).map(([name, builtIn]) => [
    `\`${name}\``,
    builtIn.action,
    describeDetection(builtIn),
    [...new Set([...Object.values(builtIn.markers), builtIn.marker])]
      .map((marker) => `\`${marker}\``)
      .join(' '),
  ]),
)}`
}

function describeDetection({ sets, rules, words, names }: (typeof builtInClasses)[string]): string {
  const parts = [
    ['sets', sets],
    ['rules', rules],
    ['names', names],
    ['words', words],
  ] as const
  return parts
    .filter(([, list]) => list.length > 0)
    .map(([what, list]) => `${what}: ${list.map((name) => `\`${name}\``).join(', ')}`)
    .join('; ')
}

function schemaFile(command: string): string {
  return `output/${command.replaceAll(' ', '-')}.schema.json`
}

function schemaLink(name: string): string {
  return `[${schemaFile(name)}](${schemaFile(name)})`
}

function outputSchema({ name, outputSchema }: Command): string {
  if (outputSchema === null) throw new Error(`"foreword ${name}" has --json but no output schema`)
  return formatOutputSchema(`foreword ${name} --json`, outputSchema)
}

function formatOutputSchema(title: string, schema: OutputSchema): string {
  const { $schema, ...rest } = z.toJSONSchema(schema(z), { target: 'draft-2020-12' })
  return `${JSON.stringify({ $schema, title, ...rest }, null, 2)}\n`
}

interface Schema {
  description?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
}

function formatArguments(takes: number | 'labels'): string {
  if (takes === 'labels') return '(label, …)'
  return ['', '(n)', '(n, m)'][takes]!
}

function schemaRows(schema: Schema): string {
  const rows: string[][] = []
  const walk = (here: Schema, path: string) => {
    for (const [key, inner] of Object.entries(here.properties ?? {}))
      visit(inner, path === '' ? key : `${path}.${key}`)
    if (typeof here.additionalProperties === 'object') visit(here.additionalProperties, `${path}.*`)
    if (here.items !== undefined) visit(here.items, `${path}[]`)
    for (const branch of here.anyOf ?? []) walk(branch, path)
  }
  const visit = (inner: Schema, path: string) => {
    rows.push([
      `\`${path}\``,
      describeType(inner),
      inner.default === undefined ? '' : `\`${JSON.stringify(inner.default)}\``,
      inner.description ?? '',
    ])
    walk(inner, path)
  }
  walk(schema, '')
  return table(['key', 'value', 'default', 'meaning'], rows)
}

function describeType(schema: Schema): string {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${value}\``).join(', ')
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(describeType))].join(' or ')
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  return (
    ({ object: 'mapping', array: 'list', integer: 'whole number' } as Record<string, string>)[
      schema.type ?? ''
    ] ??
    schema.type ??
    'any'
  )
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`
  return line(head) + line(head.map(() => '---')) + rows.map(line).join('')
}

const check = process.argv.includes('--check')
mkdirSync(folder, { recursive: true })
const stale = Object.entries(pages).filter(([name, text]) => {
  const file = join(folder, name)
  return !existsSync(file) || readFileSync(file, 'utf8') !== text
})
const foreign = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => !entry.isDirectory())
  .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  .filter((name) => !(name in pages))
if (check && (stale.length > 0 || foreign.length > 0)) {
  console.error(
    `The generated pages are not up to date (${[...stale.map(([name]) => name), ...foreign].join(', ')}): run "npm run docs"`,
  )
  process.exit(1)
}
if (!check)
  for (const [name, text] of stale) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
