import type { CheckedProject } from './checked-project.ts'
import { scanReferences } from './scan-references.ts'

/** A project with these files. */
export function makeCheckedProject(texts: Readonly<Record<string, string>>): CheckedProject {
  const paths = new Set(
    Object.keys(texts).flatMap((path) => {
      const segments = path.split('/')
      return [path, ...segments.slice(0, -1).map((_, i) => `${segments.slice(0, i + 1).join('/')}/`)]
    }),
  )
  return {
    paths,
    read: (path) => {
      const text = texts[path]
      return text === undefined ? null : { path, text, isUtf8: true }
    },
    scan: ({ text }) => scanReferences(text),
  }
}

/** The code and the line of each finding. */
export function listPlaces(
  faults: readonly { readonly code: string; readonly line: number | null }[],
): string[] {
  return faults.map(({ code, line }) => `${code}:${line ?? '-'}`)
}
