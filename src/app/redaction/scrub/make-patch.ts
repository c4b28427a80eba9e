import { diffLines, type Hunk } from '../../../core/history/index.ts'

/** Makes a unified diff for `git apply` and `patch -p1`; '' if the texts are equal. `mark` is put before both texts. */
export function makePatch(file: string, before: string, after: string, mark = ''): string {
  if (before === after) return ''
  const hunks = diffLines(splitLines(mark + before), splitLines(mark + after))
  const [from, to] = [quoteName(`a/${file}`), quoteName(`b/${file}`)]
  return [
    `diff --git ${from} ${to}\n`,
    `--- ${endWithTab(from)}\n+++ ${endWithTab(to)}\n`,
    ...hunks.map(formatHunk),
  ].join('')
}

/** Keeps line ends, so that a missing line end at the end of the file is a difference. */
function splitLines(text: string): string[] {
  const lines: string[] = []
  let start = 0
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
    lines.push(text.slice(start, end + 1))
    start = end + 1
  }
  if (start < text.length) lines.push(text.slice(start))
  return lines
}

function formatHunk({ before, after, lines }: Hunk): string {
  const range = ([first, count]: readonly [number, number]) =>
    count === 1 ? `${first}` : `${first},${count}`
  const body = lines.map(({ op, text }) =>
    text.endsWith('\n') ? op + text : `${op}${text}\n\\ No newline at end of file\n`,
  )
  return `@@ -${range(before)} +${range(after)} @@\n${body.join('')}`
}

const escapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
}

/** Quotes ambiguous names in the way that git does. */
function quoteName(path: string): string {
  if (!/[\p{Cc}"\\]/u.test(path)) return path
  const escaped = path.replace(
    /[\p{Cc}"\\]/gu,
    (character) => escapes[character] ?? formatOctal(character.codePointAt(0) ?? 0),
  )
  return `"${escaped}"`
}

/** Control characters from 128 on take two bytes in UTF-8. */
function formatOctal(code: number): string {
  const bytes = code < 128 ? [code] : [0xc0 | (code >> 6), 0x80 | (code & 0x3f)]
  return bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
}

/** Ends a name that has spaces with a tab, because git and patch do so. */
function endWithTab(name: string): string {
  return name.includes(' ') && !name.startsWith('"') ? `${name}\t` : name
}
