/** The host names of the server. A page of another site cannot make a browser send them. */
export interface ServerNames {
  /** Values of the Host header, in lower case. */
  readonly hosts: ReadonlySet<string>
  /** Values of the Origin header. */
  readonly origins: ReadonlySet<string>
}

export interface ServerNamesInput {
  readonly host: string
  readonly port: number
  /** More names, such as the name of a proxy, with or without a port. */
  readonly allowed: readonly string[]
}

const loopbackNames = ['127.0.0.1', 'localhost', '::1']
/** Addresses for listening on all interfaces. No client uses them as a name. */
const everywhere = ['0.0.0.0', '::']
const httpPort = 80

export function listAllowedNames({ host, port, allowed }: ServerNamesInput): ServerNames {
  const own = [...loopbackNames, host]
    .filter((name) => !everywhere.includes(name))
    .flatMap((name) => withPort(addBrackets(name), port))
  const extra = allowed.flatMap((name) => (hasPort(name) ? [name] : [name, ...withPort(name, port)]))
  const hosts = [...own, ...extra].map((name) => name.toLowerCase())
  const origins = [
    ...hosts.map((name) => `http://${name}`),
    // Only a proxy uses TLS.
    ...extra.map((name) => `https://${name.toLowerCase()}`),
  ]
  return { hosts: new Set(hosts), origins: new Set(origins) }
}

/** Whether only this machine can reach the address. False if unsure. */
export function isLoopback(host: string): boolean {
  return host === '::1' || host === 'localhost' || /^127(\.\d{1,3}){3}$/.test(host)
}

/** Accepts the forms of a Host header: `name`, `name:port`, `[address]`, `[address]:port`. */
export function isHostName(text: string): boolean {
  return /^([a-z0-9]([a-z0-9._-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i.test(text)
}

/** Adds the brackets that an IPv6 address has in a URL. */
export function addBrackets(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** Removes the brackets, because a user may copy the address from a URL. */
export function removeBrackets(host: string): string {
  return host.replace(/^\[([0-9a-f:.]+)\]$/i, '$1')
}

function hasPort(name: string): boolean {
  return /:\d+$/.test(name)
}

/** Clients omit port 80. */
function withPort(name: string, port: number): string[] {
  return port === httpPort ? [name, `${name}:${port}`] : [`${name}:${port}`]
}
