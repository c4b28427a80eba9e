import type { Address } from './address.ts'

/** A name for the section that an address becomes: `docs/rfcs/{active}` is `rfcs-active`. */
export function sectionId(address: Address): string {
  const words =
    address.kind === 'docs'
      ? `${address.type} ${address.id ?? ''}`
      : address.kind === 'context'
        ? address.scope
        : address.kind === 'state'
          ? address.entity
          : `${address.plugin} ${address.path}`
  return idOf(words)
}

export function idOf(words: string): string {
  const id = words
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
  return id === '' ? 'read' : id
}
