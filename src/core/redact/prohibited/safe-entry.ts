import { type Diagnostic, diagnostic } from '../../values/index.ts'
import type { Sanitised, Sanitiser } from './sanitise.ts'

/** Ids are written so in paths, and an id may have come so: somebody reads it all the same. */
const mostDecodings = 3
const encoded = /(?:%[0-9a-f]{2}){1,64}/gi

/** Whether a name holds nothing prohibited, also to whoever decodes it. */
export function isSayable(name: string, sanitiser: Sanitiser): boolean {
  return decodings(name).every((text) => sanitiser.sanitise(text).status === 'clean')
}

/** What may quote a stranger: as it came where it may be said; null where nothing of it can be. */
export function sayable(text: string, sanitiser: Sanitiser): string | null {
  return isSayable(text, sanitiser) ? text : sanitiser.sanitise(decodings(text).at(-1)!).text
}

/** A text, and what it says when it is decoded, as often as that changes it. */
function decodings(text: string): string[] {
  const all = [text]
  for (let i = 0; i < mostDecodings; i++) {
    const last = all.at(-1)!
    const next = last.replace(encoded, decoded)
    if (next === last) break
    all.push(next)
  }
  return all
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // Bytes that are no text: those that are letters of ASCII count.
    return part.replace(/%([2-7][0-9a-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
}

/** A document that nobody answers for: made safe, or left out. What was done is told, by the name that it may be called. */
export type SafeEntry =
  | {
      readonly text: string
      readonly sanitization: Pick<Sanitised, 'status' | 'actions'>
      readonly diagnostics: readonly Diagnostic[]
    }
  | { readonly text: null; readonly why: string; readonly diagnostics: readonly Diagnostic[] }

export function safeEntry(entry: { path: string; text: string }, sanitiser: Sanitiser): SafeEntry {
  const answer = sanitiser.sanitise(entry.text)
  if (answer.text === null) return droppedEntry(entry.path, answer.why)
  const { text, status, actions } = answer
  const list = actions.map((one) => `${one.count} × ${one.class}`).join(', ')
  const detail = `replaced in ${entry.path}: ${list}`
  const told = status === 'clean' ? [] : [diagnostic('entry-redacted', 'warning', detail)]
  return { text, sanitization: { status, actions }, diagnostics: told }
}

export function droppedEntry(path: string, why: string): SafeEntry & { readonly text: null } {
  const told = [diagnostic('entry-dropped', 'warning', `${path} was dropped: ${why}`)]
  return { text: null, why, diagnostics: told }
}
