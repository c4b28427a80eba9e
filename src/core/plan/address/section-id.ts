import { assertNever } from '../../values/index.ts'
import type { Address } from './address.ts'

/** A name for the section that an address becomes: `docs/rfcs/{active}` is `rfcs-active`. */
export function makeSectionId(address: Address): string {
  return slugify(wordsOf(address))
}

function wordsOf(address: Address): string {
  switch (address.kind) {
    case 'docs':
      return `${address.type} ${address.id ?? ''}`
    case 'context':
      return address.scope
    case 'state':
      return address.entity
    case 'plugin':
      return `${address.plugin} ${address.path}`
    default:
      return assertNever(address)
  }
}

export function slugify(words: string): string {
  const id = words
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
  return id === '' ? 'read' : id
}
