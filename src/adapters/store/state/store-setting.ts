import { isAbsolute } from 'node:path'
import { Refusal } from '../../../core/values/index.ts'

export type StoreSetting =
  | { readonly kind: 'shared' | 'isolate' | 'off' }
  | { readonly kind: 'postgres'; readonly url: string }
  | { readonly kind: 'directory'; readonly path: string }

/** Parses FOREWORD_STORE. An empty value counts as unset. */
export function parseStoreSetting(text: string | undefined): StoreSetting {
  if (text === undefined || text === '' || text === 'shared') return { kind: 'shared' }
  if (text === 'isolate' || text === 'off') return { kind: text }
  if (/^postgres(ql)?:\/\//i.test(text)) return { kind: 'postgres', url: text }
  const isPath = isAbsolute(text) || /^(\.\.?|~)[/\\]/.test(text)
  if (isPath && !text.includes('\0')) return { kind: 'directory', path: text }
  throw new Refusal(
    'usage',
    `FOREWORD_STORE is ${JSON.stringify(hideSecrets(text))}, which is not a valid value.`,
    'Allowed: shared, isolate, off, postgres://…, and the path of a directory: /…, ./…, ../… or ~/…',
  )
}

/** A mistyped scheme must not print a password. */
function hideSecrets(text: string): string {
  return text.replace(/^.*@/s, '…@').slice(0, 100)
}

/** Parses FOREWORD_PROJECT. */
export function parseProjectName(text: string | undefined): string | null {
  const name = text?.trim() ?? ''
  if (name === '') return null
  if (name.length <= 200 && !/[\0-\x1f\x7f]/.test(name)) return name
  throw new Refusal(
    'usage',
    'FOREWORD_PROJECT is longer than 200 characters, or holds a line break or another control character.',
    'Give the project a short name, such as acme/shop.',
  )
}
