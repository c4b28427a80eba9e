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
const shortest = 6
const minLineLength = 16

/** Is the value of this setting one that must not be seen? In doubt it is. */
export function isWorthHiding(name: string, value: string): boolean {
  const bare = value.trim()
  // Redacting a short word would tear every text, and hides nothing that could not be guessed.
  if (isPlaceholderValue(bare) || isPublicBlock(bare) || /^[a-z]{1,8}$/.test(bare)) return false
  return isSecretName(name) ? bare.length >= minNamedLength : bare.length >= shortest && !isPublicValue(bare)
}

/** The values to search for because of one setting: the whole value, and its parts that are secret by themselves. */
export function listSettingSecrets(name: string, value: string): string[] {
  const whole = isWorthHiding(name, value) ? [value.trim()] : []
  return [...new Set([...whole, ...listSecretParts(value)])]
}

/** Passwords in URLs and connection strings, secrets in JSON, the lines of a key. */
export function listSecretParts(value: string): string[] {
  const inside = membersOf(value)
  if (inside !== null) return inside.flatMap(({ name, text }) => [...flatSecrets(name, text)])
  return [...partsOf(value)]
}

function* flatSecrets(name: string, value: string): Generator<string> {
  if (isWorthHiding(name, value)) yield value.trim()
  yield* partsOf(value)
}

function* partsOf(value: string): Generator<string> {
  for (const item of splitItems(value)) {
    const url = parseUrlParts(item)
    if (url !== null) yield* spellingsOf(getCredential(url))
  }
  for (const one of parseParameters(value)) if (isSecretName(one.name)) yield* spellingsOf(one.value)
  if (!isPublicBlock(value)) yield* linesOf(value)
}

/** As written and as meant. */
function* spellingsOf(secret: string): Generator<string> {
  for (const spelling of new Set([secret, decoded(secret)])) {
    if (spelling.length >= minNamedLength && !isPlaceholderValue(spelling)) yield spelling
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A key that stands indented, quoted or in part is found by its lines. */
function* linesOf(value: string): Generator<string> {
  const lines = (value.includes('-----BEGIN ') ? value.replaceAll('\\n', '\n') : value).split('\n')
  if (lines.length < 2) return
  for (const line of lines.map((one) => one.trim())) {
    if (line.length >= minLineLength && !isBlankToFill(line) && !isPublicValue(line)) yield line
  }
}

interface Member {
  readonly name: string
  readonly text: string
}

/** The strings in a JSON object or list, each with its key; null if the value is not JSON. */
function membersOf(value: string): Member[] | null {
  if (!/^\s*[[{]/.test(value)) return null
  const members: Member[] = []
  const waiting: { name: string; node: unknown }[] = [{ name: '', node: parsed(value) }]
  if (waiting[0]?.node === undefined) return null
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const { name, node } = one
    if (typeof node === 'string') members.push({ name, text: node })
    else if (Array.isArray(node)) for (const below of node) waiting.push({ name, node: below })
    else if (node !== null && typeof node === 'object') {
      for (const [key, below] of Object.entries(node)) waiting.push({ name: key, node: below })
    }
  }
  return members
}

function parsed(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    // The parser's error message quotes the value, so it is dropped.
    return undefined
  }
}
