import { type Output, outputFields, type Zod } from '../../output/index.ts'

export function storeRepairOutput(z: Zod) {
  const { text, maybe, count, gaps } = outputFields(z)
  return z.strictObject({
    project: text,
    set_aside: maybe,
    entries: count,
    lost: gaps,
    lost_blobs: count,
    taken_in: count,
  })
}

export type RepairResult = Output<typeof storeRepairOutput>
