// Builds dist/: one CommonJS bundle that starts fast, with rooms that load on demand beside it, and the token table.
import { hash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type InputOptions, rolldown } from 'rolldown'
import { loadManifest } from '../src/adapters/manifests/index.ts'
import { sourceSchemes } from '../src/adapters/manifests/schemes.ts'
import type { CheckedPreset } from '../src/adapters/manifests/shipped.ts'
import { shippedPresets } from '../src/adapters/project/index.ts'
import { buildTokenTable } from './build-token-table.ts'
import './check-formats.ts'

if (process.exitCode !== undefined) process.exit()

const root = join(import.meta.dirname, '..')
// Built aside and swapped in, so that a program that starts meanwhile hardly ever meets half a build.
const dist = join(root, `dist.${process.pid}.tmp`)
const old = join(root, `dist.${process.pid}.old`)
const final = join(root, 'dist')
/** What the bundler adds for all files. */
const runtime = 'rolldown-runtime.cjs'

/** What a document seldom needs is made when one does, and what finds links in a text never is. */
const lean: InputOptions['plugins'] = {
  name: 'lean',
  transform(code, id) {
    if (id.includes('/node_modules/linkify-it/')) return 'export class LinkifyIt {}'
    return leaner(code, Object.entries(leanings).find(([end]) => id.endsWith(end))?.[1] ?? [])
  },
}

/** By the end of a module's path: what stands in it, and what stands there in the build. */
const leanings: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  '/adapters/markdown/fields.ts': [
    [/import \* as yaml from 'yaml'/, ''],
    [/\} = yaml$/gm, "} = require('yaml')"],
  ],
  // Thousands of names of characters, for a title or an address that has one.
  '/node_modules/entities/dist/generated/decode-data-html.js': [
    [/const htmlDecodeTree = (.*);$/m, 'let tree; export const htmlDecodeTree = () => (tree ??= $1);'],
    [/export let/, 'let'],
  ],
  '/node_modules/entities/dist/decode.js': [[/= htmlDecodeTree;/, '= htmlDecodeTree();']],
  // Sets each of the dozen fields of a token in the longest way that there is.
  '/node_modules/markdown-it/dist/markdown-it.mjs': [
    [/(?<=function _defineProperty\(e, r, t\) \{)[\s\S]*?\n\}/, ' e[r] = t; return e }'],
  ],
}

function leaner(code: string, changes: readonly (readonly [RegExp, string])[]): string | null {
  if (changes.length === 0) return null
  return changes.reduce((text, [from, to]) => {
    const changed = text.replace(from, to)
    if (changed === text) throw new Error(`the build looks for ${from} in vain`)
    return changed
  }, code)
}

/** What a file uses of others has a name of its own there: to ask an object for it at every use takes longer than many a use. */
const direct: InputOptions['plugins'] = {
  name: 'direct',
  renderChunk(code) {
    const required = /^const (require_[\w$]+) = require\("(\.\/[\w-]+\.cjs)"\);$/gm
    return [...code.matchAll(required)].reduce((text, [line, module = '', file = '']) => {
      // These come when they are asked for, or under another name.
      if (file === './yaml.cjs' || file === `./${runtime}`) return text
      const itself = `(?<![\\w$])${module.replaceAll('$', '\\$')}(?![\\w$])`
      const uses = new RegExp(`${itself}\\.([\\w$]+)`, 'g')
      const names = [...new Set([...text.matchAll(uses)].map(([, name]) => name!))]
      const own = names.map((name) => `${name}: ${module}_${name}`).join(', ')
      const named = text
        .replace(uses, (_, name) => `${module}_${name}`)
        .replace(line, () => `const { ${own} } = require("${file}");`)
      if (new RegExp(itself).test(named)) throw new Error(`the build cannot name what ${file} has`)
      return named
    }, code)
  },
}

const options = {
  platform: 'node',
  plugins: [lean],
  preserveEntrySignatures: 'allow-extension',
  treeshake: { moduleSideEffects: false },
  onLog(level, log, handle) {
    if (level === 'warn') throw new Error(log.message)
    handle(level, log)
  },
} satisfies InputOptions

