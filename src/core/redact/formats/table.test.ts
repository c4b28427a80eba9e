import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { printTableModule } from '../../../../scripts/format-table.ts'
import { parseRow } from '../tokens/format-table.ts'
import { tokenFormats } from './index.ts'
import { formatTable } from './table.ts'

const dist = join(import.meta.dirname, '../../../../dist')

it('is bundled as the value that the formats give', async () => {
  const bundled = await import(`data:text/javascript,${encodeURIComponent(printTableModule())}`)
  expect(bundled.formatTable).toEqual(formatTable)
})

it('is in the built program, and the formats that it was computed from are not', () => {
  const files = globSync('*/*.cjs', { cwd: dist })
  const code = files.map((name) => readFileSync(join(dist, name), 'utf8')).join('\n')
  expect(code).toContain(parseRow('ghp', formatTable.shapes.split('\n').at(-1)!).shape)
  expect(code).not.toContain(tokenFormats[0]!.from)
})

it('reads from the table what was written to it', () => {
  const lines = formatTable.shapes.split('\n')
  const read = formatTable.ids.split('\n').map((id, row) => parseRow(id, lines[row]!))
  expect(read).toEqual(tokenFormats.map(({ id, shape, sure }) => (sure === undefined ? { id, shape } : { id, shape, sure })))
})
