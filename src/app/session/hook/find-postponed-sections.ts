import { channelReason, type Plan } from '../../../core/plan/index.ts'
import type { ReceiptSection } from '../../../core/receipt/index.ts'
import { measureTextLength } from '../../../core/values/index.ts'
import type { RenderedPacket } from '../../engine/index.ts'
import { computeSourcesDigest, type SessionBaseline } from '../../record/index.ts'

export interface PostponedSections {
  /** The baseline of the session. A section that waits counts as known by its address only. */
  readonly sections: SessionBaseline
  readonly waiting: readonly string[]
}

/**
 * Finds the sections that the start of a session lacks because of the channel, and not because of a budget. Later prompts bring them
 * whole. A section that was cut and is longer than a prompt carries does not wait, because the session would only get less of it.
 */
export function findPostponedSections(
  { receipt, text, baseline }: Pick<RenderedPacket, 'receipt' | 'text' | 'baseline'>,
  promptLimit: Plan['channelLimit'],
): PostponedSections {
  if (promptLimit === null) return { sections: baseline, waiting: [] }
  const lengthPerUnit = measureTextLength(promptLimit, text) / Math.max(1, receipt.total)
  const isPostponed = (section: ReceiptSection) => {
    const size = getSizeBeforeChannel(section)
    return size !== null && size * lengthPerUnit <= promptLimit.amount
  }
  const cut = new Map(receipt.sections.filter(isPostponed).map((section) => [section.id, section]))
  const left = receipt.left_out.flatMap(({ id, why }) => (why === channelReason ? [id] : []))
  if (cut.size + left.length === 0) return { sections: baseline, waiting: [] }
  const sections = baseline.map((entry) => {
    const section = cut.get(entry.section)
    if (section === undefined) return entry
    return { ...entry, form: 'declared' as const, digest: computeSourcesDigest(section) }
  })
  return { sections, waiting: [...cut.keys(), ...left] }
}

/** Null if the channel did not cut the section, or if the packet only declares it. */
function getSizeBeforeChannel({ reductions }: ReceiptSection): number | null {
  if (reductions.some(({ why }) => why === 'delivery')) return null
  return reductions.find(({ why }) => why === 'channel')?.before ?? null
}
