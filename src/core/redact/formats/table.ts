import { buildFormatTable } from '../tokens/build-format-table.ts'
import type { FormatTable } from '../tokens/format-table.ts'
import { tokenFormats } from './index.ts'

/** Computing this takes tens of milliseconds, so the bundle holds the finished value: see scripts/format-table.ts. */
export const formatTable: FormatTable = buildFormatTable(tokenFormats)
