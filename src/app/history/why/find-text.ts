/** UTF-16 offsets [start, end). */
export interface TextMatch {
  readonly start: number
  readonly end: number
}

/** Finds a text in another: exactly, or else ignoring case and runs of white space. */
export function findText(text: string, wanted: string): TextMatch[] {
  const exact = findOccurrences(text, wanted).map((start) => ({ start, end: start + wanted.length }))
  return exact.length > 0 ? exact : findLoosely(text, wanted)
}

function findLoosely(text: string, wanted: string): TextMatch[] {
  const [needle, hay] = [normaliseCaseAndSpace(wanted.trim()).text, normaliseCaseAndSpace(text)]
  return findOccurrences(hay.text, needle).map((at) => ({
    start: hay.starts[at]!,
    end: hay.starts[at + needle.length - 1]! + 1,
  }))
}

function findOccurrences(text: string, wanted: string): number[] {
  const found: number[] = []
  if (wanted.trim() === '') return found
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) found.push(at)
  return found
}

/** Returns the text in lower case with single spaces, and the original offset of each unit. */
function normaliseCaseAndSpace(text: string): { readonly text: string; readonly starts: readonly number[] } {
  const units: string[] = []
  const starts: number[] = []
  for (let i = 0; i < text.length; i++) {
    const blank = /\s/.test(text[i]!)
    if (blank && units.at(-1) === ' ') continue
    const lower = text[i]!.toLowerCase()
    // Keep a letter whose lower case has two units, because it would shift all offsets.
    units.push(blank ? ' ' : lower.length === 1 ? lower : text[i]!)
    starts.push(i)
  }
  return { text: units.join(''), starts }
}
