import { isAbsolute } from 'node:path'
import { Refusal } from '../../../core/values/index.ts'

export type StoreSetting =
  | { readonly kind: 'shared' | 'isolate' | 'off' }
  | { readonly kind: 'postgres'; readonly url: string }
  | { readonly kind: 'directory'; readonly path: string }

/** FOREWORD_STORE. Set to nothing it is not set. */
export function parseStoreSetting(text: string | undefined): StoreSetting {
  if (text === undefined || text === '' || text === 'shared') return { kind: 'shared' }
  if (text === 'isolate' || text === 'off') return { kind: text }
  if (/^postgres(ql)?:\/\//i.test(text)) return { kind: 'postgres', url: text }
  const isPath = isAbsolute(text) || /^(\.\.?|~)[/\\]/.test(text)
  if (isPath && !text.includes('\0')) return { kind: 'directory', path: text }
  throw new Refusal(
    'usage',
    `FOREWORD_STORE is ${JSON.stringify(withoutSecrets(text))}, which names no place.`,
    'Allowed are: shared, isolate, off, postgres://…, and the path of a directory: /…, ./…, ../… or ~/…',
  )
}

/** A mistyped scheme must not put a password on the screen. */
function withoutSecrets(text: string): string {
  return text.replace(/^.*@/s, '…@').slice(0, 100)
}

/** FOREWORD_PROJECT. */
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
