import { expect, it } from 'vitest'
import { rowsOf, tableOf } from './format.ts'
import { tokenFormats } from './index.ts'
import { formatTable } from './table.ts'

it('has the table that is searched made from the formats as they are: run scripts/format-table.ts', () => {
  expect(formatTable).toBe(tableOf(tokenFormats))
})

it('reads from the table what was written to it', () => {
  expect(rowsOf(formatTable)).toEqual(tokenFormats.map(({ id, shape, sure }) => (sure === undefined ? { id, shape } : { id, shape, sure })))
})
