import { finishSelection, getDocumentLength } from '../../core/packet/index.ts'
import { formatSourceUri } from '../../core/plan/index.ts'
import type { Observation } from '../../core/values/index.ts'
import { type Output, outputFields, type Zod } from '../output/index.ts'
import type { CompileResult } from './compile-packet.ts'

/** Why each document is in a bundle, and why other candidates are not. */
export function loadOutput(z: Zod) {
  const { text, maybe, amount, maybeAmount } = outputFields(z)
  return z
    .strictObject({
      task: z.strictObject({
        intent: text,
        word: maybe.describe('The word of the task that shows the intent'),
      }),
      level: text,
      attempts: z.array(
        z.strictObject({
          name: text,
          documents: maybeAmount,
          excerpt: maybeAmount,
          success: z.boolean().describe('Whether every required tier has a document'),
        }),
      ),
      partitions: z.array(
        z.strictObject({
          tier: text,
          documents: maybeAmount,
          used: amount,
          refused: amount,
          unnamed: amount.describe('Number of refused documents that are not listed'),
        }),
      ),
      selected: z.array(
        z.strictObject({
          path: text,
          tier: maybe,
          why: text,
          size: amount,
          original_size: maybeAmount.describe('Null if unknown because only the beginning was read'),
          truncated: z.boolean(),
        }),
      ),
      refused: z.array(z.strictObject({ path: text, tier: maybe, why: text })),
      refused_count: amount.describe('Includes the documents that are not listed'),
      nothing: z
        .array(z.strictObject({ source: text, why: text }))
        .describe('Sources in which nothing was found, or that were not read'),
      asked: z.array(z.record(text, z.unknown())).describe('Results of the adapters and of tactical memory'),
    })
    .describe('With --explain')
}

export type LoadExplanation = Output<typeof loadOutput>

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
