import { isNoiseHeading } from '../document/index.ts'
import { findDocuments, isNoise, type ProjectDocument } from './documents.ts'
import { getRecord, getText, parseLooseJson } from './parsed-record.ts'
import type { ProjectFiles, ProjectLine } from './project-files.ts'
import { type ProseBlock, splitSentences } from './prose.ts'

const maxCharacters = 600
const maxParagraphs = 3

/** The project's own first words: the description in its package manifest and the first paragraphs of its README. */
export function describePurpose(files: ProjectFiles): ProjectLine[] {
  const declared = findDescription(files)
  const readme = findDocuments(files).find(({ role }) => role === 'readme')
  const opening = readme === undefined ? [] : readOpening(readme)
  const repeats = (line: ProjectLine) =>
    opening.some(({ text }) => normalize(text).includes(normalize(line.text)))
  const lines = declared === null || repeats(declared) ? opening : [declared, ...opening]
  const title = readme === undefined ? files.name : findTitle(readme, files.name)
  return lines.length === 0 ? [] : [{ text: `Project: ${title}`, path: lines[0]!.path }, ...lines]
}

function normalize(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function findTitle({ blocks }: ProjectDocument, name: string): string {
  const first = blocks.find(({ kind }) => kind === 'heading')?.text ?? ''
  const names = (a: string, b: string) =>
    normalize(a).replace(/ /g, '').includes(normalize(b).replace(/ /g, ''))
  const title = first.replace(/^(?:what is|welcome to|about|the)\s+/i, '').replace(/[?!.]+$/, '')
  return title.length <= 60 && (names(title, name) || (normalize(title) !== '' && names(name, title)))
    ? title
    : name
}

const defines =
  /\b(?:is|are) (?:an?|the)\b|\b(?:provides?|helps?|contains?|lets you|allows|makes it)\b|\b(?:library|framework|tool|toolkit|compiler|server|client|engine|plugin|app|application|package|module|utilit(?:y|ies)|implementation|runtime|language|database|editor|extension|sdk|book)\b/i
const howTo = /install|usage|getting started|quick ?start|example|download|requirements/i
const maxBlocks = 60

/** Paragraphs with whole sentences, from the first one that defines the project up to the next heading. */
function readOpening({ path, blocks }: ProjectDocument): ProjectLine[] {
  const lines: ProjectLine[] = []
  let used = 0
  const candidates = blocks
    .slice(0, maxBlocks)
    .filter(
      ({ kind, text, under }) =>
        kind === 'heading' ||
        (kind === 'paragraph' && !isNoiseHeading(under) && !howTo.test(under) && isSentence(text)),
    )
  const start = candidates.findIndex(
    (block, i) => block.kind === 'paragraph' && (defines.test(block.text) || isTagline(candidates, i)),
  )
  for (const block of start === -1 ? candidates : candidates.slice(start)) {
    if (block.kind === 'heading' && lines.length > 0) break
    if (block.kind === 'heading') continue
    const kept = splitSentences(block.text).filter((sentence) => !isNoise(sentence))
    const fitting: string[] = []
    for (const sentence of kept) {
      used += sentence.length + 1
      if (used <= maxCharacters) fitting.push(sentence)
    }
    if (fitting.length > 0) lines.push({ text: fitting.join(' '), path })
    if (lines.length === maxParagraphs || used > maxCharacters) break
  }
  return lines
}

const maxTaglineCharacters = 160

/** A short quotation right below the first heading: authors say there what the project is. */
function isTagline(blocks: readonly ProseBlock[], i: number): boolean {
  const { quoted, text } = blocks[i]!
  const isBelowTitle = blocks[i - 1]?.kind === 'heading' && blocks.slice(0, i - 1).every(isNotHeading)
  return quoted === true && isBelowTitle && text.length <= maxTaglineCharacters
}

function isNotHeading({ kind }: ProseBlock): boolean {
  return kind !== 'heading'
}

/** Not a row of links, a list of languages or a slogan of two words. */
function isSentence(text: string): boolean {
  const words = text.split(' ').filter((word) => /\p{L}{2,}/u.test(word))
  const separators = text.match(/[|•·]| - /g)?.length ?? 0
  const isWhole = words.length >= 5 || (words.length >= 2 && /[.!]$/.test(text))
  return isWhole && separators < words.length / 3 && !/^(?:\p{L}+[ ,]+)?\[/u.test(text)
}

/** Package manifests with a description of one line. */
function findDescription(files: ProjectFiles): ProjectLine | null {
  for (const [path, read] of descriptions) {
    const content = files.paths.includes(path) ? files.read(path) : null
    const text = content === null ? null : read(content, files)
    if (text !== null && text.trim().length > 10 && !isNoise(text))
      return { text: text.replace(/\s+/g, ' ').trim(), path }
  }
  return null
}

const descriptions: readonly (readonly [string, (content: string, files: ProjectFiles) => string | null])[] =
  [
    ['package.json', (content) => getText(parseLooseJson(content), 'description')],
    [
      'pyproject.toml',
      (content, { parseToml }) => getText(getRecord(parseToml(content), 'project'), 'description'),
    ],
    [
      'Cargo.toml',
      (content, { parseToml }) => getText(getRecord(parseToml(content), 'package'), 'description'),
    ],
    ['composer.json', (content) => getText(parseLooseJson(content), 'description')],
    ['deno.json', (content) => getText(parseLooseJson(content), 'description')],
  ]
