import {
  boundText,
  encodePathStep,
  isWorkItemId,
  maxFieldLengths,
  maxTags,
  toOneLine,
} from './bounded-text.ts'
import { computeFreshness, type ParsedTime, parseTime } from './freshness.ts'
import type { DegradedAdapter, WorkItem, WorkList } from './work-item.ts'

/** Further items are ignored. */
const maxItems = 1000
const maxPriority = 1_000_000
const nameLike = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

export interface AdapterInput {
  /** The name from the manifest or the user. The adapter's own id never goes into a path. */
  readonly name: string
  readonly staleSeconds: number
  readonly states: readonly string[]
  /** Whether an id, of an item or of the adapter, is safe to show. Ids come from outside and may hold anything. */
  isSafeId(id: string): boolean
}

// Written by hand because `load` runs this, and loading zod would take it from 2.5× to over 3.5× bare Node.
/** Parses work items in the published form. Never throws: an invalid item is left out with a warning. */
export function parseWorkItems(text: string, adapter: AdapterInput): WorkList | DegradedAdapter {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    // The engine's own message is not used, because it quotes the text.
    return degrade('invalid_json', 'it is not valid, or ends too early')
  }
  const list = asFields(data)
  if (list === null) return degrade('invalid_payload_shape', `expected an object, not ${describeType(data)}`)
  const { items } = list
  if (!Array.isArray(items)) return degrade('items_not_list', `expected a list, not ${describeType(items)}`)
  const fetched = parseTime(list.adapter_fetched_at)
  const parsed = parseItems(items.slice(0, maxItems), fetched, adapter)
  const nameFaults = checkAdapterId(list.adapter_id, adapter)
  const warnings = [
    ...nameFaults,
    ...(fetched.problem === 'missing' ? ['missing_adapter_fetched_at'] : []),
    ...(fetched.problem === 'invalid' ? ['invalid_adapter_fetched_at:no time in ISO 8601'] : []),
    ...(items.length > maxItems ? [`too_many_items:${items.length}:the first ${maxItems} count`] : []),
    ...parsed.warnings,
  ]
  const adapterId = nameFaults.length === 0 ? String(list.adapter_id) : null
  return { status: 'loaded', adapterId, fetchedAt: fetched.text, items: parsed.items, warnings }
}

function degrade(reason: DegradedAdapter['reason'], detail: string): DegradedAdapter {
  return { status: 'degraded', reason, detail }
}

function checkAdapterId(name: unknown, { isSafeId }: AdapterInput): string[] {
  if (name === undefined || name === null || name === '') return ['missing_adapter_id']
  if (typeof name !== 'string' || !nameLike.test(name))
    return ['invalid_adapter_id:letters, digits, ".", "_" and "-", at most 64']
  return isSafeId(name) ? [] : ['invalid_adapter_id:it holds what is prohibited']
}

function parseItems(values: readonly unknown[], fetched: ParsedTime, adapter: AdapterInput) {
  const items: WorkItem[] = []
  const warnings: string[] = []
  const seen = new Set<string>()
  for (const [index, value] of values.entries()) {
    const fields = asFields(value)
    const id = fields?.id
    const fault = findFault(fields, seen)
    if (fault !== null) {
      warnings.push(`passed_over:items[${index}]:${fault}`)
      continue
    }
    seen.add(id as string)
    items.push(buildItem(id as string, fields!, { fetched, adapter, place: `items[${index}]` }))
  }
  return { items, warnings }
}

/** Finds the reason why an item cannot be identified; null if it can. */
function findFault(fields: Fields | null, seen: ReadonlySet<string>): string | null {
  if (fields === null) return 'not_an_object'
  const { id } = fields
  if (id === undefined || id === null || id === '') return 'no_id'
  if (typeof id !== 'string' || !isWorkItemId(id)) return 'invalid_id'
  return seen.has(id) ? 'duplicate_id' : null
}

type Fields = Readonly<Record<string, unknown>>

interface ItemContext {
  readonly fetched: ParsedTime
  readonly adapter: AdapterInput
  /** Never equal to an encoded id, because `%5B` and `%5D` replace brackets there. */
  readonly place: string
}

function buildItem(id: string, fields: Fields, { fetched, adapter, place }: ItemContext): WorkItem {
  const sayable = adapter.isSafeId(id)
  const name = sayable ? encodePathStep(id) : place
  const updated = parseTime(fields.source_updated_at)
  const dated = computeFreshness(name, { fetched, updated }, adapter.staleSeconds)
  const warnings: string[] = []
  const warn = (warning: string, detail?: string) =>
    warnings.push([warning, name, ...(detail === undefined ? [] : [detail])].join(':'))
  const line = (field: 'title' | 'summary'): string => {
    const value = fields[field] ?? ''
    if (typeof value !== 'string') warn('invalid_field', field)
    const { text, isCut } = boundText(typeof value === 'string' ? value : '', maxFieldLengths[field])
    if (isCut) warn('cut_field', field)
    return text
  }
  return {
    id,
    adapter: adapter.name,
    name,
    sayable,
    path: `adapter/${adapter.name}/${name}`,
    state: parseState(fields.state, adapter.states, () => warn('unknown_state')),
    priority: parsePriority(fields.priority, () => warn('invalid_field', 'priority')),
    title: line('title'),
    summary: line('summary'),
    tags: parseTags(fields.tags, (warning) => warn(warning, 'tags')),
    whole: warnings.some((warning) => warning.startsWith('cut_field:')) ? readWholeFields(fields) : null,
    freshness: dated.freshness,
    warnings: [...warnings, ...dated.warnings],
  }
}

function parseState(value: unknown, states: readonly string[], warn: () => void): string {
  const state = typeof value === 'string' && value.length < 100 ? value.trim().toLowerCase() : ''
  if (state === 'unknown' || states.includes(state)) return state
  warn()
  return 'unknown'
}

function parsePriority(value: unknown, warn: () => void): number | null {
  if (value === undefined || value === null) return null
  if (Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= maxPriority)
    return Number(value) + 0
  warn()
  return null
}

function parseTags(value: unknown, warn: (what: 'invalid_field' | 'cut_field') => void): string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : []
  const words = values.slice(0, maxTags).filter((tag) => typeof tag === 'string')
  const lines = words.map((word) => boundText(word, maxFieldLengths.tag))
  const isWrong = (value ?? null) !== null && !Array.isArray(value)
  if (isWrong || words.length < Math.min(values.length, maxTags)) warn('invalid_field')
  if (values.length > maxTags || lines.some(({ isCut }) => isCut)) warn('cut_field')
  return [...new Set(lines.map(({ text }) => text))].filter((tag) => tag !== '')
}

function readWholeFields({ title, summary, tags }: Fields): WorkItem['whole'] {
  const line = (value: unknown) => (typeof value === 'string' ? toOneLine(value) : '')
  const values: readonly unknown[] = Array.isArray(tags) ? tags : []
  return { title: line(title), summary: line(summary), tags: values.map(line).filter((tag) => tag !== '') }
}

function asFields(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
}

function describeType(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
