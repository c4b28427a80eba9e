import { describe, expect, it } from 'vitest'
import { scaleBorrowedCaps } from './scale-borrowed-caps.ts'

const section = (cap: number | null, overCap = 'borrow') => ({ cap, overCap })
const scale = (sections: readonly ReturnType<typeof section>[], budget: number) =>
  scaleBorrowedCaps(sections, budget).map(({ cap }) => cap)

describe('caps that are targets', () => {
  const proposed = [150, 400, 400, 250, 150].map((cap) => section(cap))

  it('stay as they are if they fit the level together', () => {
    expect(scale(proposed, 1500)).toEqual([150, 400, 400, 250, 150])
  })

  it('become smaller in proportion for a small level', () => {
    expect(scale(proposed, 600)).toEqual([55, 148, 148, 92, 55])
  })

  it('leave other caps alone, and sections without one', () => {
    expect(scale([section(300, 'cut'), section(300), section(null)], 500)).toEqual([300, 140, null])
    expect(scale([section(900, 'cut'), section(300)], 600)).toEqual([900, 300])
  })
})
