import { diffLines, type Hunk } from '../../../core/history/index.ts'

/** A unified diff that `git apply` and `patch -p1` take; '' for texts that are the same. `mark` stands before both. */
export function makePatch(file: string, before: string, after: string, mark = ''): string {
  if (before === after) return ''
  const hunks = diffLines(linesOf(mark + before), linesOf(mark + after))
  const [from, to] = [named(`a/${file}`), named(`b/${file}`)]
  return [
    `diff --git ${from} ${to}\n`,
    `--- ${tabbed(from)}\n+++ ${tabbed(to)}\n`,
    ...hunks.map(hunkText),
  ].join('')
}

/** With their ends, so that a missing one at the end of the file is a difference. */
function linesOf(text: string): string[] {
  const lines: string[] = []
  let start = 0
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
    lines.push(text.slice(start, end + 1))
    start = end + 1
  }
  if (start < text.length) lines.push(text.slice(start))
  return lines
}

function hunkText({ before, after, lines }: Hunk): string {
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

/** As git quotes names that could be misread. */
function named(path: string): string {
  if (!/[\p{Cc}"\\]/u.test(path)) return path
  const escaped = path.replace(/[\p{Cc}"\\]/gu, (one) => escapes[one] ?? octal(one.codePointAt(0) ?? 0))
  return `"${escaped}"`
}

/** Control characters from 128 on take two bytes. */
function octal(code: number): string {
  const bytes = code < 128 ? [code] : [0xc0 | (code >> 6), 0x80 | (code & 0x3f)]
  return bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
}

/** A tab ends a name that has spaces in it. */
function tabbed(name: string): string {
  return name.includes(' ') && !name.startsWith('"') ? `${name}\t` : name
}
