// Exports and imports a ledger as lines of JSON: a header, entries in order, texts, and an end line that shows that nothing is missing.
import { z } from 'zod'
import {
  buildEntryRow,
  type Entry,
  type EntryKind,
  type LedgerHead,
  type StoredEntry,
} from '../../../core/receipt/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import type { ImportItem, Ledger, Store, StoreImportResult } from '../../../ports/index.ts'

const headSchema = z.object({ seq: z.number(), digest: z.string() })
const headerSchema = z.object({
  foreword: z.literal('export'),
  version: z.literal(1),
  uid: z.string(),
  name: z.string(),
})
const entrySchema = z.object({
  seq: z.number(),
  uid: z.string(),
  // `buildEntryRow` refuses an unknown kind, and names it.
  kind: z.custom<EntryKind>((kind) => typeof kind === 'string'),
  at: z.string(),
  prev: z.string(),
  digest: z.string(),
  body: z.string(),
})
const endSchema = z.object({ entries: z.number(), blobs: z.number(), head: headSchema.nullish() })
const lineSchema = z.union([
  headerSchema,
  z.object({ entry: entrySchema }),
  z.object({ blob: z.object({ digest: z.string(), content: z.string() }) }),
  z.object({ end: endSchema }),
])

type Header = z.infer<typeof headerSchema>
type End = z.infer<typeof endSchema>
type Line = z.infer<typeof lineSchema>

const page = 500

export async function* exportLines(
  store: Pick<Store, 'entries' | 'blobs' | 'blob'>,
  ledger: Ledger,
  tell: (done: number) => void,
): AsyncGenerator<string, Pick<End, 'entries' | 'blobs'>> {
  yield formatLine({ foreword: 'export', version: 1, uid: ledger.uid, name: ledger.name })
  let entries = 0
  let head: LedgerHead | null = null
  for (;;) {
    const batch: StoredEntry[] = await store.entries(ledger.uid, head?.seq ?? 0, page)
    if (batch.length === 0) break
    for (const { entry } of batch) yield formatLine({ entry })
    entries += batch.length
    const { seq, digest } = batch.at(-1)!.entry
    head = { seq, digest }
    tell(entries)
  }
  let blobs = 0
  for await (const { digest } of store.blobs(ledger.uid)) {
    const content = await store.blob(digest)
    if (content === null) continue
    yield formatLine({ blob: { digest, content } })
    blobs++
    tell(entries + blobs)
  }
  yield formatLine({ end: { entries, blobs, head } })
  return { entries, blobs }
}

function formatLine(value: Line): string {
  return `${JSON.stringify(value)}\n`
}

export async function importLines(
  store: Pick<Store, 'import'>,
  lines: AsyncIterable<string>,
  tell: (done: number) => void,
): Promise<StoreImportResult> {
  let number = 0
  async function* numbered(): AsyncGenerator<string> {
    for await (const text of lines) {
      number++
      yield text
    }
    number = 0
  }
  try {
    return await store.import(readExport(numbered(), tell))
  } catch (error) {
    throw number === 0 ? error : addLineNumber(number, error)
  }
}

/** Adds the line number to a refusal of the store, which does not know lines. */
function addLineNumber(number: number, error: unknown): unknown {
  const named =
    !(error instanceof Refusal) || error.code !== 'import-invalid' || /^Line \d/.test(error.message)
  return named ? error : new Refusal(error.code, `Line ${number}: ${error.message}.`, error.fix)
}

/** Refuses at the first invalid line, before anything of the file is stored. */
export async function* readExport(
  lines: AsyncIterable<string>,
  tell: (done: number) => void,
): AsyncGenerator<ImportItem> {
  let number = 0
  let open: (Header & End) | null = null
  let sections = 0
  for await (const text of lines) {
    number++
    if (text.trim() === '') continue
    const value = parseLine(text, number)
    if ('foreword' in value) {
      if (open !== null)
        throw makeInvalid(number, `the ledger "${open.name}" has no end line before the next ledger begins`)
      open = { ...value, entries: 0, blobs: 0, head: null }
      yield { kind: 'ledger', uid: value.uid, name: value.name }
      continue
    }
    if (open === null)
      throw makeInvalid(number, 'a line {"foreword":"export","version":1,…} was expected first')
    if ('entry' in value) {
      open = {
        ...open,
        entries: open.entries + 1,
        head: { seq: value.entry.seq, digest: value.entry.digest },
      }
      yield { kind: 'entry', uid: open.uid, stored: toStored(value.entry, number) }
    } else if ('blob' in value) {
      open = { ...open, blobs: open.blobs + 1 }
      yield { kind: 'blob', ...value.blob }
    } else {
      const wrong = findEndProblem(open, value.end)
      if (wrong !== null) throw makeInvalid(number, wrong)
      open = null
      sections++
    }
    tell(number)
  }
  if (open !== null) throw makeInvalid(number, 'the file ends before the ledger does: it was cut off')
  if (sections === 0) throw makeInvalid(number, 'the file is empty')
}

/** Compares the end line with the lines before it. */
function findEndProblem(read: End, announced: End): string | null {
  if (announced.entries !== read.entries || announced.blobs !== read.blobs)
    return `the end line counts ${announced.entries} entries and ${announced.blobs} texts, but the file has ${read.entries} and ${read.blobs}`
  const same = announced.head?.seq === read.head?.seq && announced.head?.digest === read.head?.digest
  return same ? null : 'the end line names another last entry than the file has'
}

function toStored(entry: Entry, number: number): StoredEntry {
  const row = buildEntryRow(entry.kind, entry.body)
  if (typeof row === 'string') throw makeInvalid(number, row)
  return { entry, row }
}

function parseLine(text: string, number: number): Line {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw makeInvalid(number, `it is not JSON (${(error as Error).message})`)
  }
  const { data } = lineSchema.safeParse(value)
  if (data !== undefined) return data
  throw makeInvalid(number, 'a header, an entry, a blob or an end was expected')
}

function makeInvalid(number: number, problem: string): Refusal {
  return new Refusal(
    'import-invalid',
    `Line ${number}: ${problem}.`,
    'Nothing was taken in. Export again with "foreword store export", and check the copy.',
  )
}
