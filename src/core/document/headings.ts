import { normalizeName, type Outline, type OutlineBlock } from './outline.ts'

/** The blocks [from, to). */
export interface BlockRange {
  readonly from: number
  readonly to: number
}

export function getDocumentRange(outline: Outline): BlockRange {
  return { from: -1, to: outline.blocks.length }
}

/** The blocks before the first part, which describe the document itself. */
export function getBeginningRange(outline: Outline): BlockRange {
  const first = outline.blocks.findIndex((block) => block.kind === 'heading' && block.level >= 2)
  return { from: -1, to: first === -1 ? outline.blocks.length : first }
}

/** The blocks below a heading, down to the next heading of its level or above. */
export function getRangeBelow(outline: Outline, heading: number): BlockRange {
  const { level } = outline.blocks[heading]!
  const next = outline.blocks.findIndex(
    (block, i) => i > heading && block.kind === 'heading' && block.level <= level,
  )
  return { from: heading + 1, to: next === -1 ? outline.blocks.length : next }
}

export function isInRange(range: BlockRange, block: number): boolean {
  return block >= range.from && block < range.to
}

/**
 * Finds headings with a name, in order. Ignores decoration (`3.1 Decisions (active)`, `📌 Decisions: all`). If no heading has the
 * name, a heading that ends with it counts (`Core constraints`).
 */
export function findHeadings(outline: Outline, title: string, range: BlockRange, exactly = false): number[] {
  const filter = (matches: (name: string) => boolean) =>
    outline.blocks.flatMap((block, i) =>
      block.kind === 'heading' && isInRange(range, i) && listNames(block).some(matches) ? [i] : [],
    )
  const exact = filter((name) => name === title)
  return exact.length > 0 || exactly ? exact : filter((name) => name.endsWith(` ${title}`))
}

function listNames({ text }: OutlineBlock): string[] {
  const bare = text
    .replace(/^\s*(?:\d+(?:\.\d+)*|[IVX]+)[.)]\s+|^\s*\d+(?:\.\d+)*\s+/, '')
    .replace(/\s*\([^)]*\)\s*$/, '')
  const shorter = [':', ' — ', ' – ', ' - ', ' & '].flatMap((mark) => {
    const at = bare.indexOf(mark)
    return at > 0 ? [bare.slice(0, at)] : []
  })
  return [text, bare, ...shorter].map(normalizeName)
}

/** Whether a text contains one of these as a whole word: "Incomplete" does not contain "complete". */
export function containsAnyWord(text: string, words: readonly string[]): boolean {
  const normalized = ` ${normalizeName(text)} `
  return words.some((word) => {
    const name = normalizeName(word)
    return name === '' ? text.includes(word) : normalized.includes(` ${name} `)
  })
}
