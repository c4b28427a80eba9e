import type { FactRule } from '../manifest/index.ts'
import type { PlannedSection } from '../plan/index.ts'
import { parseSettings, SettingsFault } from '../settings/index.ts'
import { getValueAt, isPlainObject, makeDiagnostic, matchesAll } from '../values/index.ts'
import type { AssembleDeps } from './assemble-deps.ts'
import type { AssemblyNotes, DocumentState, SectionReading } from './packet.ts'

type FactValue = DocumentState['facts'][string]

/** Reads the state of a document that should be JSON. A fault becomes a diagnostic and does not stop the packet. */
export function readDocumentState(
  planned: PlannedSection,
  rules: Readonly<Record<string, FactRule>>,
  { found, tried }: SectionReading,
  { deps, notes }: { readonly deps: AssembleDeps; readonly notes: AssemblyNotes },
): DocumentState {
  const document = found[0]
  const clean = (text: string) => deps.redactor.redact(text).text
  const path = clean(document?.path ?? planned.sources[0]?.pattern ?? '')
  const parsed = document === undefined ? findUnusableReason(tried) : parse(document.text)
  const fault = parsed !== undefined && 'fault' in parsed ? clean(parsed.fault) : null
  if (fault !== null) {
    const large = document?.gap === undefined ? '' : '; it is too large to be read whole'
    const detail = `${path}${fault}${large}`
    notes.diagnostics.push(makeDiagnostic('source-malformed', 'warning', detail, planned.id))
  }
  const value = parsed !== undefined && 'value' in parsed ? parsed.value : undefined
  const facts = Object.entries(rules).map(([name, rule]): [string, FactValue] => {
    const fact = readFact(value, rule)
    return [name, typeof fact === 'string' ? truncateFact(clean(fact)) : fact]
  })
  return {
    section: planned.id,
    tier: planned.tier,
    path,
    present: parsed !== undefined,
    parsed: value !== undefined,
    fault,
    optional: planned.missing === 'skip',
    facts: Object.fromEntries(facts),
  }
}

/** Returns the reason why an existing source gives no document; undefined if no source exists. */
export function findUnusableReason(tried: SectionReading['tried']): { readonly fault: string } | undefined {
  for (const source of tried) {
    if (source.state === 'found' && source.text.trim() === '') return { fault: ': the file is empty' }
    // If a plugin could not be called, it is unknown whether the document exists.
    if (source.state !== 'unavailable' || source.reason.startsWith('plugin-')) continue
    const name = `${JSON.stringify(source.path)} `
    const detail = source.detail.startsWith(name) ? source.detail.slice(name.length) : source.detail
    return { fault: `: ${source.reason === 'too-large' ? `too large: it ${detail}` : detail}` }
  }
  return undefined
}

function parse(text: string): { value: Record<string, unknown> } | { fault: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { fault: describeFault(text) }
  }
  return isPlainObject(value) ? { value } : { fault: ': expected a JSON object' }
}

/** Describes the fault without V8's own message, which quotes the text and often has no position. */
function describeFault(text: string): string {
  try {
    parseSettings(text)
    return ': not valid JSON: it has comments or a trailing comma'
  } catch (fault) {
    if (!(fault instanceof SettingsFault)) throw fault
    return `:${fault.line}:${fault.column}: not valid JSON`
  }
}

/** In characters. A fact is a word or a line, and the limit keeps a bundle small whatever the document contains. */
const maxFactLength = 200

function truncateFact(text: string): string {
  if (text.length <= maxFactLength) return text
  const characters = [...text.slice(0, (maxFactLength + 1) * 2)]
  return characters.length <= maxFactLength ? text : `${characters.slice(0, maxFactLength - 1).join('')}…`
}

function readFact(document: unknown, rule: FactRule): FactValue {
  if (document === undefined) return null
  if (typeof rule === 'string') {
    const value = getValueAt(document, rule)
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
  }
  const list = getValueAt(document, rule.count)
  return Array.isArray(list) ? list.filter((entry) => matchesAll(entry, rule.where)).length : null
}
