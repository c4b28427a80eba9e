import {
  getCredential,
  isBlankToFill,
  isPlaceholderValue,
  isPublicBlock,
  isPublicValue,
  isSecretName,
  parseParameters,
  parseUrlParts,
  splitItems,
} from './public-value.ts'

const minNamedLength = 4
const minLength = 6
const minLineLength = 16

/** Whether the value of a setting must be redacted. A doubtful value must. */
export function isWorthHiding(name: string, value: string): boolean {
  const bare = value.trim()
  // Redacting a short word everywhere would damage every text and protect nothing, because it can be guessed.
  if (isPlaceholderValue(bare) || isPublicBlock(bare) || /^[a-z]{1,8}$/.test(bare)) return false
  return isSecretName(name) ? bare.length >= minNamedLength : bare.length >= minLength && !isPublicValue(bare)
}

/** Lists the values to search for because of one setting: the whole value, and its parts that are secret by themselves. */
export function listSettingSecrets(name: string, value: string): string[] {
  const whole = isWorthHiding(name, value) ? [value.trim()] : []
  return [...new Set([...whole, ...listSecretParts(value)])]
}

/** Lists passwords in URLs and connection strings, secrets in JSON, and the lines of a key. */
export function listSecretParts(value: string): string[] {
  const inside = listMembers(value)
  if (inside !== null) return inside.flatMap(({ name, text }) => [...listMemberSecrets(name, text)])
  return [...listParts(value)]
}

function* listMemberSecrets(name: string, value: string): Generator<string> {
  if (isWorthHiding(name, value)) yield value.trim()
  yield* listParts(value)
}

function* listParts(value: string): Generator<string> {
  for (const item of splitItems(value)) {
    const url = parseUrlParts(item)
    if (url !== null) yield* listSpellings(getCredential(url))
  }
  for (const parameter of parseParameters(value))
    if (isSecretName(parameter.name)) yield* listSpellings(parameter.value)
  if (!isPublicBlock(value)) yield* listLines(value)
}

/** Lists a secret as it is written and percent-decoded. */
function* listSpellings(secret: string): Generator<string> {
  for (const spelling of new Set([secret, tryDecode(secret)])) {
    if (spelling.length >= minNamedLength && !isPlaceholderValue(spelling)) yield spelling
  }
}

function tryDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Lists the lines of a key, so that a key that is indented, quoted or incomplete is found too. */
function* listLines(value: string): Generator<string> {
  const lines = (value.includes('-----BEGIN ') ? value.replaceAll('\\n', '\n') : value).split('\n')
  if (lines.length < 2) return
  for (const line of lines.map((text) => text.trim())) {
    if (line.length >= minLineLength && !isBlankToFill(line) && !isPublicValue(line)) yield line
  }
}

interface Member {
  readonly name: string
  readonly text: string
}

/** Lists the strings in a JSON object or array, each with its key; null if the value is not JSON. */
function listMembers(value: string): Member[] | null {
  if (!/^\s*[[{]/.test(value)) return null
  const members: Member[] = []
  const waiting: { name: string; node: unknown }[] = [{ name: '', node: tryParse(value) }]
  if (waiting[0]?.node === undefined) return null
  for (let member = waiting.pop(); member !== undefined; member = waiting.pop()) {
    const { name, node } = member
    if (typeof node === 'string') members.push({ name, text: node })
    else if (Array.isArray(node)) for (const below of node) waiting.push({ name, node: below })
    else if (node !== null && typeof node === 'object') {
      for (const [key, below] of Object.entries(node)) waiting.push({ name: key, node: below })
    }
  }
  return members
}

function tryParse(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    // The parser's error message quotes the value, so it is dropped.
    return undefined
  }
}
