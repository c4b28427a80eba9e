import { normalizeName, type Outline, type OutlineBlock } from './outline.ts'

/** Blocks [from, to) to look at. */
export interface Range {
  readonly from: number
  readonly to: number
}

export function wholeDocument(outline: Outline): Range {
  return { from: -1, to: outline.blocks.length }
}

/** The lines before the first part, which hold facts about the document itself. */
export function beginning(outline: Outline): Range {
  const first = outline.blocks.findIndex((block) => block.kind === 'heading' && block.level >= 2)
  return { from: -1, to: first === -1 ? outline.blocks.length : first }
}

/** The lines below a heading, down to the next one of its level or above. */
export function rangeBelow(outline: Outline, heading: number): Range {
  const { level } = outline.blocks[heading]!
  const next = outline.blocks.findIndex(
    (block, i) => i > heading && block.kind === 'heading' && block.level <= level,
  )
  return { from: heading + 1, to: next === -1 ? outline.blocks.length : next }
}

export function isIn(range: Range, block: number): boolean {
  return block >= range.from && block < range.to
}

/**
 * Headings that go by a name, in order. Decoration does not count (`3.1 Decisions (active)`, `📌 Decisions: all`); when none
 * is left then, one that ends with the name does (`Core constraints`).
 */
export function findHeadings(outline: Outline, wanted: string, range: Range, exactly = false): number[] {
  const matching = (says: (name: string) => boolean) =>
    outline.blocks.flatMap((block, i) =>
      block.kind === 'heading' && isIn(range, i) && namesOf(block).some(says) ? [i] : [],
    )
  const exact = matching((name) => name === wanted)
  return exact.length > 0 || exactly ? exact : matching((name) => name.endsWith(` ${wanted}`))
}

function namesOf({ text }: OutlineBlock): string[] {
  const bare = text
    .replace(/^\s*(?:\d+(?:\.\d+)*|[IVX]+)[.)]\s+|^\s*\d+(?:\.\d+)*\s+/, '')
    .replace(/\s*\([^)]*\)\s*$/, '')
  const shorter = [':', ' — ', ' – ', ' - ', ' & '].flatMap((mark) => {
    const at = bare.indexOf(mark)
    return at > 0 ? [bare.slice(0, at)] : []
  })
  return [text, bare, ...shorter].map(normalizeName)
}

/** Whether a text says one of these words, as words: "Incomplete" does not say complete. */
export function saysWord(text: string, words: readonly string[]): boolean {
  const spoken = ` ${normalizeName(text)} `
  return words.some((word) => {
    const name = normalizeName(word)
    return name === '' ? text.includes(word) : spoken.includes(` ${name} `)
  })
}
