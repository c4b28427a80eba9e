// As many sections as one value carries whole: the others come with the next prompts.
import type { Plan } from '../../core/plan/index.ts'
import type { Receipt } from '../../core/receipt/index.ts'
import { measureLength } from '../../core/values/index.ts'

interface Made {
  readonly receipt: Receipt
}

/** Of sections that are wanted in this order. One that is too long by itself comes alone, and is cut. */
export async function selectWholeSections<T extends Made>(
  wanted: readonly string[],
  make: (only: readonly string[]) => Promise<T | null>,
): Promise<T | null> {
  const made = await make(wanted)
  if (made === null || wanted.length <= 1) return made
  const { there, whole } = foundIn(made.receipt, wanted)
  if (whole.length === there.length) return made
  return selectWholeSections(whole.length > 0 ? whole : there.slice(0, 1), make)
}

/** Which of them there are, and which the channel left as they are. */
function foundIn({ sections, left_out }: Receipt, wanted: readonly string[]) {
  const short = left_out.filter(({ reason }) => reason === 'over-budget')
  const cut = sections.filter(({ reductions }) => reductions.some(({ why }) => why === 'channel'))
  const ids = (some: readonly { readonly id: string }[]) => new Set(some.map(({ id }) => id))
  const [all, partly] = [ids([...sections, ...short]), ids([...short, ...cut])]
  const there = wanted.filter((id) => all.has(id))
  return { there, whole: there.filter((id) => !partly.has(id)) }
}

/** Whether the channel carries it. */
export function fitsChannel(
  room: Pick<NonNullable<Plan['channelLimit']>, 'amount' | 'unit'> | null,
  text: string,
): boolean {
  return room === null || measureLength(room, text) <= room.amount
}
