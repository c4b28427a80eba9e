// Writes src/core/redact/formats/table.ts: what a search needs of each token format, one in a line.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tokenFormats } from '../src/core/redact/formats/index.ts'
import { tableOf } from '../src/core/redact/places.ts'

const fields = Object.entries(tableOf(tokenFormats)).map(([name, value]) => `  ${name}: ${literal(value)},\n`)

writeFileSync(
  join(import.meta.dirname, '../src/core/redact/formats/table.ts'),
  `// Made by \`node scripts/format-table.ts\` from the formats beside it; src/core/redact/table.ts says what stands in it.
export const formatTable = {
${fields.join('')}}
`,
)

function literal(value: string | readonly (number | string)[]): string {
  if (typeof value === 'string') return `\`${value.replace(/[\\`]|\$\{/g, '\\$&')}\``
  return `[${value.map((one) => (typeof one === 'number' ? one : `'${one}'`)).join(', ')}]`
}
