// Measures one part in a separate process and sends the result to bench/run.ts.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measurePart } from './parts.ts'

const [name = '', ...options] = process.argv.slice(2)
const home = join(import.meta.dirname, '..')
const away = mkdtempSync(join(tmpdir(), 'foreword-bench-'))

try {
  const result = await measurePart(name, {
    home,
    away,
    example: join(home, 'examples/swords-of-chaos-reborn'),
    quick: options.includes('--quick'),
  })
  process.send?.(result)
} finally {
  rmSync(away, { recursive: true, force: true })
  process.disconnect?.()
}
