// Builds dist/: one CommonJS bundle that starts fast, with rooms that load on demand beside it, and the token table.
import { hash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { buildTokenTable } from './build-token-table.ts'
import './check-formats.ts'

if (process.exitCode !== undefined) process.exit()

const root = join(import.meta.dirname, '..')
// Built aside and swapped in, so that a program that starts meanwhile hardly ever meets half a build.
const dist = join(root, `dist.${process.pid}.tmp`)
const old = join(root, `dist.${process.pid}.old`)
const final = join(root, 'dist')

// What a start with nothing to compile needs lies in one file: each file more costs as much as what is in it.
const warm = [
  'app/(inject|ready|recall|occasion|record/.*)',
  'adapters/(runs|state|spool)/.*',
  'adapters/sql/(insert|append|beside|blob-codec|database|failures|file|held|open|schema-version|tools|wal|work)',
  'compose/(keeping|repository)',
  'core/(ledger|receipt)/.*',
  'core/reduce/decay',
]
// What a hook needs besides, at the start of every session.
const hook = [
  'app/(hook/.*|kept)',
  'app/refresh/told',
  'adapters/sql/sessions.*',
  'adapters/trust/.*',
  'compose/(hook|sessions)',
  'surfaces/hook/.*',
]
// What nearly everything needs, and would otherwise be a file for each.
const base = [
  'adapters/(cache|digest|disk|stamps)/.*',
  'agents/.*',
  'adapters/git/(command|file|repository)',
  'core/manifest/(merge|reducer)',
  'core/plan/request',
  'core/values/.*',
]
const groups = Object.entries({ warm, hook, base }).map(([name, rooms]) => ({
  name,
  test: new RegExp(`/src/(${rooms.join('|')})\\.ts$`),
}))

const bundle = await rolldown({
  input: { main: join(root, 'bin/main.ts') },
  platform: 'node',
  preserveEntrySignatures: 'allow-extension',
  treeshake: { moduleSideEffects: false },
  onLog(level, log, handle) {
    if (level === 'warn') throw new Error(log.message)
    handle(level, log)
  },
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
buildTokenTable(join(dist, 'o200k.bin'))
stamp()
writeFileSync(join(dist, 'LICENSES.txt'), licences())
if (existsSync(final)) renameSync(final, old)
renameSync(dist, final)
rmSync(old, { recursive: true, force: true })
for (const chunk of output)
  if (chunk.type === 'chunk') console.log(`${chunk.fileName}  ${chunk.code.length} bytes`)

/** Packets kept by another build are not taken for this one's: it may compile differently. */
function stamp(): void {
  const chunks = output.filter((chunk) => chunk.type === 'chunk')
  const id = hash('sha256', chunks.map((chunk) => chunk.code).join('')).slice(0, 16)
  for (const { fileName, code } of chunks.filter((chunk) => chunk.code.includes('@@BUILD@@'))) {
    writeFileSync(join(dist, fileName), code.replace('@@BUILD@@', id))
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
