import { expect, it } from 'vitest'
import { tableOf } from '../places.ts'
import { rowOf } from '../table.ts'
import { tokenFormats } from './index.ts'
import { formatTable } from './table.ts'

it('has the table that is searched made from the formats as they are: run scripts/format-table.ts', () => {
  expect(formatTable).toEqual(tableOf(tokenFormats))
})

it('reads from the table what was written to it', () => {
  const lines = formatTable.shapes.split('\n')
  const read = formatTable.ids.split('\n').map((id, row) => rowOf(id, lines[row]!))
  expect(read).toEqual(tokenFormats.map(({ id, shape, sure }) => (sure === undefined ? { id, shape } : { id, shape, sure })))
})
