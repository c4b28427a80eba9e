import type { IncomingMessage } from 'node:http'
import type { HttpRoute, Rejection } from './http-route.ts'
import type { ServerNames } from './server-names.ts'

/** The rules that decide which requests are answered. */
export interface AccessRules {
  readonly names: ServerNames
  /** Whether read requests need the token too. */
  readonly tokenNeeded: boolean
  isToken(text: string): boolean
  readonly routes: readonly HttpRoute[]
  readonly largestBody: number
}

type Head = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders'>

/** Returns the route if the request may use it. Decides before the body is read. */
export function checkAccess(head: Head, door: AccessRules): HttpRoute | Rejection {
  const target = head.url ?? ''
  const path = parsePath(head)
  const route = door.routes.find((candidate) => candidate.path === path)
  return (
    checkTarget(target) ??
    checkHost(head, door.names) ??
    checkOrigin(head, door.names) ??
    checkTokenInTarget(target) ??
    checkToken(head, door, route) ??
    (route === undefined
      ? makeNotFound(door.routes)
      : (checkForm(head, route) ?? checkSize(head, door) ?? route))
  )
}

/** The path without its query. */
export function parsePath({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  return url.split('?', 1)[0]!
}

export function isRejection(admitted: HttpRoute | Rejection): admitted is Rejection {
  return 'status' in admitted
}

/** Rejects requests for a proxy, which name a host besides the Host header. */
function checkTarget(target: string): Rejection | null {
  if (target.startsWith('/')) return null
  return makeRejection(400, 'bad-target', 'The request target must be a path.')
}

function checkHost(head: Head, { hosts }: ServerNames): Rejection | null {
  const [host, ...more] = listHeaderValues(head, 'host')
  if (host !== undefined && more.length === 0 && hosts.has(host.toLowerCase())) return null
  return makeRejection(
    421,
    'wrong-host',
    'Unknown name in the Host header. Start the server with "foreword serve --allow-host=NAME" to accept it.',
  )
}

/** Rejects pages of other origins, even for reading. Browsers name the origin of a page. */
function checkOrigin(head: Head, { origins }: ServerNames): Rejection | null {
  const values = listHeaderValues(head, 'origin')
  const foreign = values.length > 1 || (values[0] !== undefined && !origins.has(values[0].toLowerCase()))
  const site = head.headers['sec-fetch-site']
  // A browser omits Origin when a page only embeds the response, but it sends Sec-Fetch-Site.
  const crossed =
    (site === 'cross-site' || site === 'same-site') && head.headers['sec-fetch-mode'] !== 'navigate'
  if (!foreign && !crossed) return null
  return makeRejection(403, 'wrong-origin', 'Pages of other origins may not use this server.')
}

const secretNames = /[?&](token|access_token|authorization|bearer|api_?key)=/i

/** Rejects tokens in URLs, because histories and logs keep URLs. */
function checkTokenInTarget(target: string): Rejection | null {
  // Decode once, because `%74oken` is a token too.
  const query = decode(target.slice(parsePath({ url: target }).length))
  if (!secretNames.test(query)) return null
  return makeRejection(
    400,
    'token-in-url',
    'Do not send a token in a URL, because logs keep it. Create a new one with "foreword serve --new-token" and send it as "Authorization: Bearer …".',
  )
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function checkToken(head: Head, door: AccessRules, route: HttpRoute | undefined): Rejection | null {
  const values = listHeaderValues(head, 'authorization')
  if (values.length === 0 && !door.tokenNeeded && route?.writes !== true) return null
  const token = values.length === 1 ? /^bearer +(\S+)$/i.exec(values[0]!)?.[1] : undefined
  if (token !== undefined && door.isToken(token)) return null
  const message =
    values.length === 0
      ? 'A token is required. Send it as "Authorization: Bearer …". "foreword serve" prints the file of the token at start.'
      : 'The token in the Authorization header is wrong.'
  return makeRejection(401, 'wrong-token', message, { 'www-authenticate': 'Bearer realm="foreword"' })
}

function makeNotFound(routes: readonly HttpRoute[]): Rejection {
  return makeRejection(404, 'not-found', `Not found. Paths: ${routes.map(({ path }) => path).join(', ')}.`)
}

function checkForm(head: Head, { methods }: HttpRoute): Rejection | null {
  if (!methods.some((method) => method === head.method)) {
    const allow = methods.join(', ')
    return makeRejection(405, 'wrong-method', `Method not allowed. Use ${allow}.`, { allow })
  }
  if (head.method !== 'POST') return null
  const types = listHeaderValues(head, 'content-type')
  const encoding = head.headers['content-encoding'] ?? 'identity'
  if (types.length === 1 && isJson(types[0]!) && encoding === 'identity') return null
  return makeRejection(415, 'wrong-type', 'Send application/json without compression.')
}

/** A page can send a form without a preflight request, but never with this type. */
function isJson(type: string): boolean {
  const [essence = '', ...parameters] = type.toLowerCase().split(';')
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='))
  return (
    essence.trim() === 'application/json' &&
    (charset ?? 'charset=utf-8').replaceAll('"', '') === 'charset=utf-8'
  )
}

/** Checks only the Content-Length header. */
function checkSize({ headers }: Head, { largestBody }: AccessRules): Rejection | null {
  return Number(headers['content-length'] ?? 0) > largestBody ? makeTooLargeRejection(largestBody) : null
}

export function makeTooLargeRejection(largest: number): Rejection {
  return makeRejection(413, 'too-large', `The body is too large. The limit is ${largest} bytes.`)
}

export function makeRejection(
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Rejection {
  return { status, code, message, headers }
}

/** Reads the raw headers, because Node keeps only the first of several values or joins them. */
function listHeaderValues({ rawHeaders }: Head, name: string): string[] {
  return rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]!.toLowerCase() === name)
}
