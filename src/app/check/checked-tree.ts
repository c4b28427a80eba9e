import {
  type CheckedProject,
  type CheckedText,
  scanReferences,
  type TextReferences,
} from '../../core/check/index.ts'
import type { EngineServices, ListedText, Project, TextFile } from '../../ports/index.ts'

/** Larger files are data. */
export const maxCheckedBytes = 4_000_000

interface TreeDeps {
  readonly engine: Pick<EngineServices, 'cache' | 'hash' | 'readProjectText'>
  readonly project: Project
}

/** The files of a project. Each is read at most once, and parsed only if its text is new. */
export class CheckedTree implements CheckedProject {
  readonly paths = new Set<string>()
  private readonly deps: TreeDeps
  private readonly files = new Map<string, TextFile | null>()
  private readonly texts = new Map<string, CheckedText | null>()
  private readonly scanned = new Map<string, TextReferences>()

  constructor(deps: TreeDeps, listed: Iterable<ListedText>) {
    this.deps = deps
    for (const entry of listed) this.add(entry)
  }

  private add(entry: ListedText): void {
    const path = entry.kind === 'file' ? entry.file.name : entry.name
    if (entry.kind === 'unreadable') return
    this.files.set(path, entry.kind === 'file' ? entry.file : null)
    this.paths.add(path)
    for (let end = path.lastIndexOf('/'); end !== -1; end = path.lastIndexOf('/', end - 1)) {
      const directory = path.slice(0, end + 1)
      if (this.paths.has(directory)) break
      this.paths.add(directory)
    }
  }

  read(path: string): CheckedText | null {
    const known = this.texts.get(path)
    if (known !== undefined) return known
    const text = this.load(path)
    this.texts.set(path, text)
    return text
  }

  private load(path: string): CheckedText | null {
    const file = this.files.get(path)
    if (file === undefined) return null
    if (file === null) return this.readLink(path)
    const reading = file.read()
    return reading.kind === 'text' ? { path, text: reading.text, isUtf8: reading.exact } : null
  }

  isLink(path: string): boolean {
    return this.files.get(path) === null
  }

  /** The listing skips links. A link that stays in the project is a usual way to give a file two names. */
  private readLink(path: string): CheckedText | null {
    const text = this.deps.engine.readProjectText(this.deps.project, path)
    return text === null ? null : { path, text, isUtf8: true }
  }

  scan({ text }: CheckedText): TextReferences {
    const known = this.scanned.get(text)
    if (known !== undefined) return known
    const { cache, hash } = this.deps.engine
    const key = hash(text)
    const cached = cache.get(cacheKind, key) as TextReferences | undefined
    const scanned = cached ?? scanReferences(text)
    if (cached === undefined) cache.set(cacheKind, key, scanned)
    this.scanned.set(text, scanned)
    return scanned
  }
}

const cacheKind = 'check-scan'
