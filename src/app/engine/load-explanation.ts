import { finishSelection, getDocumentLength } from '../../core/packet/index.ts'
import { formatSourceUri } from '../../core/plan/index.ts'
import type { Observation } from '../../core/values/index.ts'
import type { CompileResult } from './compile-packet.ts'
import type { LoadExplanation } from './load-output.ts'

export function buildLoadExplanation({ plan, packet, readings, clean }: CompileResult): LoadExplanation {
  const account = finishSelection(packet)
  const tried = readings.flatMap((reading) => reading.tried.flatMap(explainNothing))
  return {
    task: { intent: plan.intent, word: plan.intentWord },
    level: plan.level.name,
    attempts: account?.attempts ?? [],
    partitions: account?.parts ?? [],
    selected: packet.sections.map(({ id, tier, sources, labels, facts, size, reductions }) => ({
      path: sources[0]?.path ?? '',
      tier,
      why: labels.selected_by ?? id.split('/')[0]!,
      size,
      ...getDocumentLength({ facts, size }, reductions),
    })),
    refused: (account?.refused ?? []).map(({ path, tier, why }) => ({
      path: clean(path),
      tier,
      why: clean(why),
    })),
    refused_count: account?.refusedCount ?? 0,
    nothing: [
      ...tried.map((observation) => ({ source: clean(observation.uri), why: clean(observation.detail) })),
      ...packet.leftOut
        .filter((section) => section.reason === 'not-asked')
        .flatMap(({ looked, why }) => looked.map((source) => ({ source: clean(source), why }))),
      ...plan.sections
        .filter(
          (section) =>
            section.each !== null &&
            !tried.some((other) => section.sources.map(formatSourceUri).includes(other.uri)),
        )
        .flatMap((section) =>
          section.sources.map((source) => ({
            source: clean(formatSourceUri(source)),
            why: 'nothing matches',
          })),
        ),
    ],
    asked: account?.asked ?? [],
  }
}

function explainNothing(seen: Observation): { readonly uri: string; readonly detail: string }[] {
  if (seen.state !== 'found') return [seen]
  return seen.text.trim() === '' ? [{ uri: seen.uri, detail: 'the file is empty' }] : []
}
