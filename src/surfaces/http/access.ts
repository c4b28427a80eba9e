import type { IncomingMessage } from 'node:http'
import type { HttpRoute, Rejection } from './http-route.ts'
import type { Names } from './names.ts'

/** What decides who is let in. */
export interface Door {
  readonly names: Names
  /** Whether also those who only read must show the token. */
  readonly tokenNeeded: boolean
  isToken(text: string): boolean
  readonly routes: readonly HttpRoute[]
  readonly largestBody: number
}

type Head = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders'>

/** The route, for those who may have it. Nothing of the body has been read when this is decided. */
export function admit(head: Head, door: Door): HttpRoute | Rejection {
  const target = head.url ?? ''
  const path = parsePath(head)
  const route = door.routes.find((one) => one.path === path)
  return (
    wrongTarget(target) ??
    wrongHost(head, door.names) ??
    wrongOrigin(head, door.names) ??
    tokenInTarget(target) ??
    wrongToken(head, door, route) ??
    (route === undefined
      ? nothingThere(door.routes)
      : (wrongForm(head, route) ?? tooLarge(head, door) ?? route))
  )
}

/** Without its query. */
export function parsePath({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  return url.split('?', 1)[0]!
}

export function isRejection(admitted: HttpRoute | Rejection): admitted is Rejection {
  return 'status' in admitted
}

/** A request for a proxy names a host of its own, beside the header. */
function wrongTarget(target: string): Rejection | null {
  if (target.startsWith('/')) return null
  return rejection(400, 'bad-target', 'The request must name a path, and nothing else.')
}

function wrongHost(head: Head, { hosts }: Names): Rejection | null {
  const [host, ...more] = valuesOf(head, 'host')
  if (host !== undefined && more.length === 0 && hosts.has(host.toLowerCase())) return null
  return rejection(
    421,
    'wrong-host',
    'This server does not answer to the name in the Host header. "foreword serve --allow-host=NAME" gives it another name.',
  )
}

/** A browser says who asks. Whatever is not a page of this server has no business here, not even to read. */
function wrongOrigin(head: Head, { origins }: Names): Rejection | null {
  const said = valuesOf(head, 'origin')
  const foreign = said.length > 1 || (said[0] !== undefined && !origins.has(said[0].toLowerCase()))
  const site = head.headers['sec-fetch-site']
  // A browser leaves Origin away where a page only wants to show what it gets, but not this.
  const crossed =
    (site === 'cross-site' || site === 'same-site') && head.headers['sec-fetch-mode'] !== 'navigate'
  if (!foreign && !crossed) return null
  return rejection(403, 'wrong-origin', 'Pages of other origins are not answered.')
}

const secretNames = /[?&](token|access_token|authorization|bearer|api_?key)=/i

/** It would stay in histories and logs on the way. */
function tokenInTarget(target: string): Rejection | null {
  // Decoded once: `%74oken` is a token too.
  const query = decoded(target.slice(parsePath({ url: target }).length))
  if (!secretNames.test(query)) return null
  return rejection(
    400,
    'token-in-url',
    'A token never belongs into a URL: it stays in logs. Send it as "Authorization: Bearer …", and make a new one with "foreword serve --new-token".',
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function wrongToken(head: Head, door: Door, route: HttpRoute | undefined): Rejection | null {
  const said = valuesOf(head, 'authorization')
  if (said.length === 0 && !door.tokenNeeded && route?.writes !== true) return null
  const token = said.length === 1 ? /^bearer +(\S+)$/i.exec(said[0]!)?.[1] : undefined
  if (token !== undefined && door.isToken(token)) return null
  const message =
    said.length === 0
      ? 'This needs the token: send it as "Authorization: Bearer …". "foreword serve" says at its start in which file it is.'
      : 'The Authorization header holds another token than the one of this server.'
  return rejection(401, 'wrong-token', message, { 'www-authenticate': 'Bearer realm="foreword"' })
}

function nothingThere(routes: readonly HttpRoute[]): Rejection {
  return rejection(
    404,
    'not-found',
    `There is nothing here. There is: ${routes.map(({ path }) => path).join(', ')}.`,
  )
}

function wrongForm(head: Head, { methods }: HttpRoute): Rejection | null {
  if (!methods.some((method) => method === head.method)) {
    const allow = methods.join(', ')
    return rejection(405, 'wrong-method', `This is asked for with ${allow}.`, { allow })
  }
  if (head.method !== 'POST') return null
  const types = valuesOf(head, 'content-type')
  const encoding = head.headers['content-encoding'] ?? 'identity'
  if (types.length === 1 && isJson(types[0]!) && encoding === 'identity') return null
  return rejection(415, 'wrong-type', 'Only application/json is taken, not compressed.')
}

/** A form of a page can send three types without asking first; this is none of them. */
function isJson(type: string): boolean {
  const [essence = '', ...parameters] = type.toLowerCase().split(';')
  const charset = parameters.map((one) => one.trim()).find((one) => one.startsWith('charset='))
  return (
    essence.trim() === 'application/json' &&
    (charset ?? 'charset=utf-8').replaceAll('"', '') === 'charset=utf-8'
  )
}

/** As far as it says so itself. */
function tooLarge({ headers }: Head, { largestBody }: Door): Rejection | null {
  return Number(headers['content-length'] ?? 0) > largestBody ? isTooLarge(largestBody) : null
}

export function isTooLarge(largest: number): Rejection {
  return rejection(413, 'too-large', `A body has ${largest} bytes at most.`)
}

export function rejection(
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Rejection {
  return { status, code, message, headers }
}

/** Each as it came: of several, Node keeps the first or joins them. */
function valuesOf({ rawHeaders }: Head, name: string): string[] {
  return rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]!.toLowerCase() === name)
}
