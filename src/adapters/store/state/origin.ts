import { joinBelow, readSmallFile } from '../../disk/index.ts'

const maxFileBytes = 1_000_000
const maxUidLength = 500

/** Returns the name of a repository's origin: `github.com/acme/shop`. Null if the origin has no name that other machines share. */
export function readOrigin(commonDir: string): string | null {
  const url = findOriginUrl(readSmallFile(joinBelow(commonDir, 'config'), maxFileBytes) ?? '')
  return url === null ? null : normaliseUrl(url)
}

/** Returns the first URL, as git does. Does not follow includes, because they name files outside of the repository. */
function findOriginUrl(text: string): string | null {
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

/** Removes quotes, escapes and a comment at the end. */
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

/** Removes scheme, user, password, port and `.git`, so that the result is the same for every clone. */
function normaliseUrl(url: string): string | null {
  const [, host, path] = matchScheme(url) ?? matchColon(url) ?? []
  if (host === undefined || path === undefined) return null
  const cleanPath = path.replace(/[?#].*$/s, '').replace(/\/+/g, '/')
  const repositoryPath = cleanPath.replace(/^\/|\/$/g, '').replace(/\.git$/, '')
  const uid = `${host.toLowerCase()}/${repositoryPath}`
  const isValid = repositoryPath !== '' && uid.length <= maxUidLength && !/[\0-\x1f\x7f]/.test(uid)
  return isValid ? uid : null
}

/** A local path has no name on other machines. */
function matchScheme(url: string): RegExpExecArray | null {
  return /^(?!file:)[a-z][a-z0-9+.-]*:\/\/(?:[^/]*@)?(\[[^\]/]*\]|[^/:@]+)(?::\d*)?(\/.*)$/is.exec(url)
}

/** Matches `git@host:path`. One letter is a drive; two colons name a transport program. */
function matchColon(url: string): RegExpExecArray | null {
  return /^(?:[^/@:]+@)?(\[[^\]/]*\]|[^/:@[\]]{2,}):(?!:|\/\/)(.+)$/s.exec(url)
}
