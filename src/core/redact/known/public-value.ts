import { measureRandomness } from '../randomness.ts'
import { splitName } from '../structures/name-strength.ts'
import { parseWordSet } from '../word-set.ts'

// Recognises settings that are certainly not secret. A doubtful value counts as a secret.

/** These parts name a secret anywhere in a name, also inside a word: `DBPASSWORD`. */
const telling = ['password', 'passwd', 'passphrase', 'secret', 'token', 'credential', 'apikey']
/** These words name a secret as the last word. */
const lastWords = parseWordSet(`
  pass passcode pwd pw key keys cred creds auth authorization private salt pepper dsn jwt bearer pat psk otp mnemonic sas cookie
`)
const lastEnds = ['key', 'pass', 'pwd']
/** These last words are ignored: `SECRET_KEY_BASE64`, `API_KEY_PROD`. */
const qualifiers = parseWordSet(`
  prod production live dev development test staging local ci base64 b64 base old new current previous primary secondary main
  backup default value
`)
/** With one of these as the last word, the value describes a secret and is not itself the secret. */
const aboutWords = parseWordSet(`
  id ids url urls uri uris name names path paths host hosts hostname port file files dir directory type kind mode enabled
  disabled required method provider strategy algorithm alg ttl expiry expires expiration expire timeout lifetime age length size
  rounds version region issuer audience domain scope scopes realm header prefix suffix format user username email endpoint
`)
/** With one of these anywhere in the name, the value is public or a quantity. */
const notSecret = parseWordSet('public publishable max min num number count limit total budget')

export function isSecretName(name: string): boolean {
  const words = splitName(name)
  while (words.length > 1 && qualifiers.has(words.at(-1)!)) words.pop()
  const last = words.at(-1) ?? ''
  if (aboutWords.has(last) || words.some((word) => notSecret.has(word))) return false
  return (
    lastWords.has(last) ||
    lastEnds.some((end) => last.endsWith(end)) ||
    telling.some((part) => words.some((word) => word.includes(part)))
  )
}

const request =
  /^(?:your(?:[\s_.-]|api|token|secret|pass|key|access|private|client|auth)|(?:change|replace|fill)[\s_.-]?(?:me|this|it|in)|(?:insert|enter|put|add)[\s_.-]|todo|fixme)/

/** Whether a value is a blank for the user to fill: `<token>`, `${VAR}`, `your-key`, `xxxx`, or empty. */
export function isBlankToFill(value: string): boolean {
  const text = value.trim().toLowerCase()
  const wrapped = (open: string, close: string) => text.startsWith(open) && text.endsWith(close)
  return (
    text.length <= 1 ||
    [...text].every((character) => character === text[0]) ||
    wrapped('<', '>') ||
    wrapped('${', '}') ||
    wrapped('$(', ')') ||
    wrapped('{{', '}}') ||
    wrapped('%', '%') ||
    text.includes('redacted') ||
    (isName(value) && request.test(text))
  )
}

/** Well-known passwords. Redacting these words everywhere would damage every text and protect nothing. */
const commonWords = parseWordSet(`
  true false yes no on off null nil none undefined default empty test tests testing tester example sample dummy demo placeholder
  foo bar baz foobar password passwd passwort pass secret secrets token key admin administrator root user guest login hidden
  local localhost dev development prod production staging postgres postgresql mysql mariadb redis mongo mongodb rabbitmq minio
  minioadmin elastic docker hello world string value text todo unset
`)

export function isPlaceholderValue(value: string): boolean {
  return isBlankToFill(value) || commonWords.has(value.trim().toLowerCase())
}

/** Whether a value has only letters and the characters that join words in a name. */
function isName(value: string): boolean {
  return /^[A-Za-z][A-Za-z\s_.-]*$/.test(value.trim())
}

export function isPublicValue(value: string): boolean {
  if (isPublicBlock(value)) return true
  return splitItems(value).every((item) => isPublicItem(item))
}

/** Splits a value like programs split a list. */
export function splitItems(value: string): string[] {
  return value.split(/[\s,;]+/).filter((item) => item !== '')
}

/** Whether a value consists of certificates and public keys. */
export function isPublicBlock(value: string): boolean {
  const begins = value.split('-----BEGIN ').slice(1)
  return (
    begins.length > 0 &&
    begins.every((block) => /^(?:[A-Z0-9 ]{0,20}PUBLIC KEY|(?:X509 |TRUSTED )?CERTIFICATE)-----/.test(block))
  )
}

function isPublicItem(item: string): boolean {
  const url = parseUrlParts(item)
  if (url !== null) return isPublicUrl(url)
  return isPlain(item) || isHost(item) || isMailAddress(item) || isPath(item)
}

export interface UrlParts {
  readonly user: string
  readonly password: string
  readonly host: string
  /** Path, query and fragment. */
  readonly rest: string
}

