import { builtInExclusions } from '../../../core/plan/index.ts'
import { RedactionFailure } from '../../../core/redact/index.ts'
import {
  type CondensedDocument,
  condenseDocuments,
  learnSecretsFromDocuments,
} from '../../../core/sources/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import type { Replacement } from '../../../ports/index.ts'
import { makeRedactor } from '../../redaction/index.ts'
import { compareKnowledge } from './compare-knowledge.ts'
import type { KnowledgeEntry } from './knowledge-build-output.ts'
import type { KnowledgeBuild, KnowledgeDeps } from './knowledge-deps.ts'
import { readKnowledgeDocuments } from './read-knowledge-documents.ts'

interface Drafts {
  readonly entries: readonly KnowledgeEntry[]
  readonly changes: readonly Replacement[]
  readonly warnings: readonly string[]
}

/** Reads every entry even if only a few are asked for, because a secret that one document reveals is redacted in all. */
export async function draftKnowledge(deps: KnowledgeDeps, build: KnowledgeBuild): Promise<Drafts> {
  const { engine } = deps
  const { project, manifest, input } = build
  const reader = await engine.sources(project, [...builtInExclusions, ...manifest.exclude])
  const outside = await engine.projectRedactionRules(project, manifest.redact)
  const redactor = makeRedactor(manifest.redact, outside.rules)
  const clean = (text: string) => redactor.redact(text).text
  const read = readKnowledgeDocuments(reader, manifest.knowledge, deps.progress)
  const all = read.flatMap(({ documents }) => documents)
  for (const [done, document] of all.entries()) {
    deps.progress({ done, total: all.length, what: 'Looking for secrets' })
    learnSecretsFromDocuments([document], redactor)
  }
  const counter = await engine.counter(manifest.measure)
  const count = (text: string) => counter.count(text)
  const condensing = { count, outline: await engine.outliner(), redactor, marker: manifest.render.cut_marker }
  const requested = read.filter(({ name }) => input.names.length === 0 || input.names.includes(name))
  const warnings = [...outside.trouble]
  const judged = requested.map((entry) => {
    const { name, rule, documents, troubles } = entry
    const begin = (done: number) => deps.progress({ done, total: documents.length, what: `Building ${name}` })
    for (const trouble of troubles) warnings.push(clean(`${name}: ${trouble}`))
    const condensed = condenseOrRefuse(name, () =>
      condenseDocuments(rule, documents, { ...condensing, begin }),
    )
    for (const { path, why } of condensed.unsafe) warnings.push(`${name}: ${path} ${why}; it is left out`)
    return compareKnowledge(deps, build, { ...entry, condensed, clean, reader })
  })
  return {
    entries: judged.map(({ entry }) => entry),
    changes: judged.flatMap(({ change }) => (change === null ? [] : [change])),
    warnings,
  }
}

function condenseOrRefuse(name: string, make: () => CondensedDocument): CondensedDocument {
  try {
    return make()
  } catch (failure) {
    if (!(failure instanceof RedactionFailure)) throw failure
    const fix = 'Run "foreword scrub" on the documents that it is built from.'
    throw new Refusal('not-writable', `The knowledge "${name}" ${failure.message}.`, fix)
  }
}
