import { findNearestName, type MemoryRules } from '../../manifest/index.ts'
import type { Sanitised, Sanitiser, SanitisingAction } from '../../redact/index.ts'
import { countUtf8Bytes, Refusal } from '../../values/index.ts'
import { makeRecordId, type TacticalRecord } from './record.ts'

/** In bytes. A longer note should be a document. */
const maxTextLength = 16 * 1024
const maxRefLength = 512
const maxTags = 16
const maxRefs = 16
const tagForm = /^[\p{L}\p{N}][\p{L}\p{N}_.:/-]{0,63}$/u

/** A note to record. */
export interface RecordInput {
  readonly text: string
  /** Null for the first class of the manifest. */
  readonly contentClass: string | null
  readonly tags: readonly string[]
  readonly sourceRefs: readonly string[]
  readonly by: string | null
}

export interface DraftRecordDeps {
  readonly rules: MemoryRules
  readonly sanitiser: Sanitiser
  /** ISO 8601, UTC. */
  readonly now: string
  readonly random: string
  readonly head: string | null
  readonly command: string
  readonly policy: TacticalRecord['policy']
}

/** Makes a record without prohibited content. Refuses input that is invalid or cannot be made safe. */
export function draftRecord(input: RecordInput, deps: DraftRecordDeps): TacticalRecord {
  checkText(input.text)
  const { sanitise } = deps.sanitiser
  const content_class = resolveContentClass(input.contentClass, deps.rules.classes) ?? deps.rules.classes[0]!
  const text = requireSafe('The text', sanitise(input.text))
  const refs = checkCount(input.sourceRefs, maxRefs, 'references').map((ref) =>
    requireSafe('A reference', sanitise(checkLine(ref, 'A reference'))),
  )
  const by = input.by === null ? null : requireSafe('The name', sanitise(checkLine(input.by, 'The name')))
  const tags = [...new Set(checkCount(input.tags, maxTags, 'tags').map(parseTag))].sort()
  for (const tag of tags) {
    if (sanitise(tag).status !== 'clean') throw makeTagRefusal()
  }
  const actions = mergeActions(
    [text, ...refs, ...(by === null ? [] : [by])].flatMap((safeText) => safeText.actions),
  )
  return {
    record_id: makeRecordId(deps.now, deps.random),
    captured_at: deps.now,
    source: {
      source_kind: 'manual_capture',
      source_ref: refs[0]?.text ?? null,
      captured_by: by?.text ?? null,
    },
    provenance: {
      origin_command: deps.command,
      source_refs: refs.map((ref) => ref.text),
      git_head: deps.head,
    },
    content: { text: text.text, content_class, tags },
    policy: deps.policy,
    sanitization: { status: actions.length === 0 ? 'clean' : 'redacted', redaction_actions: actions },
    authoritative: false,
  }
}

function checkText(text: string): void {
  if (text.includes('\0')) throw makeUsageRefusal('The text contains NUL bytes. Give plain text.')
  const bytes = countUtf8Bytes(text)
  if (bytes > maxTextLength) {
    const fix = 'Keep what matters, or write a document and name it with --source-ref.'
    throw new Refusal('usage', `The text has ${bytes} bytes; the limit is ${maxTextLength}.`, fix)
  }
  if (text.trim() === '') throw makeUsageRefusal('The text is empty.')
}

/** Returns a known class, or null if none is named. Refuses an unknown class and suggests the nearest. */
export function resolveContentClass(name: string | null, classes: readonly string[]): string | null {
  if (name === null || classes.includes(name)) return name
  throw makeUnknownRefusal('content class', name, classes)
}

export function resolveRetention(
  name: string | null,
  rules: MemoryRules,
): { readonly name: string; readonly days: number } {
  const names = Object.keys(rules.retention)
  const chosen = name ?? rules.default_retention ?? (names.includes('standard') ? 'standard' : names[0]!)
  const days = Object.hasOwn(rules.retention, chosen) ? rules.retention[chosen] : undefined
  if (days === undefined) throw makeUnknownRefusal('retention class', chosen, names)
  return { name: chosen, days }
}

function makeUnknownRefusal(what: string, name: string, names: readonly string[]): Refusal {
  const meant = findNearestName(name, names)
  const hint = meant === undefined ? '' : `; did you mean "${meant}"?`
  const known = `There are: ${names.join(', ')}.`
  return new Refusal('usage', `Unknown ${what} "${name}"${hint === '' ? '.' : hint}`, known)
}

interface SafeText {
  readonly text: string
  readonly actions: readonly SanitisingAction[]
}

function requireSafe(what: string, sanitised: Sanitised): SafeText {
  if (sanitised.status !== 'blocked') return sanitised
  throw new Refusal(
    'prohibited',
    `${what} was not kept: ${sanitised.why}.`,
    'Remove that part and try again. Nothing was stored.',
  )
}

function makeTagRefusal(): Refusal {
  return new Refusal('prohibited', 'A tag was not kept: it holds what is prohibited.', 'Choose another tag.')
}

function checkLine(text: string, what: string): string {
  if (text.trim() === '') throw makeUsageRefusal(`${what} is empty.`)
  if (/[\0\r\n]/.test(text)) throw makeUsageRefusal(`${what} must be one line.`)
  if (countUtf8Bytes(text) > maxRefLength)
    throw makeUsageRefusal(`${what} has more than ${maxRefLength} bytes.`)
  return text
}

function parseTag(tag: string): string {
  const lower = tag.toLowerCase()
  if (tagForm.test(lower)) return lower
  throw makeUsageRefusal(
    'A tag is one word of letters, digits, "_", "-", ".", ":" and "/", at most 64 characters.',
  )
}

function checkCount<T>(items: readonly T[], max: number, what: string): readonly T[] {
  if (items.length > max) throw makeUsageRefusal(`A record has ${max} ${what} at most, not ${items.length}.`)
  return items
}

function makeUsageRefusal(message: string): Refusal {
  return new Refusal('usage', message)
}

function mergeActions(actions: readonly SanitisingAction[]): SanitisingAction[] {
  const counts = new Map<string, SanitisingAction>()
  for (const action of actions) {
    const before = counts.get(action.class)?.count ?? 0
    counts.set(action.class, { ...action, count: before + action.count })
  }
  return [...counts.values()]
}
