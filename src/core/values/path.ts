/** The last step of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** A name without its ending. */
export function stemOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(0, dot) : name
}

/** As a glob that means just this name. */
export function literalGlob(name: string): string {
  return name.replace(/[*?[{}]/g, '[$&]')
}
