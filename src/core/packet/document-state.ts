import type { FactRule } from '../manifest/index.ts'
import type { PlannedSection } from '../plan/index.ts'
import { dataIn, SettingsFault } from '../settings/index.ts'
import { getValueAt, isPlain, makeDiagnostic, matchesAll } from '../values/index.ts'
import type { AssemblyNotes, DocumentState, SectionReading } from './packet.ts'
import type { AssembleDeps } from './tools.ts'

type Told = DocumentState['facts'][string]

/** Whether a document that has to be JSON is there and is, and what it says. What is wrong with it is told, and no reason to stop. */
export function readDocumentState(
  planned: PlannedSection,
  rules: Readonly<Record<string, FactRule>>,
  { found, tried }: SectionReading,
  { tools, ledger }: { readonly tools: AssembleDeps; readonly ledger: AssemblyNotes },
): DocumentState {
  const document = found[0]
  const clean = (text: string) => tools.redactor.redact(text).text
  const path = clean(document?.path ?? planned.sources[0]?.pattern ?? '')
  const parsed = document === undefined ? findUnusable(tried) : parse(document.text)
  const fault = parsed !== undefined && 'fault' in parsed ? clean(parsed.fault) : null
  if (fault !== null) {
    const large = document?.gap === undefined ? '' : '; it is too large to be read whole'
    const detail = `${path}${fault}${large}`
    ledger.diagnostics.push(makeDiagnostic('source-malformed', 'warning', detail, planned.id))
  }
  const value = parsed !== undefined && 'value' in parsed ? parsed.value : undefined
  const facts = Object.entries(rules).map(([name, rule]): [string, Told] => {
    const told = factIn(value, rule)
    return [name, typeof told === 'string' ? bounded(clean(told)) : told]
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

/** What is there and gives no document, with the reason; undefined where nothing is there. */
export function findUnusable(tried: SectionReading['tried']): { readonly fault: string } | undefined {
  for (const one of tried) {
    if (one.state === 'found' && one.text.trim() === '') return { fault: ': the file is empty' }
    // What a plugin has could not be asked for: nobody knows whether it is there.
    if (one.state !== 'unavailable' || one.reason.startsWith('plugin-')) continue
    const name = `${JSON.stringify(one.path)} `
    const detail = one.detail.startsWith(name) ? one.detail.slice(name.length) : one.detail
    return { fault: `: ${one.reason === 'too-large' ? `too large: it ${detail}` : detail}` }
  }
  return undefined
}

function parse(text: string): { value: Record<string, unknown> } | { fault: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { fault: faultIn(text) }
  }
  return isPlain(value) ? { value } : { fault: ': expected a JSON object' }
}

/** The parser's own message quotes the text, and often has no place. */
function faultIn(text: string): string {
  try {
    dataIn(text)
    return ': not valid JSON: it has comments, or a comma too many'
  } catch (fault) {
    if (!(fault instanceof SettingsFault)) throw fault
    return `:${fault.line}:${fault.column}: not valid JSON`
  }
}

/** In characters: a fact is a word or a line, and a bundle is bounded, whatever a control file says. */
const maxFactLength = 200

function bounded(text: string): string {
  if (text.length <= maxFactLength) return text
  const characters = [...text.slice(0, (maxFactLength + 1) * 2)]
  return characters.length <= maxFactLength ? text : `${characters.slice(0, maxFactLength - 1).join('')}…`
}

function factIn(document: unknown, rule: FactRule): Told {
  if (document === undefined) return null
  if (typeof rule === 'string') {
    const value = getValueAt(document, rule)
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
  }
  const list = getValueAt(document, rule.count)
  return Array.isArray(list) ? list.filter((entry) => matchesAll(entry, rule.where)).length : null
}
