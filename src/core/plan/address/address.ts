import { findNearestName, type Manifest, reservedNames } from '../../manifest/index.ts'
import { assertNever, Refusal } from '../../values/index.ts'
import { makeDocumentIds } from './match-id.ts'

/** A name under which content can be read. */
export type Address =
  | { readonly kind: 'docs'; readonly type: string; readonly id: string | null }
  | { readonly kind: 'context'; readonly scope: string }
  | { readonly kind: 'state'; readonly entity: string }
  | { readonly kind: 'project'; readonly name: ProjectAddressName }
  | { readonly kind: 'plugin'; readonly plugin: string; readonly path: string }

/** The addresses of every project. A manifest does not declare them. */
export const projectAddressNames = ['purpose', 'commands', 'layout', 'conventions', 'state'] as const

export type ProjectAddressName = (typeof projectAddressNames)[number]

/** The part of a manifest that declares addresses. */
export type Catalog = Pick<Manifest, 'scheme' | 'collections' | 'contexts' | 'states' | 'plugins'>

/** Stands for the id of the active document. */
const placeholder = '{active}'

/** The scheme that works with every manifest, beside its own. */
const publicScheme = 'foreword'

export function getCatalog(manifest: Manifest): Catalog {
  const { scheme, collections, contexts, states, plugins } = manifest
  return { scheme, collections, contexts, states, plugins }
}

/** Whether a text starts like an address of this manifest. The rest may be wrong. */
export function hasScheme(text: string, { scheme }: Pick<Catalog, 'scheme'>): boolean {
  return [scheme, publicScheme].some((name) => text.startsWith(`${name}://`))
}

export function formatAddress(scheme: string, address: Address): string {
  return `${scheme}://${formatPath(address)}`
}

function formatPath(address: Address): string {
  switch (address.kind) {
    case 'docs':
      return `docs/${address.type}/${written(address.id ?? '')}`
    case 'context':
      return `context/${address.scope}`
    case 'state':
      return `state/${address.entity}`
    case 'project':
      return `project/${address.name}`
    case 'plugin':
      return `${address.plugin}/${written(address.path)}`
    default:
      return assertNever(address)
  }
}

/** Encodes characters that `parseAddress` would decode or fill in. */
function written(name: string): string {
  return name === placeholder ? name : name.replace(/[%{}]/g, encodeURIComponent)
}

/** Returns a function from the path of a document of a collection to its unique address. */
export function makeDocumentAddresses(
  scheme: string,
  type: string,
  paths: readonly string[],
): (path: string) => string {
  const getId = makeDocumentIds(paths)
  return (path) => formatAddress(scheme, { kind: 'docs', type, id: getId(path) })
}

/** Whether a source of a manifest is this address. It may differ in aliases of the collection and in slashes. */
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

/** Parses an address. People may leave out the scheme. Refuses unknown addresses and lists the known ones. */
export function parseAddress(text: string, catalog: Catalog): Address {
  const segments = splitSegments(text, catalog)
  const [first = '', second = '', ...rest] = segments
  if (first === 'docs') {
    if (second === '') throw refuseIncomplete(text, 'docs', Object.keys(catalog.collections), catalog)
    const id = rest.join('/').replace(/\/$/, '')
    return { kind: 'docs', type: resolveType(second, text, catalog), id: id === '' ? null : id }
  }
  const parse = { text, segments, catalog }
  if (first === 'context') return { kind: 'context', scope: parseName(parse, Object.keys(catalog.contexts)) }
  if (first === 'state') return { kind: 'state', entity: parseName(parse, Object.keys(catalog.states)) }
  if (first === 'project') return { kind: 'project', name: parseName(parse, projectAddressNames) }
  if (!Object.hasOwn(catalog.plugins, first))
    throw refuseUnknownStart(text, first, segments.slice(1), catalog)
  return { kind: 'plugin', plugin: first, path: segments.slice(1).join('/') }
}

interface NameInput {
  readonly text: string
  readonly segments: readonly string[]
  readonly catalog: Catalog
}

/** Parses an address of the form `kind/name`. */
function parseName<Name extends string>(
  { text, segments, catalog }: NameInput,
  names: readonly Name[],
): Name {
  const [kind = '', given = '', ...rest] = segments
  if (given === '') throw refuseIncomplete(text, kind, names, catalog)
  const name = names.find((known) => known === given)
  if (name === undefined) throw refuseUnknown(text, given, names, `${catalog.scheme}://${kind}/`)
  if (rest.some((segment) => segment !== '')) throw refuseTooDeep(text, catalog)
  return name
}

