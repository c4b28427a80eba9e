// Builds dist/: two CommonJS entries (hook and command line) with the chunks they import, checked presets, and the token table.
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
import { type OutputChunk, rolldown } from 'rolldown'
import { readShippedPresets } from '../src/adapters/files/index.ts'
import { loadManifest } from '../src/adapters/manifests/index.ts'
import type { CheckedPreset } from '../src/adapters/manifests/shipped-manifest.ts'
import { sourceSchemes } from '../src/adapters/manifests/source-schemes.ts'
import { buildTokenTable } from './build-token-table.ts'
import './check-formats.ts'
import { entitiesPlugin } from './entities-plugin.ts'
import { formatTablePlugin } from './format-table.ts'
import { packageAlias } from './package-alias.ts'

if (process.exitCode !== undefined) process.exit()

const root = join(import.meta.dirname, '..')
// Built in a temporary directory and renamed, so that a program that starts meanwhile finds a complete build.
const dist = join(root, `dist.${process.pid}.tmp`)
const old = join(root, `dist.${process.pid}.old`)
const final = join(root, 'dist')
/** A command that finds its packet in the cache loads these modules and their imports, and not the engine. */
const packetModules = sourceFiles(
  'surfaces/cli/commands/assemble.ts',
  'app/engine/get-packet.ts',
  'app/engine/inject-packet.ts',
  'adapters/runs/publish.ts',
)
/** The modules whose imports make up one file: everything that compiles a packet. */
const engineModules = sourceFiles(
  'app/engine/compile-request.ts',
  'app/redaction/project-redaction-rules.ts',
  'adapters/files/open-files.ts',
  'adapters/secrets/known-secrets.ts',
  'adapters/tokenizer/counter.ts',
)

const chunks = [...(await bundle('hook')), ...(await bundle('command-line'))]
buildTokenTable(join(dist, 'o200k.bin'))
writePresets()
writeBuildId()
writeFileSync(join(dist, 'LICENSES.txt'), licences())
if (existsSync(final)) renameSync(final, old)
renameSync(dist, final)
rmSync(old, { recursive: true, force: true })
for (const { fileName, code } of chunks) console.log(`${fileName}  ${code.length} bytes`)

/**
 * One program: an entry that holds what every run needs, and files for what is imported later. The two programs share no file, so that a
 * hook does not load what only the command line needs.
 */
async function bundle(name: 'hook' | 'command-line'): Promise<OutputChunk[]> {
  const built = await rolldown({
    platform: 'node',
    resolve: { alias: packageAlias },
    plugins: [formatTablePlugin, entitiesPlugin],
    input: { [name]: join(root, 'bin', `${name}.ts`) },
    preserveEntrySignatures: 'allow-extension',
    treeshake: { moduleSideEffects: false },
    onLog(level, log, handle) {
      // Expected: one part imports a module dynamically that another part imports statically.
      if (log.code === 'INEFFECTIVE_DYNAMIC_IMPORT') return
      if (level === 'warn') throw new Error(log.message)
      handle(level, log)
    },
  })
  const { output } = await built.write({
    dir: join(dist, name),
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    minify: true,
    // V8 keeps a source of ASCII in half the memory and parses it faster.
    charset: 'ascii',
    codeSplitting: {
      groups: [
        { name, tags: ['$initial'], priority: 3 },
        { name: 'packet', test: (id) => packetModules.includes(id), priority: 2 },
        { name: 'engine', test: (id) => engineModules.includes(id), priority: 1 },
      ],
    },
  })
  await built.close()
  return output.filter((chunk) => chunk.type === 'chunk')
}

/** Fails for a file that was moved: a group without modules would make the program slower and nothing else. */
function sourceFiles(...files: readonly string[]): string[] {
  const paths = files.map((file) => join(root, 'src', file))
  for (const path of paths)
    if (!existsSync(path)) throw new Error(`scripts/build.ts names ${path}, which does not exist`)
  return paths
}

/** Part of every cache key: another build may compile the same sources to another packet. */
function writeBuildId(): void {
  const build = hash('sha256', chunks.map(({ code }) => code).join('')).slice(0, 16)
  writeFileSync(join(dist, 'build.json'), `${JSON.stringify({ build })}\n`)
}

/** Writes checked presets, so that a project with an unchanged preset need not parse it. */
function writePresets(): void {
  const presets = join(root, 'presets')
  const sha256 = (bytes: string | Uint8Array) => `sha256:${hash('sha256', bytes)}`
  const { published } = readShippedPresets(presets)
  mkdirSync(join(dist, 'presets'))
  for (const { name } of readdirSync(presets, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )) {
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

/** Bundled packages are redistributed, so their licences must be included. */
function licences(): string {
  const bundled = new Set(
    chunks
      .flatMap(({ moduleIds }) => moduleIds)
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
      // Try the next spelling.
    }
  }
  // Some packages have it at the end of their README.
  const readme = readFileSync(join(directory, 'README.md'), 'utf8')
  const text = /^#+ licen[cs]e\s*\n([\s\S]*without limitation the rights[\s\S]*)/im.exec(readme)?.[1]
  if (text !== undefined) return text.trim()
  throw new Error(`no licence text in ${directory}`)
}
