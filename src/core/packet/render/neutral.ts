/** What forges another speaker: names of tags, of `<|tokens|>` and of `[MARKS]` that chat templates and agents give a meaning. */
export const roleMarks = {
  tags: [
    ...['system', 'sys', 'system_prompt', 'system-prompt', 'system_message', 'system_instruction'],
    ...['system-reminder', 'assistant', 'start_of_turn', 'end_of_turn', 'bos', 'eos', 'think', 'invoke'],
    ...['tool_call', 'tool_calls', 'tool_use', 'tool_output', 'tool_response', 'tool_result', 'tool_results'],
    ...['function_call', 'function_calls', 'function_response', 'function_result', 'function_results'],
  ],
  /** A name with an underscore needs no entry: nobody writes one between `<|` and `|>` for another reason. */
  tokens: [
    ...['system', 'user', 'assistant', 'tool', 'observation', 'start', 'end', 'message', 'channel'],
    ...['constrain', 'return', 'call', 'eot', 'eom', 'bos', 'eos', 'pad'],
    ...['endoftext', 'endofprompt', 'startoftext'],
  ],
  /** In capitals only: `[inst]` is a link. */
  brackets: ['INST', 'SYSTEM_PROMPT', 'AVAILABLE_TOOLS', 'TOOL_CALLS', 'TOOL_RESULTS', 'TOOL_CONTENT'],
} as const

/** What is read as a character of ours, though it is no compatibility form of it (NFKC folds those). */
const lookAlikes: Readonly<Record<string, string>> = {
  a: '\u0430\u0410\u03b1\u0391\u0251\u1d00',
  b: '\u0432\u0412\u044c\u042c\u0392\u0299',
  c: '\u0441\u0421\u03c2\u1d04',
  d: '\u0501\u0500\u1d05',
  e: '\u0435\u0415\u03b5\u0395\u1d07',
  f: '\u03dc\ua730',
  g: '\u0261\u0262',
  h: '\u04bb\u04ba\u043d\u041d\u0397\u029c',
  i: '\u0456\u0406\u03b9\u0399\u0131\u026a',
  j: '\u0458\u0408\u1d0a',
  k: '\u043a\u041a\u03ba\u039a\u1d0b',
  l: '\u04cf\u04c0\u029f',
  m: '\u043c\u041c\u039c\u1d0d',
  n: '\u043f\u03b7\u039d\u0578\u0274',
  o: '\u043e\u041e\u03bf\u039f\u03c3\u0585\u0555\u1d0f',
  p: '\u0440\u0420\u03c1\u03a1\u1d18',
  q: '\u051b\u051a',
  r: '\u0433\u0280',
  s: '\u0455\u0405\ua731',
  t: '\u0442\u0422\u03c4\u03a4\u1d1b',
  u: '\u03c5\u057d\u1d1c',
  v: '\u03bd\u0475\u0474\u1d20',
  w: '\u051d\u051c\u03c9\u1d21',
  x: '\u0445\u0425\u03c7\u03a7',
  y: '\u0443\u0423\u04af\u04ae\u03a5\u03b3\u028f',
  z: '\u0396\u1d22',
  _: '\u2581\u02cd',
  '|': '\u2223\u2502\u2758',
  '/': '\u2044\u2215\u29f8\u2571',
  '>': '\u203a\u3009\u27e9\u276f\u02c3\u1433',
  '-': '\u2010\u2013\u2212',
}

const plainLetters: ReadonlyMap<string, string> = new Map(
  Object.entries(lookAlikes).flatMap(([ours, theirs]) => [...theirs].map((one) => [one, ours] as const)),
)

// Numeric or named `&lt;` is not among them: text that is escaped already is as harmless as what this room writes.
const angles = '<\uff1c\ufe64\u2039\u2329\u3008\u27e8\u276e\u02c2\u1438'
const squares = '[\uff3b'
const angle = new RegExp(`[${angles}]`, 'g')
const brackets: ReadonlySet<string> = new Set(angles + squares)
const opening = new RegExp(`[${angles}\\${squares}]`, 'g')

/**
 * Look-alikes of the packet's own tags inside foreign text, made harmless. A section that could write
 * `</context><task>` would decide what the agent is asked to do. A tag given as `/name` is looked for in its closing form only.
 */
export function neutraliseTags(text: string, tags: readonly string[]): string {
  const names = tags.map((tag) => ({
    closing: tag.startsWith('/'),
    name: tag.replace('/', '').toLowerCase(),
  }))
  const longest = Math.max(...names.map(({ name }) => name.length))
  return text.replace(angle, (bracket, at: number) => {
    const first = text[text[at + 1] === '/' ? at + 2 : at + 1]?.toLowerCase() ?? ''
    // Most markup is told by its first letter.
    if (first >= 'a' && first <= 'z' && !names.some(({ name }) => name.startsWith(first))) return bracket
    const read = readMark(text, at + 1, longest)
    const said = read.said.toLowerCase()
    const ours = names.some(
      ({ closing, name }) =>
        (read.closing || !closing) && said.startsWith(name) && endsAt(text, read.ends[name.length - 1]),
    )
    return ours ? '&lt;' : bracket
  })
}

