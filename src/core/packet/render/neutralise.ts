/** Marks that can forge another speaker: names of tags, `<|tokens|>` and `[MARKS]` with a meaning in chat templates or agents. */
export const roleMarks = {
  tags: [
    ...['system', 'sys', 'system_prompt', 'system-prompt', 'system_message', 'system_instruction'],
    ...['system-reminder', 'assistant', 'start_of_turn', 'end_of_turn', 'bos', 'eos', 'think', 'invoke'],
    ...['tool_call', 'tool_calls', 'tool_use', 'tool_output', 'tool_response', 'tool_result', 'tool_results'],
    ...['function_call', 'function_calls', 'function_response', 'function_result', 'function_results'],
  ],
  /** Names with an underscore need no entry, because between `<|` and `|>` they are always tokens. */
  tokens: [
    ...['system', 'user', 'assistant', 'tool', 'observation', 'start', 'end', 'message', 'channel'],
    ...['constrain', 'return', 'call', 'eot', 'eom', 'bos', 'eos', 'pad'],
    ...['endoftext', 'endofprompt', 'startoftext'],
  ],
  /** Only in capitals, because `[inst]` is a link. */
  brackets: ['INST', 'SYSTEM_PROMPT', 'AVAILABLE_TOOLS', 'TOOL_CALLS', 'TOOL_RESULTS', 'TOOL_CONTENT'],
} as const

/** Characters that look like ours and that NFKC does not fold. */
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
  Object.entries(lookAlikes).flatMap(([ours, theirs]) =>
    [...theirs].map((letter) => [letter, ours] as const),
  ),
)

// Entities for `<` are not included, because escaped text is already harmless.
const angles = '<\uff1c\ufe64\u2039\u2329\u3008\u27e8\u276e\u02c2\u1438'
const squares = '[\uff3b'
const angle = new RegExp(`[${angles}]`, 'g')
const brackets: ReadonlySet<string> = new Set(angles + squares)
const opening = new RegExp(`[${angles}\\${squares}]`, 'g')

/**
 * Neutralises look-alikes of the packet's own tags in foreign text. Otherwise a section with `</context><task>` could give the agent
 * another task. A tag given as `/name` is searched only in its closing form.
 */
export function neutraliseTags(text: string, tags: readonly string[]): string {
  const names = tags.map((tag) => ({
    closing: tag.startsWith('/'),
    name: tag.replace('/', '').toLowerCase(),
  }))
  const longest = Math.max(...names.map(({ name }) => name.length))
  return text.replace(angle, (bracket, at: number) => {
    const first = text[text[at + 1] === '/' ? at + 2 : at + 1]?.toLowerCase() ?? ''
    // The first letter rules out most markup.
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

/** Neutralises marks that could pass as another speaker. Markup, type parameters and placeholders such as `<user>` stay. */
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

/** Whether the letter after a bracket rules out a mark. Most brackets belong to links and lists. */
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

/** Requires the end of the tag, because `a < system && b > c` is a comparison. */
function isRoleTag(said: string): boolean {
  const name = /^(?:[\w-]+:)?([\w-]+)(?: ?\/? ?>| [\w:-]+ ?=)/.exec(said)?.[1]
  return name !== undefined && roleTags.has(name.toLowerCase())
}

/** True for `Array<System>`, false for `text<system>` and `text</System>`. */
function isTypeParameter(text: string, at: number, { said, closing }: Mark): boolean {
  return !closing && /^[A-Z][\w-]*[a-z]/.test(said) && /[\w$]/.test(text[at - 1] ?? '')
}

/** The text after a bracket, as a model would read it. */
interface Mark {
  /** Whether a slash comes before the name. */
  readonly closing: boolean
  /** In plain letters, without invisible characters, with any white space as one blank. */
  readonly said: string
  /** The offset in the text after each character. */
  readonly ends: readonly number[]
}

/** Stops at the next bracket, so that each character is read once and the search stays linear. */
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

/** Whether a name ends at this offset. Undefined means that the mark is shorter than the name. */
function endsAt(text: string, end: number | undefined): boolean {
  return end !== undefined && !/[A-Za-z0-9_.-]/.test(text[end] ?? '')
}

const named: Readonly<Record<string, string>> = {
  ...{ sol: '/', lowbar: '_', gt: '>', vert: '|', verbar: '|', nbsp: ' ', Tab: ' ', NewLine: ' ' },
  ...{ shy: '', zwj: '', zwnj: '', ZeroWidthSpace: '' },
}
const entity = new RegExp(`^&(?:#(\\d{1,7})|#[xX]([\\da-fA-F]{1,6})|(${Object.keys(named).join('|')}));?`)
const maxEntityLength = 16

/** Reads one character or entity, as a model would read it. */
function characterAt(text: string, at: number): { letter: string; length: number } {
  const raw = String.fromCodePoint(text.codePointAt(at)!)
  const found = raw === '&' ? entity.exec(text.slice(at, at + maxEntityLength)) : null
  if (found === null) return { letter: fold(raw), length: raw.length }
  const [whole, decimal, hexadecimal, name] = found
  if (name !== undefined) return { letter: named[name]!, length: whole.length }
  const code = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal)
  return { letter: code > 0x10ffff ? '' : fold(String.fromCodePoint(code)), length: whole.length }
}

/** Folds a character: invisible ones become empty, white space becomes a blank, look-alikes become our letters. */
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
