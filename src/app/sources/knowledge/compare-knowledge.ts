import {
  type CondensedDocument,
  formatGeneratedDocument,
  type GeneratedDocument,
  parseGeneratedDocument,
} from '../../../core/sources/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import type { Replacement, SourceReader } from '../../../ports/index.ts'
import type { KnowledgeEntry } from './knowledge-build-output.ts'
import type { KnowledgeBuild, KnowledgeDeps } from './knowledge-deps.ts'
import { type EntryDocuments, getGlobs } from './read-knowledge-documents.ts'

interface Draft extends EntryDocuments {
  readonly condensed: CondensedDocument
  readonly reader: SourceReader
  clean(text: string): string
}

interface Judged {
  readonly entry: KnowledgeEntry
  /** Null if the file stays unchanged. */
  readonly change: Replacement | null
}

/** Compares a file with the document that would replace it. A file that a person wrote is not replaced, nor one with the same content. */
export function compareKnowledge(deps: KnowledgeDeps, build: KnowledgeBuild, draft: Draft): Judged {
  const { name, rule, to, condensed } = draft
  const target = deps.files.inspect(to)
  if (target.state === 'unfit') throw new Refusal('not-writable', `${name}: ${target.detail}.`)
  const before = target.state === 'absent' ? null : target.text
  const found = before === null ? null : parseGeneratedDocument(before)
  const judged = (state: KnowledgeEntry['state'], detail: string | null = null, after?: string): Judged => ({
    entry: {
      name,
      to,
      state,
      documents: condensed.documents,
      left_out: condensed.leftOut,
      size: condensed.size,
      max_tokens: rule.max_tokens ?? null,
      detail,
    },
    change: after === undefined ? null : { path: to, before, after },
  })
  if (condensed.documents === 0)
    return judged(found === null ? 'no-sources' : 'orphaned', `no document matches ${joinGlobs(draft)}`)
  const header = makeHeader(build, draft)
  const after = formatGeneratedDocument(header, condensed.body, deps.engine.hash(condensed.body))
  if (before === null) return judged('missing', null, after)
  if (found === null || found.digest !== deps.engine.hash(found.body)) {
    if (found === null) refuseSource(draft, build)
    const detail = explainEdit(found)
    return build.input.force ? judged('stale', detail, after) : judged('edited', detail)
  }
  const fresh = parseGeneratedDocument(after)!
  const says = (document: GeneratedDocument) =>
    [document.header.source, document.header.regenerate, document.body].join('\n')
  return says(found) === says(fresh) ? judged('up-to-date') : judged('stale', null, after)
}

function makeHeader({ generated, commit }: KnowledgeBuild, draft: Draft) {
  return { generated, source: draft.clean(joinGlobs(draft)), commit, regenerate: 'foreword knowledge build' }
}

function joinGlobs({ rule }: Draft): string {
  return getGlobs(rule).join(', ')
}

/** Explains why a file counts as edited by hand. */
function explainEdit(found: GeneratedDocument | null): string {
  if (found === null) return 'it was not generated: it has no header'
  const since = found.header.generated ?? 'it was generated'
  if (found.digest === null) return 'its header has no Body line, so edits cannot be detected'
  return `it was changed by hand since ${since}`
}

/** Refuses even with --force, because a document that knowledge is built from would be lost. */
function refuseSource({ name, to, reader }: Draft, { manifest }: KnowledgeBuild): void {
  const globs = Object.values(manifest.knowledge).flatMap(getGlobs)
  if (!globs.some((glob) => reader.matches(glob, to))) return
  const message = `${to} is a source of knowledge, so it cannot be overwritten.`
  throw new Refusal('not-writable', message, `Give "${name}" another file name in the manifest.`)
}