/** The same for what would pass as another speaker. Markup, type parameters and placeholders such as `<user>` stay. */
export function neutraliseRoles(text: string): string {
  return text.replace(opening, (bracket, at: number) => {
    if (bracket === '[' && beginsNoMark(text[at + 1])) return bracket
    const read = readMark(text, at + 1, 64)
    if (squares.includes(bracket)) return isBracketMark(read.said) ? '&#91;' : bracket
    return isToken(read.said) || (isRoleTag(read.said) && !isTypeParameter(text, at, read)) ? '&lt;' : bracket
  })
}

const roleTags: ReadonlySet<string> = new Set(roleMarks.tags)
const roleTokens: ReadonlySet<string> = new Set(roleMarks.tokens)
const bracketMarks: ReadonlySet<string> = new Set(roleMarks.brackets)

const firstOfMarks: ReadonlySet<string> = new Set(roleMarks.brackets.map((mark) => mark[0]!))

/** Most brackets are those of links and lists, which the next letter tells if it is read as it stands. */
function beginsNoMark(letter = ']'): boolean {
  return letter > ' ' && letter <= '~' && letter !== '/' && letter !== '&' && !firstOfMarks.has(letter)
}

function isBracketMark(said: string): boolean {
  return bracketMarks.has(/^(\w+) ?\]/.exec(said)?.[1] ?? '')
}

function isToken(said: string): boolean {
  if (!said.startsWith('|')) return false
  const name = /^\| ?([a-z0-9_ -]+)\| ?>/i.exec(said)?.[1]?.trim().toLowerCase()
  return name !== undefined && (name.includes('_') || roleTokens.has(name))
}

/** To its end: `a < system && b > c` is a comparison. */
function isRoleTag(said: string): boolean {
  const name = /^(?:[\w-]+:)?([\w-]+)(?: ?\/? ?>| [\w:-]+ ?=)/.exec(said)?.[1]
  return name !== undefined && roleTags.has(name.toLowerCase())
}

/** `Array<System>`, as against `text<system>` and `text</System>`. */
function isTypeParameter(text: string, at: number, { said, closing }: Mark): boolean {
  return !closing && /^[A-Z][\w-]*[a-z]/.test(said) && /[\w$]/.test(text[at - 1] ?? '')
}

/** What a bracket is followed by, as it would be read. */
interface Mark {
  /** A slash stands before the name. */
  readonly closing: boolean
  /** Without what nobody sees, in plain letters, any space as one blank. */
  readonly said: string
  /** Where in the text each character of it ends. */
  readonly ends: readonly number[]
}

/** Stops at the next bracket, so that every character is read for one bracket only and the search stays linear. */
function readMark(text: string, from: number, length: number): Mark {
  let closing = false
  let said = ''
  const ends: number[] = []
  for (let at = from; at < text.length && said.length < length; ) {
    const raw = text[at]!
    if (brackets.has(raw)) break
    const isPlain = raw >= ' ' && raw <= '~' && raw !== '&'
    const character = isPlain ? { letter: raw, length: 1 } : characterAt(text, at)
    const { letter } = character
    at += character.length
    if (letter === '/' && said === '') closing = true
    else if (letter !== '' && !(letter === ' ' && (said === '' || said.endsWith(' ')))) {
      said += letter
      while (ends.length < said.length) ends.push(at)
      if (letter === '>' || letter === ']') break
    }
  }
  return { closing, said, ends }
}

/** Undefined if the mark is shorter. A name that goes on is another name. */
function endsAt(text: string, end: number | undefined): boolean {
  return end !== undefined && !/[A-Za-z0-9_.-]/.test(text[end] ?? '')
}

const named: Readonly<Record<string, string>> = {
  ...{ sol: '/', lowbar: '_', gt: '>', vert: '|', verbar: '|', nbsp: ' ', Tab: ' ', NewLine: ' ' },
  ...{ shy: '', zwj: '', zwnj: '', ZeroWidthSpace: '' },
}
const entity = new RegExp(`^&(?:#(\\d{1,7})|#[xX]([\\da-fA-F]{1,6})|(${Object.keys(named).join('|')}));?`)
const maxEntityLength = 16

/** One character, or the entity that stands for one, as it is read. */
function characterAt(text: string, at: number): { letter: string; length: number } {
  const raw = String.fromCodePoint(text.codePointAt(at)!)
  const found = raw === '&' ? entity.exec(text.slice(at, at + maxEntityLength)) : null
  if (found === null) return { letter: fold(raw), length: raw.length }
  const [whole, decimal, hexadecimal, name] = found
  if (name !== undefined) return { letter: named[name]!, length: whole.length }
  const code = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal)
  return { letter: code > 0x10ffff ? '' : fold(String.fromCodePoint(code)), length: whole.length }
}

/** As it is read: nothing for what nobody sees, a blank for a space, our letter for its look-alikes. */
function fold(character: string): string {
  if (character >= ' ' && character <= '~') return character
  if (character === '\n' || character === '\t') return ' '
  if (/^[\p{Cf}\p{DI}]?$/u.test(character)) return ''
  if (/^\s$/.test(character)) return ' '
  if (/^\p{Cc}$/u.test(character)) return ''
  return [...character.normalize('NFKC')].map(plainLetter).join('')
}

function plainLetter(letter: string): string {
  const ours = plainLetters.get(letter) ?? letter
  return letter === letter.toLowerCase() ? ours : ours.toUpperCase()
}
