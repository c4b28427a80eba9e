import { buildCharacterSet, characterSets } from '../character-sets.ts'

// Judges by a name whether the value assigned to it is a secret.

/** How strongly a name says that its value is a secret. */
export type NameStrength = 'none' | 'weak' | 'strong' | 'password'

const password = 1
const secret = 2
/** Words that name a secret together with "key". */
const keyed = 4
const weak = 8
/** Words that make an id part of a credential. */
const identifying = 16
/** With one of these as the last word, the value describes a secret and is not itself the secret. */
const descriptive = 32

const lists: readonly (readonly [meaning: number, words: string])[] = [
  [
    password,
    'password passwd passwort pwd passphrase passcode passkey userpass dbpass pswd psw pass contrasena senha',
  ],
  [
    secret,
    'secret secrets token tokens credential credentials creds cred apikey appkey authkey secretkey accesskey privatekey apitoken accesstoken authtoken bearer jwt sas xoauth oauth apisecret clientsecret pat otp psk seed mnemonic',
  ],
  [
    keyed,
    'api access private secret auth encryption signing master account storage shared client consumer service deploy admin app application license licence subscription write server personal session ssh aes rsa hmac crypt cipher decryption bot webhook integration management function host ingest insert query read project instrumentation unseal root developer dev prod live test user org team global rest export feature sdk x',
  ],
  [weak, 'key keys auth authorization session signature sig salt license licence sid cookie access private'],
  [identifying, 'api client app application access consumer account key secret token'],
  [
    descriptive,
    'name names path paths file files filename dir directory type types kind count counts length size limit max min prefix suffix pattern regex regexp label field header class expiry expires expiration ttl age date time at status state format index number num usage budget budgets ref policy rotation provider manager store service version enabled required endpoint host port scheme algorithm alg description title text hint help placeholder message error input output arn region bytes chars rule rules set list map schema config options source scope scopes issuer audience value_from env var digest checksum sha sha1 sha256 sha512 md5 integrity fingerprint thumbprint public pub',
  ],
]

/** The meanings of each word: the lists that contain it, as bits. */
const meanings = buildMeanings()

function buildMeanings(): ReadonlyMap<string, number> {
  const all = new Map<string, number>()
  for (const [meaning, words] of lists) {
    for (const word of words.split(' ')) all.set(word, (all.get(word) ?? 0) | meaning)
  }
  return all
}

function getMeaning(word: string): number {
  return meanings.get(word) ?? 0
}

/** After one of these words, "tokens" means a number of tokens and not a secret. */
const amounts = new Set(['max', 'min', 'num', 'total', 'prompt', 'completion', 'input', 'output', 'count'])

/** Judges how strongly a name says that its value is a secret. */
export function getNameStrength(name: string): NameStrength {
  const words = splitName(name)
  const last = words.at(-1)
  if (last === undefined) return 'none'
  // Bundler stores credentials under the name of a host.
  if (name.startsWith('BUNDLE_') && /^BUNDLE_\w+__\w+$/.test(name)) return 'password'
  if (last === 'tokens' && words.length > 1 && amounts.has(words[0]!)) return 'none'
  let all = 0
  for (const word of words) {
    if (word === 'pub' || word === 'public' || word === 'pubkey' || word === 'publickey') return 'none'
    all |= getMeaning(word)
  }
  if ((getMeaning(last) & descriptive) !== 0) return 'none'
  if ((all & password) !== 0) return 'password'
  if ((all & secret) !== 0) return last === 'id' || last === 'url' || last === 'uri' ? 'weak' : 'strong'
  if ((all & keyed) !== 0 && (last === 'key' || last === 'keys')) return 'strong'
  const joined = words.join('')
  if (joined.length > 4 && /secret|token|passwo?r?d|apikey|credential/.test(joined)) return 'strong'
  if (last === 'id') return (all & identifying) === 0 ? 'none' : 'weak'
  return (all & weak) !== 0 || joined.endsWith('key') ? 'weak' : 'none'
}

/** Splits `AWSSecretKey`, `aws_secret_key` or `aws-secret-key` into words in lower case, without digits at their ends. */
export function splitName(name: string): string[] {
  const words: string[] = []
  let start = 0
  let before = breaking
  for (let at = 0; at <= name.length; at++) {
    const kind = at === name.length ? breaking : classifyCharacter(name.charCodeAt(at))
    const hump =
      kind === capital &&
      (before === small || before === digit || (before === capital && isSmall(name, at + 1)))
    if (kind === breaking || hump) {
      addWord(name, start, at, words)
      start = kind === breaking ? at + 1 : at
    }
    before = kind
  }
  return words
}

const breaking = 0
const small = 1
const capital = 2
const digit = 3

function classifyCharacter(code: number): number {
  if (code >= 97 && code <= 122) return small
  if (code >= 65 && code <= 90) return capital
  return code >= 48 && code <= 57 ? digit : breaking
}

function isSmall(name: string, at: number): boolean {
  return classifyCharacter(name.charCodeAt(at)) === small
}

function addWord(name: string, start: number, end: number, words: string[]): void {
  let first = start
  let last = end
  while (first < last && classifyCharacter(name.charCodeAt(first)) === digit) first++
  while (first < last && classifyCharacter(name.charCodeAt(last - 1)) === digit) last--
  if (first < last) words.push(name.slice(first, last).toLowerCase())
}

/** Every name of a secret contains one of these pairs: token and key; secret and credential; pass and access; pwd; auth; pw. */
const telling = buildPairs(['ke', 'cr', 'ss', 'wd', 'ut', '__'])
/** The same pairs and that of "private", which is too weak a name on its own. */
export const tellingOrPrivate = buildPairs(['ke', 'cr', 'ss', 'wd', 'ut', '__', 'iv'])

function buildPairs(names: readonly string[]): Uint8Array {
  const pairs = new Uint8Array(1 << 14)
  for (const pair of names) {
    for (const mask of [0, 32, 32 << 7, 32 | (32 << 7)]) {
      pairs[((pair.charCodeAt(0) << 7) | pair.charCodeAt(1)) ^ mask] = 1
    }
  }
  return pairs
}

/** Whether a part of a text contains such a pair. This test alone rules out most names. */
export function hasTellingPair(text: string, start: number, end: number, pairs = telling): boolean {
  let before = text.charCodeAt(start)
  for (let at = start + 1; at < end; at++) {
    const code = text.charCodeAt(at)
    if (pairs[(before << 7) | code] === 1) return true
    before = code
  }
  return false
}

export const nameCharacters = buildCharacterSet(characterSets.base64url)
const maxNameLength = 64

/** Finds the beginning of the name that ends at `end`. */
export function findNameStart(text: string, end: number): number {
  const floor = Math.max(0, end - maxNameLength)
  let start = end
  while (start > floor && nameCharacters[text.charCodeAt(start - 1)] === 1) start--
  return start
}

/** Whether a name is a parameter of a URL. Ids and cursors are common there, so a weak name is not enough. */
export function isQueryParameter(text: string, start: number): boolean {
  const before = text.charCodeAt(start - 1)
  return before === 63 || before === 38
}