// Each file that is loaded costs as much as what is in it. So a hook loads one; at a prompt one more, and where something has changed
// what compiles and what parses; a command that has nothing to compile loads neither.
const main = await neededAtOnce('bin/main.ts')
const turn = await neededAtOnce('src/compose/refresh.ts')
const judge = await neededAtOnce('src/compose/delivery.ts')
const compile = await neededAtOnce(
  ...[
    'src/app/fresh.ts',
    'src/app/planned.ts',
    'src/app/hook/last-good.ts',
    'src/app/clean.ts',
    'src/compose/outside.ts',
    'src/core/plan/plan.ts',
  ],
  ...['files', 'tokenizer'].map((room) => `src/adapters/${room}/index.ts`),
)
// What tells a session something with a prompt.
const news = await neededAtOnce('src/app/refresh/look.ts', 'src/app/hook/repair.ts')
// A bundle parses nothing.
const markdown = await neededAtOnce('src/adapters/markdown/index.ts')
const load = await neededAtOnce(
  ...['src/surfaces/cli/commands/load.ts', 'src/app/load.ts', 'src/app/spread/spread.ts'],
)
const commands = await neededAtOnce('bin/commands.ts')
// What makes a packet for an agent, and so waits for one.
const packets = await neededAtOnce(
  ...['assemble', 'dispatch', 'explain'].map((name) => `src/surfaces/cli/commands/${name}.ts`),
  'src/adapters/runs/index.ts',
)
// A module goes to the first that wants it.
const groups = [
  // Nearly everything uses a value or two.
  { name: 'main', test: (id: string) => main.has(id) || /\/src\/core\/(values|manifest\/nearest)/.test(id) },
  { name: 'yaml', test: (id: string) => id.includes('/node_modules/yaml/') },
  { name: 'turn', test: (id: string) => turn.has(id) || /\/src\/core\/address\//.test(id) },
  { name: 'judge', test: (id: string) => judge.has(id) },
  { name: 'compile', test: (id: string) => compile.has(id) },
  { name: 'markdown', test: (id: string) => markdown.has(id) },
  { name: 'news', test: (id: string) => news.has(id) },
  { name: 'commands', test: (id: string) => commands.has(id) },
  { name: 'load', test: (id: string) => load.has(id) },
  { name: 'packets', test: (id: string) => packets.has(id) },
].map((group, i, all) => ({ ...group, priority: all.length - i }))

const bundle = await rolldown({
  ...options,
  plugins: [lean, direct],
  input: { main: join(root, 'bin/main.ts') },
})
const { output } = await bundle.write({
  dir: dist,
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name].cjs',
  minify: { compress: true, mangle: true },
  codeSplitting: { groups, includeDependenciesRecursively: false },
})
await bundle.close()
refuseCircles()
buildTokenTable(join(dist, 'o200k.bin'))
writePresets()
stamp()
writeFileSync(join(dist, 'LICENSES.txt'), licences())
if (existsSync(final)) renameSync(final, old)
renameSync(dist, final)
rmSync(old, { recursive: true, force: true })
for (const chunk of output)
  if (chunk.type === 'chunk') console.log(`${chunk.fileName}  ${chunk.code.length} bytes`)

/** The modules of which something is left when everything that loads later is taken away. */
async function neededAtOnce(...entries: string[]): Promise<ReadonlySet<string>> {
  const later = { name: 'later', resolveDynamicImport: (id: string) => ({ id, external: true }) }
  const input = entries.map((entry) => join(root, entry))
  const alone = await rolldown({ ...options, input, plugins: [lean, later] })
  const { output } = await alone.generate({ format: 'cjs' })
  await alone.close()
  return new Set(output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : [])))
}

/** A file that waits for one that waits for it would see none of its names: they are listed when all else is done. */
function refuseCircles(): void {
  const imports = new Map(
    output.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one.imports]] : [])),
  )
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) throw new Error(`these files wait for one another: ${path.join(', ')}`)
    for (const next of imports.get(file) ?? []) visit(next, [...path, file])
  }
  for (const file of imports.keys()) visit(file, [])
}

/**
 * Packets and code kept by another build are not taken for this one's: it may compile differently. A file is what bin/foreword.cjs runs, a
 * function; without a letter beyond ASCII it is read a byte a letter.
 */
function stamp(): void {
  const chunks = output.filter((chunk) => chunk.type === 'chunk')
  const id = hash('sha256', chunks.map((chunk) => chunk.code).join('')).slice(0, 16)
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  const own = chunks.find(({ fileName }) => fileName === runtime)?.code ?? ''
  rmSync(join(dist, runtime), { force: true })
  for (const { fileName, code } of chunks.filter((chunk) => chunk.fileName !== runtime)) {
    // Of YAML a document may need none, and then it is not loaded.
    const late = '=new Proxy({},{get:(_,name)=>require("./yaml.cjs")[name]})'
    const lazy = code
      .replaceAll('=require("./yaml.cjs")', late)
      .replaceAll(`require("./${runtime}")`, 'require("./main.cjs").runtime')
    const listed = fileName === 'main.cjs' ? listedAtOnce(lazy, own) : listedPlainly(lazy)
    const text = listed.replaceAll('@@BUILD@@', id).replace(/[^\0-\x7f]/g, escaped)
    writeFileSync(
      join(dist, fileName),
      `/*${id}*/(function(exports,require,module,__filename,__dirname){${text}\n})`,
    )
  }
}

