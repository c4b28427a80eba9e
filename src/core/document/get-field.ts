import type { FieldRule } from '../manifest/index.ts'
import type { SourceLine } from '../values/index.ts'
import {
  type Document,
  type FieldFinding,
  findField,
  findFirstSentence,
  findFirstText,
  joinToOneLine,
} from './find-field.ts'
import { getDocumentRange } from './headings.ts'

/** Returns the value of the first of these fields on one line; null if the document has none of them. */
export function getField(document: Document, names: readonly string[]): string | null {
  const finding = findFirstField(document, names)
  return finding === null ? null : joinToOneLine(finding)
}

export function getTitle(document: Document): string | null {
  return getField(document, listTitleNames(document))
}

/** If the first heading is below level 1, it belongs to a part, so a title in the front matter is preferred. */
function listTitleNames({ outline }: Document): readonly string[] {
  const first = outline.blocks.find((block) => block.kind === 'heading')
  return first === undefined || first.level > 1 ? ['title', '$title'] : ['$title', 'title']
}

/** Returns one bullet for a document: its title and the first sentence of the first of these fields. */
export function makeDigestLine(document: Document, from: readonly string[]): SourceLine[] {
  const title = findFirstField(document, listTitleNames(document))
  const main = findFirstField(document, from)
  const name = title ?? main
  if (name === null) return []
  const sentence = main === null ? '' : findFirstSentence(readParagraph(main))
  const text =
    title === null || sentence === '' ? joinToOneLine(name) : `${joinToOneLine(title)}: ${sentence}`
  return [{ text: `- ${text}`, at: name.at }]
}

function findFirstField(document: Document, names: readonly string[]): FieldFinding | null {
  const rule: FieldRule = { label: '', from: [...names], as: 'line', take: 'first' }
  return findField(document, rule, getDocumentRange(document.outline))
}

/** Returns the value, or the lines up to the next blank line, because a sentence may span several lines. */
function readParagraph(finding: FieldFinding): string {
  const first = findFirstText(finding)
  if (finding.value !== '' || first === undefined) return joinToOneLine(finding)
  if (/^\s*([-*+]|\d+[.)])\s/.test(first.text)) return joinToOneLine(finding)
  const begin = finding.body.indexOf(first)
  const end = finding.body.findIndex((line, i) => i > begin && line.text.trim() === '')
  const lines = finding.body.slice(begin, end === -1 ? undefined : end)
  return lines.map((line) => line.text.trim()).join(' ')
}
