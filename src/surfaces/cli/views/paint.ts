export interface Paint {
  good(text: string): string
  bad(text: string): string
  notable(text: string): string
  faint(text: string): string
  strong(text: string): string
}

/** Colour never carries meaning alone: a word or a mark says the same. */
export function makePaint(style: 'plain' | 'colour'): Paint {
  const code = (on: number, off: number) => (text: string) =>
    style === 'plain' || text === '' ? text : `\u001b[${on}m${text}\u001b[${off}m`
  return {
    good: code(32, 39),
    bad: code(31, 39),
    notable: code(33, 39),
    faint: code(2, 22),
    strong: code(1, 22),
  }
}

export const plainPaint = makePaint('plain')
