// Builds dist/: one CommonJS bundle that starts fast, with rooms that load on demand beside it, and the token table.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { buildTokenTable } from './build-token-table.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')

rmSync(dist, { recursive: true, force: true })
const bundle = await rolldown({
  input: { main: join(root, 'bin/main.ts') },
  platform: 'node',
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
  minify: { compress: true, mangle: false },
})
await bundle.close()
buildTokenTable(join(dist, 'o200k.bin'))
writeFileSync(join(dist, 'LICENSES.txt'), licences())
for (const chunk of output)
  if (chunk.type === 'chunk') console.log(`${chunk.fileName}  ${chunk.code.length} bytes`)

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
  throw new Error(`no licence text in ${directory}`)
}
