import { assertNever } from '../../values/index.ts'
import type { Address } from './address.ts'

/** Makes the section id of an address: `docs/rfcs/{active}` becomes `rfcs-active`. */
export function makeSectionId(address: Address): string {
  return slugify(listWords(address))
}

function listWords(address: Address): string {
  switch (address.kind) {
    case 'docs':
      return `${address.type} ${address.id ?? ''}`
    case 'context':
      return address.scope
    case 'state':
      return address.entity
    case 'project':
      return address.name
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
