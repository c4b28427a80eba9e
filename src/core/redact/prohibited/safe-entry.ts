import { type Diagnostic, makeDiagnostic } from '../../values/index.ts'
import type { Sanitised, Sanitiser } from './sanitise.ts'

/** Paths contain percent-encoded ids, and an id can arrive encoded. A reader decodes both. */
const maxDecodings = 3
const encoded = /(?:%[0-9a-f]{2}){1,64}/gi

/** Whether a name contains nothing prohibited, encoded or decoded. */
export function isSafeName(name: string, sanitiser: Sanitiser): boolean {
  return listDecodings(name).every((text) => sanitiser.sanitise(text).status === 'clean')
}

/** Makes a text safe that may quote an outside source: unchanged if it is safe, redacted, or null if it must be dropped. */
export function makeSafe(text: string, sanitiser: Sanitiser): string | null {
  return isSafeName(text, sanitiser) ? text : sanitiser.sanitise(listDecodings(text).at(-1)!).text
}

/** A text and its decoded forms, until decoding changes nothing. */
function listDecodings(text: string): string[] {
  const all = [text]
  for (let i = 0; i < maxDecodings; i++) {
    const last = all.at(-1)!
    const next = last.replace(encoded, decodePart)
    if (next === last) break
    all.push(next)
  }
  return all
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // The bytes are not UTF-8. The ASCII characters among them still count.
    return part.replace(/%([2-7][0-9a-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
}

/** A document from outside the project: safe, or dropped. The diagnostics say which, by a path that is itself safe. */
export type SafeEntry =
  | {
      readonly text: string
      readonly sanitization: Pick<Sanitised, 'status' | 'actions'>
      readonly diagnostics: readonly Diagnostic[]
    }
  | { readonly text: null; readonly why: string; readonly diagnostics: readonly Diagnostic[] }

export function makeSafeEntry(entry: { path: string; text: string }, sanitiser: Sanitiser): SafeEntry {
  const sanitised = sanitiser.sanitise(entry.text)
  if (sanitised.text === null) return dropEntry(entry.path, sanitised.why)
  const { text, status, actions } = sanitised
  const list = actions.map((action) => `${action.count} × ${action.class}`).join(', ')
  const detail = `replaced in ${entry.path}: ${list}`
  const diagnostics = status === 'clean' ? [] : [makeDiagnostic('entry-redacted', 'warning', detail)]
  return { text, sanitization: { status, actions }, diagnostics: diagnostics }
}

export function dropEntry(path: string, why: string): SafeEntry & { readonly text: null } {
  const diagnostics = [makeDiagnostic('entry-dropped', 'warning', `${path} was dropped: ${why}`)]
  return { text: null, why, diagnostics: diagnostics }
}
