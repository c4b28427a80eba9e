// Computes the table of token formats while bundling, so that the program loads a finished constant.
import { formatTable } from '../src/core/redact/formats/table.ts'

const tableModule = '/src/core/redact/formats/table.ts'

/** A rolldown plugin: the module that computes the table becomes a module that holds it. */
export const formatTablePlugin = {
  name: 'format-table',
  load(id: string): string | null {
    return id.endsWith(tableModule) ? printTableModule() : null
  },
}

export function printTableModule(): string {
  return `export const formatTable = ${JSON.stringify(formatTable)}\n`
}
