import { findNearest, type Manifest, reservedNames } from '../../manifest/index.ts'
import { assertNever, Refusal } from '../../values/index.ts'
import { makeDocumentIds } from './match-id.ts'

/** Something that can be read by name. */
export type Address =
  | { readonly kind: 'docs'; readonly type: string; readonly id: string | null }
  | { readonly kind: 'context'; readonly scope: string }
  | { readonly kind: 'state'; readonly entity: string }
  | { readonly kind: 'plugin'; readonly plugin: string; readonly path: string }

/** The part of a manifest that says which addresses there are. */
export type Catalog = Pick<Manifest, 'scheme' | 'collections' | 'contexts' | 'states' | 'plugins'>

/** The one id that stands for another. */
const placeholder = '{active}'

/** The form that every manifest's addresses can be written in too. */
const publicScheme = 'foreword'

export function getCatalog(manifest: Manifest): Catalog {
  const { scheme, collections, contexts, states, plugins } = manifest
  return { scheme, collections, contexts, states, plugins }
}

/** Whether a text is written as an address of this manifest, right or wrong. */
export function hasScheme(text: string, { scheme }: Pick<Catalog, 'scheme'>): boolean {
  return [scheme, publicScheme].some((one) => text.startsWith(`${one}://`))
}

export function formatAddress(scheme: string, address: Address): string {
  return `${scheme}://${pathOf(address)}`
}

function pathOf(address: Address): string {
  switch (address.kind) {
    case 'docs':
      return `docs/${address.type}/${written(address.id ?? '')}`
    case 'context':
      return `context/${address.scope}`
    case 'state':
      return `state/${address.entity}`
    case 'plugin':
      return `${address.plugin}/${written(address.path)}`
    default:
      return assertNever(address)
  }
}

/** As it is read back: what would be decoded, or filled in, is encoded. */
function written(name: string): string {
  return name === placeholder ? name : name.replace(/[%{}]/g, encodeURIComponent)
}

/** The address of each document of a collection: no two have the same. */
export function makeDocumentAddresses(
  scheme: string,
  type: string,
  paths: readonly string[],
): (path: string) => string {
  const idOf = makeDocumentIds(paths)
  return (path) => formatAddress(scheme, { kind: 'docs', type, id: idOf(path) })
}

/** Whether a source, as a manifest names it, is this address: there are other names for a collection, and slashes. */
export function namesAddress(source: string, address: Address, catalog: Catalog): boolean {
  if (!hasScheme(source, catalog)) return false
  try {
    const own = formatAddress(catalog.scheme, parseAddress(source, catalog))
    return own === formatAddress(catalog.scheme, address)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return false
  }
}

/** Also without the scheme, as people type it. Refuses what is not there, and says what is. */
export function parseAddress(text: string, catalog: Catalog): Address {
  const segments = segmentsOf(text, catalog)
  const [first = '', second = '', ...rest] = segments
  const deeper = rest.some((one) => one !== '')
  if (first === 'docs') {
    if (second === '') throw incomplete(text, 'docs', Object.keys(catalog.collections), catalog)
    const id = rest.join('/').replace(/\/$/, '')
    return { kind: 'docs', type: typeOf(second, text, catalog), id: id === '' ? null : id }
  }
  if (first === 'context' || first === 'state') {
    const names = Object.keys(first === 'context' ? catalog.contexts : catalog.states)
    if (second === '') throw incomplete(text, first, names, catalog)
    if (!names.includes(second)) throw unknown(text, second, names, `${catalog.scheme}://${first}/`)
    if (deeper) throw tooDeep(text, catalog)
    return first === 'context' ? { kind: 'context', scope: second } : { kind: 'state', entity: second }
  }
  if (!Object.hasOwn(catalog.plugins, first)) throw unknownFirst(text, first, segments.slice(1), catalog)
  return { kind: 'plugin', plugin: first, path: segments.slice(1).join('/') }
}

