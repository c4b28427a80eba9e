import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { formatTablePlugin } from '../scripts/format-table.ts'
import { packageAlias } from '../scripts/package-alias.ts'
import { inProcessBundle } from './surfaces/in-process.ts'

/** Builds the shipped program and the bundle that tests run in process, once before all tests. */
export default async function setup(): Promise<void> {
  execFileSync(process.execPath, [join(import.meta.dirname, '../scripts/build.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const bundle = await rolldown({
    platform: 'node',
    resolve: { alias: packageAlias },
    plugins: [formatTablePlugin],
    input: join(import.meta.dirname, 'surfaces/in-process-entry.ts'),
    treeshake: { moduleSideEffects: false },
  })
  const names = { entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' }
  await bundle.write({ dir: inProcessBundle, format: 'cjs', ...names, cleanDir: true })
  await bundle.close()
}