/** Written by hand, because URLs in settings files can be invalid: a password may contain `/`, `#` or `@` unencoded. */
export function parseUrlParts(value: string): UrlParts | null {
  const sign = value.indexOf('://')
  if (sign < 1 || !/^[A-Za-z][A-Za-z0-9+.:-]{0,40}$/.test(value.slice(0, sign))) return null
  const after = value.slice(sign + 3)
  const first = findAuthorityEnd(after)
  const holdsUser = after.slice(0, first).includes('@')
  const at = after.lastIndexOf('@', holdsUser ? first : after.length)
  const colon = after.indexOf(':')
  const isUser =
    holdsUser || (colon !== -1 && colon < first && at > first && !isNumber(after.slice(colon + 1, first)))
  if (!isUser) return { user: '', password: '', host: after.slice(0, first), rest: after.slice(first) }
  const userInfo = after.slice(0, at)
  const split = userInfo.indexOf(':')
  const afterUser = after.slice(at + 1)
  const end = findAuthorityEnd(afterUser)
  return {
    user: split === -1 ? userInfo : userInfo.slice(0, split),
    password: split === -1 ? '' : userInfo.slice(split + 1),
    host: afterUser.slice(0, end),
    rest: afterUser.slice(end),
  }
}

function findAuthorityEnd(text: string): number {
  const end = text.search(/[/?#]/)
  return end === -1 ? text.length : end
}

/** A user name alone is not a credential, unless it is too long to type: `https://<token>@host`. */
const maxUserLength = 16

export function getCredential({ user, password }: UrlParts): string {
  return password !== '' ? password : user.length >= maxUserLength && !isPlain(user) ? user : ''
}

function isPublicUrl(url: UrlParts): boolean {
  const credential = getCredential(url)
  if (credential !== '' && !isBlankToFill(credential)) return false
  if (parseParameters(url.rest).some(({ name, value }) => isSecretName(name) && !isPlaceholderValue(value)))
    return false
  return url.rest.split(/[/?&=#]/).every((piece) => piece.length < maxUserLength || isPlain(piece))
}

/** Parses the `name=value` pieces of a query or of a connection string. */
export function parseParameters(text: string): { name: string; value: string }[] {
  return text.split(/[?&;#\s]+/).flatMap((piece) => {
    const sign = piece.indexOf('=')
    return sign < 1 || sign > 64 ? [] : [{ name: piece.slice(0, sign), value: piece.slice(sign + 1) }]
  })
}

/** Whether a text is words and numbers: `us-east-1`, `MyApp`, `node:20-alpine`, `2026-01-05T10:00:00Z`. */
function isPlain(text: string): boolean {
  const pieces = text.split(/[\s\-_./\\:,;|+@*=&~]/).filter((piece) => piece !== '')
  const pure = pieces.filter((piece) => isNumber(piece) || isWord(piece)).length
  const mixed = pieces.filter((piece) => !isNumber(piece) && !isWord(piece) && isShortMix(piece)).length
  return pure + mixed === pieces.length && (mixed <= pure || pieces.length === 1)
}

function isNumber(text: string): boolean {
  return /^[0-9]*$/.test(text)
}

/** `v2`, `4o`, `sha256`, `512mb`. */
function isShortMix(piece: string): boolean {
  if (!/^[A-Za-z0-9]{1,6}$/.test(piece)) return false
  return piece.length <= 3 || /^[A-Za-z]+[0-9]{1,3}$/.test(piece) || /^[0-9]/.test(piece)
}

const maxWordLength = 20

/** `debug`, `Debug`, `DEBUG`, `MyApp`, `PostgreSQL`. */
function isWord(piece: string): boolean {
  if (piece.length > maxWordLength || !/^\p{L}+$/u.test(piece)) return false
  const humps = piece.match(/\p{Lu}+\p{Ll}*|\p{Ll}+/gu)?.length ?? 1
  return (humps < 3 || piece.length / humps >= 3) && (piece.length < 8 || measureRandomness(piece) < 1.5)
}

/** `db.internal`, `[::1]:5432`, `10.0.0.1:80`. */
function isHost(text: string): boolean {
  const host = text.replace(/:[0-9]{1,5}$/, '')
  if (/^\[?[0-9a-f:.]{2,45}\]?$/.test(host) && (host.includes('::') || host.split(':').length === 8))
    return true
  const labels = host.split('.')
  return (
    labels.length > 1 &&
    host.length <= 253 &&
    labels.every((label) => /^(?:\*|[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?)$/.test(label)) &&
    isWord(labels.at(-1)!)
  )
}

function isMailAddress(text: string): boolean {
  const at = text.indexOf('@')
  return at > 0 && /^[A-Za-z0-9._+-]{1,64}$/.test(text.slice(0, at)) && isHost(text.slice(at + 1))
}

/** Whether a text begins like a path and has ordinary names in it. `a/b` is judged by its words. */
function isPath(text: string): boolean {
  const rooted = /^(?:[/~]|\.\.?[/\\]|[A-Za-z]:[/\\])/.test(text)
  return rooted && text.split(/[/\\.\-_ @:~]/).every((piece) => piece.length <= 6 || isPlain(piece))
}
