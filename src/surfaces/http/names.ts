/** The names that a server answers to. A page of another site cannot make a browser send one of them. */
export interface Names {
  /** As they stand in a Host header, in small letters. */
  readonly hosts: ReadonlySet<string>
  /** As they stand in an Origin header. */
  readonly origins: ReadonlySet<string>
}

export interface NamesInput {
  readonly host: string
  readonly port: number
  /** Names that a proxy or a network gives it, with or without a port. */
  readonly allowed: readonly string[]
}

const loopbackNames = ['127.0.0.1', 'localhost', '::1']
/** They mean every address of a machine, and are the name of none. */
const everywhere = ['0.0.0.0', '::']
const httpPort = 80

export function listAllowedNames({ host, port, allowed }: NamesInput): Names {
  const own = [...loopbackNames, host]
    .filter((name) => !everywhere.includes(name))
    .flatMap((name) => withPort(bracketed(name), port))
  const given = allowed.flatMap((name) => (hasPort(name) ? [name] : [name, ...withPort(name, port)]))
  const hosts = [...own, ...given].map((name) => name.toLowerCase())
  const origins = [
    ...hosts.map((name) => `http://${name}`),
    // Only a proxy speaks TLS.
    ...given.map((name) => `https://${name.toLowerCase()}`),
  ]
  return { hosts: new Set(hosts), origins: new Set(origins) }
}

/** Whether nobody but this machine can reach it. What is not certain is not. */
export function isLoopback(host: string): boolean {
  return host === '::1' || host === 'localhost' || /^127(\.\d{1,3}){3}$/.test(host)
}

/** `name`, `name:port`, `[address]`, `[address]:port`: what may stand in a Host header. */
export function isHostName(text: string): boolean {
  return /^([a-z0-9]([a-z0-9._-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i.test(text)
}

/** As it stands in a URL. */
export function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** Somebody may have taken it from one. */
export function unbracketed(host: string): string {
  return host.replace(/^\[([0-9a-f:.]+)\]$/i, '$1')
}

function hasPort(name: string): boolean {
  return /:\d+$/.test(name)
}

/** A client leaves the usual port away. */
function withPort(name: string, port: number): string[] {
  return port === httpPort ? [name, `${name}:${port}`] : [`${name}:${port}`]
}
