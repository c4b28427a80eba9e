import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'
import type { ProjectFiles } from './project-files.ts'

/** A repository in memory. Directories follow from the paths. */
export function makeProjectFiles(texts: Readonly<Record<string, string>>, name = 'kestrel'): ProjectFiles {
  const directories = Object.keys(texts).flatMap((path) => {
    const parts = path.split('/').slice(0, -1)
    return parts.map((_, i) => `${parts.slice(0, i + 1).join('/')}/`)
  })
  const orUndefined = (parse: (text: string) => unknown) => (text: string) => {
    try {
      return parse(text)
    } catch {
      return undefined
    }
  }
  return {
    name,
    paths: [...new Set([...Object.keys(texts), ...directories])].sort(),
    read: (path) => texts[path] ?? null,
    parseToml: orUndefined(parseToml),
    parseYaml: orUndefined(parseYaml),
  }
}