/** Decoded once, and then nothing in it may lead anywhere else. */
function segmentsOf(text: string, catalog: Catalog): string[] {
  const { scheme } = catalog
  const written = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/(.*)$/s.exec(text)
  if (written !== null && written[1] !== scheme && written[1] !== publicScheme) {
    const message = `${shown(text)} has the scheme ${shown(written[1]!)}, and this manifest has "${scheme}".`
    throw new Refusal('unknown-address', message, fixForScheme(written[2]!, catalog))
  }
  const path = written?.[2] ?? text
  const flaw = flawOf(path)
  if (flaw !== null) {
    throw new Refusal('unknown-address', `${shown(text)} ${flaw}.`, formOf(catalog))
  }
  return decoded(path)!.split('/')
}

/** Where the rest means something, that; else only what an address looks like. */
function fixForScheme(path: string, catalog: Catalog): string {
  try {
    return `Write ${formatAddress(catalog.scheme, parseAddress(`${catalog.scheme}://${path}`, catalog))}`
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return formOf(catalog)
  }
}

function formOf({ scheme }: Catalog): string {
  return `${scheme}://docs/{type}/{id} is the form.`
}

const maxLength = 1000

function flawOf(path: string): string | null {
  if (path.length > maxLength) return `is longer than ${maxLength} characters`
  const plain = decoded(path)
  if (plain === null) return 'has a percent sign that encodes nothing'
  if (/[\p{Cc}\\]/u.test(plain)) return 'holds a character that no address has'
  const segments = plain.split('/')
  if (segments.includes('..') || segments.includes('.')) return 'climbs out of its place'
  if (segments.slice(0, -1).includes('')) return 'has an empty part'
  return null
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

function typeOf(name: string, text: string, { scheme, collections }: Catalog): string {
  const type = collectionNamed(name, collections)
  if (type !== null) return type
  throw unknown(text, name, Object.keys(collections), `${scheme}://docs/`)
}

function collectionNamed(name: string, collections: Catalog['collections']): string | null {
  const wanted = name.toLowerCase()
  for (const [type, { aliases }] of Object.entries(collections)) {
    if (type === wanted || aliases.includes(wanted)) return type
  }
  return null
}

function unknown(text: string, name: string, names: readonly string[], under: string): Refusal {
  const close = findNearest(name, names)
  const hint = close === undefined ? '' : `Did you mean ${under}${close}? `
  const list = names.length === 0 ? 'there is nothing' : names.join(', ')
  return new Refusal(
    'unknown-address',
    `There is nothing at ${shown(text)}.`,
    `${hint}Under ${under}: ${list}.`,
  )
}

/** `scheme://rfc/7` was an early form of `scheme://docs/rfcs/7`. */
function unknownFirst(text: string, first: string, rest: readonly string[], catalog: Catalog): Refusal {
  const { scheme, collections, plugins } = catalog
  const type = collectionNamed(first, collections)
  if (type !== null) {
    const fix = `Write ${formatAddress(scheme, { kind: 'docs', type, id: rest.filter((one) => one !== '').join('/') })}`
    return new Refusal('unknown-address', `There is nothing at ${shown(text)}.`, fix)
  }
  return unknown(text, first, [...reservedNames, ...Object.keys(plugins)], `${scheme}://`)
}

function incomplete(text: string, kind: string, names: readonly string[], { scheme }: Catalog): Refusal {
  const list =
    names.length === 0
      ? 'the manifest declares none'
      : names.map((one) => `${scheme}://${kind}/${one}`).join(', ')
  return new Refusal(
    'unknown-address',
    `${shown(text)} names no single thing.`,
    `There are: ${list}. "foreword ls" lists them.`,
  )
}

function tooDeep(text: string, { scheme }: Catalog): Refusal {
  const fix = `${scheme}://docs/{type}/{id}, ${scheme}://context/{scope} and ${scheme}://state/{entity} are the forms.`
  return new Refusal('unknown-address', `${shown(text)} has more parts than an address of its kind.`, fix)
}

/** What somebody typed, on one line and without what a terminal would obey. */
function shown(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text).replace(/[\p{Cc}\p{Cf}]/gu, '?')
}
