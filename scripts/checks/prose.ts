// The prose rules of the project, as far as a machine can check them.
import { listProse, listTitles, type Prose, parseSource } from './source-text.ts'

interface ProseRule {
  readonly pattern: RegExp
  readonly advice: string
}

const rules: readonly ProseRule[] = [
  {
    pattern: /^(What|Of|Where)\b(?!.*\?$)/,
    advice: 'start the sentence with its subject: "What", "Of" and "Where" are for questions',
  },
  {
    pattern: /\b(somebody|nobody|whoever)\b/i,
    advice: 'name the actor instead of an indefinite pronoun',
  },
  { pattern: /(?<!\bthere )\bis no\b(?! longer\b)/i, advice: 'write "is not a" and the noun' },
]

/** Faults in the comments of a TypeScript file. In a test also those in its titles, in any other file those in its strings. */
export function findProseFaults(path: string, text: string): string[] {
  const file = parseSource(path, text)
  if (!/^tests\/|\.(test|fixture)\.ts$/.test(path))
    return listProse(file).flatMap((prose) => checkProse(path, prose))
  const comments = listProse(file).filter(({ kind }) => kind === 'comment')
  return [...comments, ...listTitles(file).map(readAsSentence)].flatMap((prose) => checkProse(path, prose))
}

/** A title begins in lower case, after the ids of its requirements. */
function readAsSentence(title: Prose): Prose {
  const words = title.text.replace(/^(?:[A-Z]+-?X?\d+[a-z]? )+/, '')
  return { ...title, text: `${words.charAt(0).toUpperCase()}${words.slice(1)}` }
}

/** Faults in the paragraphs, list items and table cells of a Markdown file. Headings and code are left out. */
export function findMarkdownFaults(path: string, markdown: string): string[] {
  const lines = markdown
    .replace(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1.*$/gm, (code) => code.replace(/[^\n]/g, ''))
    .split('\n')
  return lines.flatMap((line, index) => {
    if (/^#|^\|[\s:|-]+\|$/.test(line) || /^\|[\s:|-]+\|$/.test(lines[index + 1] ?? '')) return []
    const cells = line
      .replace(/`[^`]*`/g, '`…`')
      .replace(/^\s*(?:[-*]|\d+\.|>)\s+/, '')
      .split(/(?<!\\)\|/)
    return cells.flatMap((cell) => checkProse(path, { kind: 'message', line: index + 1, text: cell.trim() }))
  })
}

function checkProse(path: string, { line, text }: Prose): string[] {
  if (isWordList(text)) return []
  const sentences = text.replace(/[*_]{1,2}(?=\p{L})/gu, '').split(/(?<=[.!?:;])\s+/)
  return sentences.flatMap((sentence) =>
    rules
      .filter(({ pattern }) => pattern.test(sentence))
      .map(({ advice }) => `${path}:${line}: ${advice}: ${sentence.slice(0, 100)}`),
  )
}

/** A list of words is data: more than thirty words without a mark between them. */
function isWordList(text: string): boolean {
  return text.split(' ').length > 30 && !/[.,:;!?]/.test(text)
}
