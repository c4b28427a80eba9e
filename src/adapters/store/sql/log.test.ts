import { expect, it } from 'vitest'
import { injection } from './ledger.fixture.ts'
import { openTestStore } from './test-store.fixture.ts'

it('finds a section of many packets that was given up long ago', async () => {
  const store = await openTestStore(':memory:')
  const parcels = Array.from({ length: 6000 }, (_, i) =>
    injection({ uid: `u${i}`, sections: i < 300 ? { old: [`${i}.md`] } : { new: ['N.md'] } }),
  )
  await store.append({ uid: 'p', name: 'One' }, parcels)
  const seqs = async (section: string) => (await store.log('p', { limit: 3, section })).map(({ seq }) => seq)
  expect(await seqs('old')).toEqual([300, 299, 298])
  expect(await seqs('new')).toEqual([6000, 5999, 5998])
  await store.close()
}, 60_000)
