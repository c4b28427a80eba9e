import { describe, expect, it } from 'vitest'
import type { Parcel } from '../../core/receipt/index.ts'
import type { Recorder, RecordResult } from '../../ports/index.ts'
import { makeGroupCommitRecorder } from './group-commit.ts'

const makeParcel = (uid: string): Parcel => ({
  draft: { uid, kind: 'injection', at: '', body: '{}' },
  blobs: [],
})
const kept: RecordResult = { kept: 'store', troubles: [] }

/** Records the uids of each transaction. */
function makeRecorder(record: () => Promise<RecordResult> = async () => kept) {
  const groups: string[][] = []
  const recorder: Recorder = {
    record(parcels) {
      groups.push(parcels.map(({ draft }) => draft.uid))
      return record()
    },
  }
  return { groups, recorder: makeGroupCommitRecorder(recorder) }
}

describe('a batch of entries that are recorded at about the same time', () => {
  it('goes into the store at once, in its order', async () => {
    const { groups, recorder } = makeRecorder()
    await Promise.all(['a', 'b', 'c'].map((uid) => recorder.record([makeParcel(uid)])))
    await recorder.record([makeParcel('d'), makeParcel('e')])
    expect(groups).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ])
  })

  it('is acknowledged when it is there, not before', async () => {
    let arrive = (_: RecordResult) => {}
    const { groups, recorder } = makeRecorder(
      () =>
        new Promise((resolve) => {
          arrive = resolve
        }),
    )
    let acknowledged = false
    const recorded = recorder.record([makeParcel('a')]).then(() => {
      acknowledged = true
    })
    await expect.poll(() => groups).toEqual([['a']])
    await new Promise(setImmediate)
    expect(acknowledged).toBe(false)
    arrive(kept)
    await recorded
    expect(acknowledged).toBe(true)
  })

  it('is never more than others can wait for', async () => {
    const { groups, recorder } = makeRecorder()
    const uids = Array.from({ length: 150 }, (_, i) => String(i))
    await Promise.all(uids.map((uid) => recorder.record([makeParcel(uid)])))
    expect(groups.map(({ length }) => length)).toEqual([64, 64, 22])
    expect(groups.flat()).toEqual(uids)
  })

  it('shares what became of it, and trouble is told once', async () => {
    const troubles = [{ code: 'store-full', detail: 'no room' } as const]
    const { recorder } = makeRecorder(async () => ({ kept: 'spool', troubles }))
    const all = await Promise.all(['a', 'b'].map((uid) => recorder.record([makeParcel(uid)])))
    expect(all).toEqual([
      { kept: 'spool', troubles },
      { kept: 'spool', troubles: [] },
    ])
  })

  it('fails together, and the next ones do not', async () => {
    let failing = true
    const { recorder } = makeRecorder(async () => {
      if (failing) throw new Error('a fault')
      return kept
    })
    const failed = await Promise.allSettled(['a', 'b'].map((uid) => recorder.record([makeParcel(uid)])))
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    failing = false
    expect(await recorder.record([makeParcel('c')])).toEqual(kept)
  })
})
