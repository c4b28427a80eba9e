import { finishSelection, getDocumentLength } from '../../core/packet/index.ts'
import { formatSourceUri } from '../../core/plan/index.ts'
import type { Observation } from '../../core/values/index.ts'
import type { CompileResult } from './compile.ts'
import type { LoadExplanation } from './load-output.ts'

export function buildLoadExplanation({ plan, packet, readings, clean }: CompileResult): LoadExplanation {
  const account = finishSelection(packet)
  const tried = readings.flatMap((reading) => reading.tried.flatMap(nothingAt))
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
      ...tried.map((one) => ({ source: clean(one.uri), why: clean(one.detail) })),
      ...packet.leftOut
        .filter((one) => one.reason === 'not-asked')
        .flatMap(({ looked, why }) => looked.map((source) => ({ source: clean(source), why }))),
      ...plan.sections
        .filter(
          (one) =>
            one.each !== null && !tried.some((other) => one.sources.map(formatSourceUri).includes(other.uri)),
        )
        .flatMap((one) =>
          one.sources.map((source) => ({ source: clean(formatSourceUri(source)), why: 'nothing matches' })),
        ),
    ],
    asked: account?.asked ?? [],
  }
}

function nothingAt(seen: Observation): { readonly uri: string; readonly detail: string }[] {
  if (seen.state !== 'found') return [seen]
  return seen.text.trim() === '' ? [{ uri: seen.uri, detail: 'the file is empty' }] : []
}
