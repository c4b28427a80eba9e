import { expect, it } from 'vitest'
import type { VerifyResult } from '../../../app/history/index.ts'
import { holding, hostile, widest } from '../views/answers.fixture.ts'
import { plainPaint } from '../views/paint.ts'
import { verifyView } from './verify.ts'

const view = (given: Partial<VerifyResult>) => verifyView({ ...holding, ...given }, plainPaint)
const checkpoint = {
  file: '../shop.checkpoint',
  seq: 100,
  at: '2026-11-01T00:00:00.000Z',
  signer: 'SHA256:abcdefghijklmnop',
  known: 'named',
} as const

it('says that a ledger holds, and up to where', () => {
  expect(view({})).toMatchInlineSnapshot(`
    "The ledger of shop is intact: all 120 entries are as written, up to entry 120
    (cccccccccccc).
    "
  `)
})

it('says what else a careful reader wants to know', () => {
  const text = view({
    pruned: { texts: 3, accounts: 1 },
    lost: [
      [5, 7],
      [9, 9],
    ],
    clock_back: 2,
    checkpoint,
  })
  expect(text).toMatchInlineSnapshot(`
    "The ledger of shop is intact: all 120 entries are as written, up to entry 120
    (cccccccccccc). 3 texts and 1 account were pruned, as the ledger records.
    Entries 5 to 7 were lost to damage, as a repair recorded. Entry 9 was lost to
    damage, as a repair recorded. The clock went back 2 times; entries are ordered
    by number. It contains the checkpoint ../shop.checkpoint (entry 100, 2026-11-01
    00:00), signed by SHA256:abcdefghijklmnop, which is the signer you named.
    "
  `)
  expect(widest(text)).toBeLessThanOrEqual(80)
})

it('says which entry is wrong, and how', () => {
  const fault = {
    seq: 17,
    what: 'altered',
    detail: 'its content does not match its digest',
    injection_id: 'INJ-20261116-062000-abc123',
  } as const
  expect(view({ holds: false, entries: 16, fault })).toMatchInlineSnapshot(`
    "The ledger of shop is not intact. Entry 17 (INJ-20261116-062000-abc123) was
    altered: its content does not match its digest. 16 entries before it are intact.
    "
  `)
})

it('says that a checkpoint is not in the ledger', () => {
  const fault = {
    seq: 100,
    what: 'rewritten',
    detail: `the checkpoint has another digest ${hostile}`,
    injection_id: null,
  } as const
  const text = view({ holds: false, entries: 1, fault, checkpoint: { ...checkpoint, known: 'named' } })
  expect(text).toMatchInlineSnapshot(`
    "The ledger of shop is not intact. Entry 100 was rewritten: the checkpoint has
    another digest a?[2Jb?c?d?e. 1 entry before it is intact. It was compared with
    the checkpoint ../shop.checkpoint (entry 100, 2026-11-01 00:00), signed by
    SHA256:abcdefghijklmnop, which is the signer you named.
    "
  `)
})

it('says that an empty ledger holds', () => {
  expect(view({ entries: 0, head: null })).toBe('The ledger of shop is intact: it is empty.\n')
})
