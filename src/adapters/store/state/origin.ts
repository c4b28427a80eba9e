import { joinBelow, readSmallFile } from '../../disk/index.ts'

const maxFileBytes = 1_000_000
const maxUidLength = 500

/** What a repository calls where it came from: `github.com/acme/shop`. Null when it came from nowhere that has a name for others. */
export function readOrigin(commonDir: string): string | null {
  const url = originUrl(readSmallFile(joinBelow(commonDir, 'config'), maxFileBytes) ?? '')
  return url === null ? null : normaliseUrl(url)
}

/** The first one, as git fetches. Does not follow includes: they name files that are not of this repository. */
function originUrl(text: string): string | null {
  let inOrigin = false
  for (const line of text.split(/\r?\n/)) {
    const section = /^\s*\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\](.*)$/.exec(line)
    if (section !== null) inOrigin = section[1]!.toLowerCase() === 'remote' && section[2] === 'origin'
    const rest = section === null ? line : section[3]!
    const value = inOrigin ? /^\s*url\s*=(.*)$/i.exec(rest)?.[1] : undefined
    if (value !== undefined) return unquote(value)
  }
  return null
}

/** Quotes, escapes and a comment at the end. */
function unquote(value: string): string {
  let text = ''
  let quoted = false
  for (let i = 0; i < value.length; i++) {
    const char = value[i]!
    if (char === '"') quoted = !quoted
    else if (char === '\\') text += value[++i] ?? ''
    else if (!quoted && (char === '#' || char === ';')) break
    else text += char
  }
  return text.trim()
}

/** Without scheme, user, password, port and `.git`: the same for everyone who has the repository from there. */
function normaliseUrl(url: string): string | null {
  const [, host, path] = withScheme(url) ?? withColon(url) ?? []
  if (host === undefined || path === undefined) return null
  const clean = path.replace(/[?#].*$/s, '').replace(/\/+/g, '/')
  const bare = clean.replace(/^\/|\/$/g, '').replace(/\.git$/, '')
  const uid = `${host.toLowerCase()}/${bare}`
  const speakable = bare !== '' && uid.length <= maxUidLength && !/[\0-\x1f\x7f]/.test(uid)
  return speakable ? uid : null
}

/** A local path has no name for others. */
function withScheme(url: string): RegExpExecArray | null {
  return /^(?!file:)[a-z][a-z0-9+.-]*:\/\/(?:[^/]*@)?(\[[^\]/]*\]|[^/:@]+)(?::\d*)?(\/.*)$/is.exec(url)
}

/** `git@host:path`. One letter is a drive, two colons are a program. */
function withColon(url: string): RegExpExecArray | null {
  return /^(?:[^/@:]+@)?(\[[^\]/]*\]|[^/:@[\]]{2,}):(?!:|\/\/)(.+)$/s.exec(url)
}
