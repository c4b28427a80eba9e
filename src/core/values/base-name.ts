/** Returns the part of a path after the last slash. */
export function getBaseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Returns a file name without its extension. */
export function getStem(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(0, dot) : name
}

/** Returns a glob that matches only this name. */
export function escapeGlob(name: string): string {
  return name.replace(/[*?[{}]/g, '[$&]')
}
