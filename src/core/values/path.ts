/** The last step of a path. */
export function getBaseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** A name without its ending. */
export function getStem(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(0, dot) : name
}

/** As a glob that means just this name. */
export function escapeGlob(name: string): string {
  return name.replace(/[*?[{}]/g, '[$&]')
}
