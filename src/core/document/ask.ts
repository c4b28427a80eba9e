import type { FieldRule } from '../manifest/index.ts'
import type { SourceLine } from '../values/index.ts'
import {
  type Document,
  type FieldFinding,
  findField,
  findFirstSentence,
  findFirstText,
  joinToOneLine,
} from './find.ts'
import { wholeDocument } from './headings.ts'

/** The value of the first of these fields, on one line; null if the document has none of them. */
export function getField(document: Document, names: readonly string[]): string | null {
  const finding = find(document, names)
  return finding === null ? null : joinToOneLine(finding)
}

/** The title of a document. */
export function getTitle(document: Document): string | null {
  return getField(document, titleNames(document))
}

/** A heading further down is that of a part, where the front matter has a title. */
function titleNames({ outline }: Document): readonly string[] {
  const first = outline.blocks.find((block) => block.kind === 'heading')
  return first === undefined || first.level > 1 ? ['title', '$title'] : ['$title', 'title']
}

/** One bullet for a whole document: what it is called, and the first sentence of what matters most in it. */
export function digestLine(document: Document, from: readonly string[]): SourceLine[] {
  const title = find(document, titleNames(document))
  const said = find(document, from)
  const name = title ?? said
  if (name === null) return []
  const sentence = said === null ? '' : findFirstSentence(paragraph(said))
  const text =
    title === null || sentence === '' ? joinToOneLine(name) : `${joinToOneLine(title)}: ${sentence}`
  return [{ text: `- ${text}`, at: name.at }]
}

function find(document: Document, names: readonly string[]): FieldFinding | null {
  const rule: FieldRule = { label: '', from: [...names], as: 'line', take: 'first' }
  return findField(document, rule, wholeDocument(document.outline))
}

/** The value, or the lines up to the next blank one: a sentence may be broken over several. */
function paragraph(finding: FieldFinding): string {
  const first = findFirstText(finding)
  if (finding.value !== '' || first === undefined) return joinToOneLine(finding)
  if (/^\s*([-*+]|\d+[.)])\s/.test(first.text)) return joinToOneLine(finding)
  const begin = finding.body.indexOf(first)
  const end = finding.body.findIndex((line, i) => i > begin && line.text.trim() === '')
  const lines = finding.body.slice(begin, end === -1 ? undefined : end)
  return lines.map((line) => line.text.trim()).join(' ')
}
