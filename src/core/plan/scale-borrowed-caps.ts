/** The part of a planned section that decides. */
interface CappedSection {
  readonly cap: number | null
  readonly overCap: string
}

/** Tokens for the heading of a section and its share of the wrapper and of the closing note. */
const overhead = 20

/** Lowers caps that are targets (`over_cap: borrow`) until they fit a small level together. Otherwise the last sections would be dropped whole. */
export function scaleBorrowedCaps<S extends CappedSection>(sections: readonly S[], budget: number): S[] {
  const borrows = ({ overCap, cap }: CappedSection) => overCap === 'borrow' && cap !== null
  const sum = (some: readonly CappedSection[]) => some.reduce((total, { cap }) => total + (cap ?? 0), 0)
  const targets = sum(sections.filter(borrows))
  const room = budget - overhead * sections.length - sum(sections.filter((section) => !borrows(section)))
  if (targets <= room || room <= 0) return [...sections]
  return sections.map((section) =>
    borrows(section)
      ? { ...section, cap: Math.max(1, Math.floor((section.cap! * room) / targets)) }
      : section,
  )
}
