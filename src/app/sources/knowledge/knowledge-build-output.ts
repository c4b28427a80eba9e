import type { RecoveredBuild } from '../../../ports/index.ts'
import { type Output, outputFields, requireExactType, type Zod } from '../../output/index.ts'

export function knowledgeBuildOutput(z: Zod) {
  const { text, maybe, count, amount, maybeAmount, time } = outputFields(z)
  return z.strictObject({
    project: text,
    measure: text,
    entries: z.array(
      z.strictObject({
        name: text,
        to: text,
        // `stale` and `missing` would be written. `edited` was written or changed by hand and is kept. `orphaned` was generated from
        // documents that no longer exist. `no-sources` has no documents to be built from yet.
        state: z.enum(['written', 'up-to-date', 'stale', 'missing', 'edited', 'orphaned', 'no-sources']),
        documents: count,
        left_out: count,
        size: amount,
        max_tokens: maybeAmount,
        detail: maybe,
      }),
    ),
    generated_at: time.nullable(),
    source_commit: maybe,
    manifest: maybe,
    interrupted: z.boolean(),
    recovered: requireExactType<RecoveredBuild>()(
      z.strictObject({ finished: z.array(text), kept: z.array(text) }),
    ),
    warnings: z.array(text),
  })
}

export type KnowledgeResult = Output<typeof knowledgeBuildOutput>
export type KnowledgeEntry = KnowledgeResult['entries'][number]
