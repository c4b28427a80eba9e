import type { KnowledgeEntry, KnowledgeResult } from '../../../app/sources/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import { makeVisibleLine } from '../make-visible.ts'
import { joinLines, wrapParagraph } from './lines.ts'

const words: Readonly<Record<KnowledgeEntry['state'], string>> = {
  written: 'written',
  'up-to-date': 'up to date',
  stale: 'would change',
  missing: 'missing',
  edited: 'edited',
  orphaned: 'orphaned',
  'no-sources': 'no sources',
}

export function knowledgeView({ entries, manifest, recovered, measure }: KnowledgeResult): string {
  return joinLines([
    ...recovered.finished.map((path) => `finished     ${makeVisibleLine(path)} (a build was interrupted)`),
    ...recovered.kept.map(
      (path) => `kept         ${makeVisibleLine(path)} (changed since a build was interrupted)`,
    ),
    ...entries.map(
      (entry) =>
        `${words[entry.state].padEnd(12)} ${makeVisibleLine(`${entry.to} (${formatFacts(entry, chooseUnit(measure))})`)}`,
    ),
    ...(entries.length === 0
      ? ['The manifest declares no knowledge; see "knowledge" in the manifest reference.']
      : []),
    ...(manifest === null ? [] : [`updated      ${makeVisibleLine(manifest)} (generated_at, source_commit)`]),
  ])
}

function chooseUnit(measure: string): string {
  return measure === 'chars' || measure === 'lines' ? measure : 'tokens'
}

function formatFacts(
  { documents, left_out, size, max_tokens, detail }: KnowledgeEntry,
  unit: string,
): string {
  if (documents === 0) return detail ?? 'nothing'
  const amount = max_tokens === null ? `${size}` : `${size} of ${max_tokens}`
  const cut = left_out === 0 ? '' : `, ${left_out} left out`
  return `${formatCount(documents, 'document')}${cut}, ${amount} ${unit}${detail === null ? '' : `; ${detail}`}`
}

/** Tells the user what to do next. */
export function formatKnowledgeAdvice({ entries, interrupted }: KnowledgeResult, code: number): string {
  if (code === 0) return ''
  const edited = entries.filter(({ state }) => state === 'edited').map(({ to }) => to)
  const sentences = [
    ...(interrupted ? ['A build was interrupted. Run "foreword knowledge build" to finish it.'] : []),
    ...(edited.length === 0
      ? []
      : [
          `${code === 3 ? 'Nothing was written: ' : ''}${edited.join(', ')} ${edited.length === 1 ? 'was' : 'were'} written or edited by hand. Move the edits into the source documents, or use --force to replace them.`,
        ]),
    ...(code === 1 && edited.length < entries.length
      ? ['Run "foreword knowledge build" and commit the result.']
      : []),
  ]
  return joinLines(sentences.flatMap((sentence) => wrapParagraph(sentence)))
}
