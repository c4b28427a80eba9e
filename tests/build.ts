import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Surfaces are tested through the program as it is shipped, so it is built once before all tests. */
export default function setup(): void {
  execFileSync(process.execPath, [join(import.meta.dirname, '../scripts/build.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
