import { describe, expect, it } from 'vitest'
import { readLastDeliveries } from './deliveries.ts'
import { makeMemoryLedger, makePacket, makeWholeSection } from './past.fixture.ts'

const packet = (over: object = {}) =>
  makePacket([makeWholeSection('task', 'Do it.')], { agent: 'claude', ...over })

describe('the last deliveries of an agent', () => {
  it('come newest first, each with what is known of it', async () => {
    const past = makeMemoryLedger()
    const [old, refused, run, read, last] = [
      packet(),
      packet({ status: 'error' }),
      packet({ run_id: 'run-1' }),
      packet({ level: 'read' }),
      packet(),
    ]
    for (const packet of [old!, refused!, run!, read!, last!]) past.inject(packet)
    past.add('event', {
      name: 'delivery',
      injection_id: old!.receipt.injection_id,
      session_id: 's',
      agent: 'claude',
      model: 'opus',
      sections: [{ id: 'task', state: 'dropped' }],
      why: null,
    })
    const found = await readLastDeliveries(past, 'claude', 3)
    expect(found.map(({ row }) => row.injection_id)).toEqual([
      last!.receipt.injection_id,
      old!.receipt.injection_id,
    ])
    expect(found.map(({ delivery }) => delivery?.model ?? null)).toEqual([null, 'opus'])
    expect(await readLastDeliveries(makeMemoryLedger(), 'claude', 3)).toEqual([])
  })
})
