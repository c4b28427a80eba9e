import type { TextReferences } from './scan-references.ts'

/** A text file of the project. */
export interface CheckedText {
  readonly path: string
  readonly text: string
  readonly isUtf8: boolean
}

/** The project as the checks see it. */
export interface CheckedProject {
  /** Files and, ending with `/`, directories that hold one. */
  readonly paths: ReadonlySet<string>
  /** Null if the file is missing, not text, or outside of the project. */
  read(path: string): CheckedText | null
  scan(text: CheckedText): TextReferences
}

/** Resolves a relative path against the directory of a file; null if it leads out of the project. */
export function resolvePath(from: string, to: string): string | null {
  const segments = from.split('/').slice(0, -1)
  for (const segment of to.split('/')) {
    if (segment === '..' && segments.pop() === undefined) return null
    if (segment !== '..' && segment !== '.' && segment !== '') segments.push(segment)
  }
  return segments.join('/')
}

export function getLine(text: string, at: number): number {
  let line = 1
  for (let i = text.indexOf('\n'); i !== -1 && i < at; i = text.indexOf('\n', i + 1)) line++
  return line
}