/** Decodes once and refuses segments such as `..`. */
function splitSegments(text: string, catalog: Catalog): string[] {
  const { scheme } = catalog
  const written = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/(.*)$/s.exec(text)
  if (written !== null && written[1] !== scheme && written[1] !== publicScheme) {
    const message = `${quoteText(text)} has the scheme ${quoteText(written[1]!)}, and this manifest has "${scheme}".`
    throw new Refusal('unknown-address', message, fixForScheme(written[2]!, catalog))
  }
  const path = written?.[2] ?? text
  const flaw = findFlaw(path)
  if (flaw !== null) {
    throw new Refusal('unknown-address', `${quoteText(text)} ${flaw}.`, describeForm(catalog))
  }
  return decodePath(path)!.split('/')
}

/** Suggests the same path under the right scheme if it is an address, else the general form. */
function fixForScheme(path: string, catalog: Catalog): string {
  try {
    return `Write ${formatAddress(catalog.scheme, parseAddress(`${catalog.scheme}://${path}`, catalog))}`
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return describeForm(catalog)
  }
}

function describeForm({ scheme }: Catalog): string {
  return `${scheme}://docs/{type}/{id} is the form.`
}

const maxLength = 1000

function findFlaw(path: string): string | null {
  if (path.length > maxLength) return `is longer than ${maxLength} characters`
  const plain = decodePath(path)
  if (plain === null) return 'has a percent sign that encodes nothing'
  if (/[\p{Cc}\\]/u.test(plain)) return 'has a control character or a backslash, which addresses cannot have'
  const segments = plain.split('/')
  if (segments.includes('..') || segments.includes('.')) return 'climbs out of its place'
  if (segments.slice(0, -1).includes('')) return 'has an empty part'
  return null
}

function decodePath(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

function resolveType(name: string, text: string, { scheme, collections }: Catalog): string {
  const type = findCollection(name, collections)
  if (type !== null) return type
  throw refuseUnknown(text, name, Object.keys(collections), `${scheme}://docs/`)
}

function findCollection(name: string, collections: Catalog['collections']): string | null {
  const lower = name.toLowerCase()
  for (const [type, { aliases }] of Object.entries(collections)) {
    if (type === lower || aliases.includes(lower)) return type
  }
  return null
}

function refuseUnknown(text: string, name: string, names: readonly string[], under: string): Refusal {
  const close = findNearestName(name, names)
  const hint = close === undefined ? '' : `Did you mean ${under}${close}? `
  const list = names.length === 0 ? 'there is nothing' : names.join(', ')
  return new Refusal(
    'unknown-address',
    `There is nothing at ${quoteText(text)}.`,
    `${hint}Under ${under}: ${list}.`,
  )
}

/** `scheme://rfc/7` was an early form of `scheme://docs/rfcs/7`. */
function refuseUnknownStart(text: string, first: string, rest: readonly string[], catalog: Catalog): Refusal {
  const { scheme, collections, plugins } = catalog
  const type = findCollection(first, collections)
  if (type !== null) {
    const fix = `Write ${formatAddress(scheme, { kind: 'docs', type, id: rest.filter((segment) => segment !== '').join('/') })}`
    return new Refusal('unknown-address', `There is nothing at ${quoteText(text)}.`, fix)
  }
  return refuseUnknown(text, first, [...reservedNames, ...Object.keys(plugins)], `${scheme}://`)
}

function refuseIncomplete(
  text: string,
  kind: string,
  names: readonly string[],
  { scheme }: Catalog,
): Refusal {
  const list =
    names.length === 0
      ? 'the manifest declares none'
      : names.map((name) => `${scheme}://${kind}/${name}`).join(', ')
  return new Refusal(
    'unknown-address',
    `The address ${quoteText(text)} is incomplete.`,
    `There are: ${list}. "foreword ls" lists them.`,
  )
}

function refuseTooDeep(text: string, { scheme }: Catalog): Refusal {
  const fix = `${scheme}://docs/{type}/{id}, ${scheme}://context/{scope}, ${scheme}://state/{entity} and ${scheme}://project/{name} are the forms.`
  return new Refusal('unknown-address', `${quoteText(text)} has more parts than an address of its kind.`, fix)
}

/** Quotes the user's text on one line, without control characters that a terminal would obey. */
function quoteText(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text).replace(/[\p{Cc}\p{Cf}]/gu, '?')
}
