// Writes src/core/redact/formats/table.ts: what a search needs of each token format, one in a line.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tableOf } from '../src/core/redact/formats/format.ts'
import { tokenFormats } from '../src/core/redact/formats/index.ts'

writeFileSync(
  join(import.meta.dirname, '../src/core/redact/formats/table.ts'),
  `// Made by \`node scripts/format-table.ts\` from the formats beside it.
// One text, because to load hundreds of objects takes longer than to redact a page.
export const formatTable = \`${tableOf(tokenFormats).replace(/[\\`]|\$\{/g, '\\$&')}\`
`,
)
