import { type SourceLine, trimBlankLines } from '../values/index.ts'
import { removeImages } from './remove-images.ts'

/** Headings of sections that thank, advertise or list links instead of telling about the work. */
const noiseHeadings =
  /sponsor|backer|contributors?$|star(?:gazers)? history|table of contents|^contents|licen[cs]e|donat|funding|acknowledg|credits|thanks|code of conduct|who uses|used by|users$|projects using|translations|^community|get in touch|chat|social|partners|merch|triagers|emeritus|security|related|alternatives|support (?:us|the )|stay in touch|follow us/i

export function isNoiseHeading(heading: string): boolean {
  return noiseHeadings.test(heading)
}

/** Removes badges, images, HTML, tables of contents and sections of sponsors and contributors. Code stays as it is. */
export function cleanLines(lines: readonly SourceLine[]): SourceLine[] {
  const kept: SourceLine[] = []
  let skipLevel = 0
  let inFence = false
  for (const line of lines) {
    if (/^\s*(?:```|~~~)/.test(line.text)) inFence = !inFence
    else if (!inFence) {
      const heading = /^\s{0,3}(#{1,6})\s+(.*)$/.exec(line.text)
      if (heading !== null && heading[1]!.length <= (skipLevel || 6))
        skipLevel = isNoiseHeading(stripMarkup(heading[2]!)) ? heading[1]!.length : 0
    }
    if (skipLevel > 0) continue
    const text = inFence ? line.text : cleanLine(line.text)
    if (text !== null) kept.push(text === line.text ? line : { ...line, text })
  }
  return collapseBlankLines(trimBlankLines(kept))
}

/** Null for a line that held only markup. */
function cleanLine(text: string): string | null {
  if (/^\s*\[[^\]]+\]:\s*\S/.test(text) || /^\.\. (?:image|figure|contents|\|[^|]*\| image)/.test(text))
    return null
  // An item that only leads to a heading of the same document belongs to a table of contents.
  if (/^\s*(?:[-*+]|\d+[.)])\s+\[[^\]]*\]\(#[^)]*\)\s*$/.test(text)) return null
  const clean = stripMarkup(text)
  if (clean === text) return text
  return /[\p{L}\p{N}]/u.test(clean) ? clean.trimEnd() : null
}

/** Longer lines are data. The patterns look from each bracket to the end, so the length bounds their time. */
const maxLineCharacters = 4000

function stripMarkup(text: string): string {
  if (text.length > maxLineCharacters || !/[<!]/.test(text)) return text
  return removeImages(text, '')
    .replace(/<!--.*?-->/g, '')
    .replace(/<\/?[a-zA-Z][^<>]*>/g, '')
}

function collapseBlankLines(lines: readonly SourceLine[]): SourceLine[] {
  const isBlank = (line: SourceLine | undefined) => line !== undefined && line.text.trim() === ''
  return lines.filter((line, i) => !(isBlank(line) && isBlank(lines[i - 1])))
}