/**
 * What the first file has for others, in one list that is made when another file is loaded. To add them to an object one by one takes longer
 * than most of what a hook does, and where nothing has changed nobody asks for them. What the bundler adds for all files is among them: a
 * file of its own takes longer to load than what is in it.
 */
function listedAtOnce(code: string, added: string): string {
  const one = /[,;]exports\.([\w$]+)=([\w$]+|`[^`]*`)/g
  const [tail = ''] = /(?:[,;]exports\.[\w$]+=(?:[\w$]+|`[^`]*`))+;\s*$/.exec(code) ?? []
  const names = [...tail.matchAll(one)].map(([, name, value]) => `${name}:${value}`)
  if (names.length === 0 || names.length !== code.split('exports.').length - 1)
    throw new Error('the build looks in vain for what main.cjs exports')
  const runtime = `runtime:(exports=>{${added};return exports})({})`
  const list = `module,"exports",{get:()=>listed??={${[...names, runtime].join(',')}}}`
  return `${code.slice(0, -tail.length)};let listed;Object.defineProperty(${list});`
}

/**
 * What any other file has for others, in one list. The bundler gives each name a getter: these take longer to make than what they are for,
 * and every use calls one. No name is ever given another value, and no two files wait for one another.
 */
function listedPlainly(code: string): string {
  const getter =
    /Object\.defineProperty\(exports,"([\w$]+)",\{enumerable:!0,get:function\(\)\{return *([\w$]+|`[^`]*`)\}\}\)/
      .source
  const [tail = ''] = new RegExp(String.raw`(?:[,;]?${getter})+;?\s*$`).exec(code) ?? []
  const names = [...tail.matchAll(new RegExp(getter, 'g'))].map(([, name, value]) => `${name}:${value}`)
  if (names.length !== code.split('defineProperty(exports,').length - 1)
    throw new Error('the build looks in vain for what a file exports')
  return tail === '' ? code : `${code.slice(0, -tail.length)};module.exports={${names.join(',')}};`
}

/** Presets as they are after checking: whoever uses one as it is need not parse it. */
function writePresets(): void {
  const presets = join(root, 'presets')
  const sha256 = (bytes: string | Uint8Array) => `sha256:${hash('sha256', bytes)}`
  const { published } = shippedPresets(presets)
  mkdirSync(join(dist, 'presets'))
  for (const { name } of readdirSync(presets, { withFileTypes: true }).filter((one) => one.isDirectory())) {
    const file = join(presets, name, 'manifest.yaml')
    const { manifest, chain } = loadManifest(file, {
      presets,
      hash: sha256,
      schemes: sourceSchemes,
      published,
    })
    const checked: CheckedPreset = { digest: chain[0]!.digest, manifest }
    writeFileSync(join(dist, 'presets', `${name}.json`), JSON.stringify(checked))
    copyFileSync(file, join(dist, 'presets', `${name}.yaml`))
  }
}

/** What is bundled is redistributed: its licences go along. */
function licences(): string {
  const bundled = new Set(
    output
      .flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
      .flatMap((id) => {
        const match = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)
        return match === null ? [] : [match[0]]
      }),
  )
  return [...bundled]
    .sort()
    .map((directory) => {
      const { name, version, license } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
      return `${name} ${version} (${license})\n\n${licenceText(directory)}\n`
    })
    .join(`\n${'-'.repeat(80)}\n\n`)
}

function licenceText(directory: string): string {
  for (const name of ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'license', 'LICENSE-MIT.txt']) {
    try {
      return readFileSync(join(directory, name), 'utf8')
    } catch {
      // The next spelling.
    }
  }
  // Some have it at the end of their README.
  const readme = readFileSync(join(directory, 'README.md'), 'utf8')
  const text = /^#+ licen[cs]e\s*\n([\s\S]*without limitation the rights[\s\S]*)/im.exec(readme)?.[1]
  if (text !== undefined) return text.trim()
  throw new Error(`no licence text in ${directory}`)
}
