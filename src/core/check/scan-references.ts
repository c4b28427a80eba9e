/** A piece of a text with its line, from 1. */
export interface TextReference {
  readonly text: string
  readonly line: number
}

/** The pieces of a Markdown text that name something else. Comments are left out. */
export interface TextReferences {
  /** Paths after `@`, outside of code. */
  readonly imports: readonly TextReference[]
  /** Targets of links. */
  readonly links: readonly TextReference[]
  /** Inline code. */
  readonly code: readonly TextReference[]
  /** Lines of code blocks in a shell language or in none. */
  readonly shell: readonly TextReference[]
  /** Lines outside of code blocks, without their inline code. */
  readonly prose: readonly TextReference[]
}

const shellNames = /^(?:|sh|bash|zsh|shell|console|shell-session|fish|text)$/i
/** Longer lines hold data. */
const maxLineCharacters = 2000

/** Reads each line once. */
export function scanReferences(text: string): TextReferences {
  const imports: TextReference[] = []
  const links: TextReference[] = []
  const code: TextReference[] = []
  const shell: TextReference[] = []
  const prose: TextReference[] = []
  let fence: { readonly mark: string; readonly isShell: boolean } | null = null
  for (const [i, whole] of blankComments(text).split('\n').entries()) {
    const line = i + 1
    const content = whole.slice(0, maxLineCharacters).replace(/\r$/, '')
    const mark = /^\s*(?:>\s?)?(`{3,}|~{3,})\s*([\w+-]*)/.exec(content)
    if (fence !== null) {
      if (mark !== null && mark[1]!.startsWith(fence.mark) && mark[2] === '') fence = null
      else if (fence.isShell) shell.push({ text: content.replace(/^\s*(?:[$>#]\s+)?/, ''), line })
    } else if (mark !== null) fence = { mark: mark[1]!, isShell: shellNames.test(mark[2]!) }
    else {
      const { plain, spans } = splitCode(content)
      prose.push({ text: plain, line })
      for (const text of spans) code.push({ text, line })
      for (const match of plain.matchAll(/(?:^|\s)@([\w.~/][^\s\\#]*)/g))
        imports.push({ text: match[1]!, line })
      for (const match of plain.matchAll(/\]\(\s*<?([^()\s<>]+)>?(?:\s+"[^"]*")?\s*\)/g))
        links.push({ text: match[1]!, line })
    }
  }
  return { imports, links, code, shell, prose }
}

/** Separates the plain words of a line from its code spans. */
function splitCode(line: string): { plain: string; spans: string[] } {
  const spans: string[] = []
  const plain = line.replace(/(`+)([^`]+)\1(?!`)/g, (_, _mark, span: string) => {
    spans.push(span.trim())
    return ' '
  })
  return { plain, spans }
}

/** Keeps the line ends of comments, so that lines keep their numbers. An unclosed comment stays. */
function blankComments(text: string): string {
  if (!text.includes('<!--')) return text
  const kept: string[] = []
  let from = 0
  for (;;) {
    const start = text.indexOf('<!--', from)
    const end = start === -1 ? -1 : text.indexOf('-->', start + 4)
    if (end === -1) return kept.join('') + text.slice(from)
    kept.push(text.slice(from, start), text.slice(start, end).replace(/[^\n]+/g, ''))
    from = end + 3
  }
}
