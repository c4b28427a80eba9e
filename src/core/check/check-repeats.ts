import type { CheckFault, MeasuredAgent } from './check-fault.ts'
import { makeFault } from './check-rules.ts'
import type { CheckedText } from './checked-project.ts'

/** Shorter paragraphs are headings, commands and phrases. */
const minCharacters = 160

interface Paragraph {
  readonly key: string
  readonly line: number
}

/** Reports paragraphs that an agent gets twice, because two files that it loads together hold them. One finding per pair of files. */
export function checkRepeats(files: readonly CheckedText[], agent: MeasuredAgent): CheckFault[] {
  const seen = new Map<string, { readonly path: string; readonly line: number }>()
  return files.flatMap(({ path, text }) => {
    const repeats = new Map<string, { line: number; from: number; count: number }>()
    for (const { key, line } of splitParagraphs(text)) {
      const before = seen.get(key)
      if (before === undefined) seen.set(key, { path, line })
      else if (before.path !== path) {
        const known = repeats.get(before.path)
        repeats.set(
          before.path,
          known === undefined ? { line, from: before.line, count: 1 } : { ...known, count: known.count + 1 },
        )
      }
    }
    return [...repeats].map(([other, { line, from, count }]) =>
      makeFault('text-loaded-twice', {
        ...{ file: path, line, agent },
        message: `${count === 1 ? 'A paragraph is' : `${count} paragraphs are`} also in ${other}, from line ${from} on, and both files are loaded.`,
        expected: 'each paragraph in one file',
        advice: `Remove it here, or import ${other}.`,
      }),
    )
  })
}

function splitParagraphs(text: string): Paragraph[] {
  const paragraphs: Paragraph[] = []
  let words: string[] = []
  let first = 0
  const flush = () => {
    const key = words.join(' ').replace(/\s+/g, ' ').trim()
    if (key.length >= minCharacters) paragraphs.push({ key, line: first })
    words = []
  }
  for (const [i, line] of text.split('\n').entries()) {
    if (line.trim() === '') flush()
    else {
      if (words.length === 0) first = i + 1
      words.push(line)
    }
  }
  flush()
  return paragraphs
}
