// Selects as many sections as one output holds uncut. The others follow with the next prompts.
import type { Plan } from '../../core/plan/index.ts'
import type { Receipt } from '../../core/receipt/index.ts'
import { measureTextLength } from '../../core/values/index.ts'

interface Made {
  readonly receipt: Receipt
}

/** Tries the sections in the given order. A section that is too long by itself is sent alone and cut. */
export async function selectWholeSections<T extends Made>(
  ids: readonly string[],
  make: (only: readonly string[]) => Promise<T | null>,
): Promise<T | null> {
  const made = await make(ids)
  if (made === null || ids.length <= 1) return made
  const { there, whole } = findWholeSections(made.receipt, ids)
  if (whole.length === there.length) return made
  return selectWholeSections(whole.length > 0 ? whole : there.slice(0, 1), make)
}

/** `there`: the sections that exist. `whole`: those that the channel limit did not cut. */
function findWholeSections({ sections, left_out }: Receipt, ids: readonly string[]) {
  const short = left_out.filter(({ reason }) => reason === 'over-budget')
  const cut = sections.filter(({ reductions }) => reductions.some(({ why }) => why === 'channel'))
  const collectIds = (some: readonly { readonly id: string }[]) => new Set(some.map(({ id }) => id))
  const [all, partly] = [collectIds([...sections, ...short]), collectIds([...short, ...cut])]
  const there = ids.filter((id) => all.has(id))
  return { there, whole: there.filter((id) => !partly.has(id)) }
}

/** Whether a text is within the channel limit. */
export function fitsChannel(
  channelLimit: Pick<NonNullable<Plan['channelLimit']>, 'amount' | 'unit'> | null,
  text: string,
): boolean {
  return channelLimit === null || measureTextLength(channelLimit, text) <= channelLimit.amount
}
