import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { receiptFor, sectionOf } from '../receipt.fixture.ts'
import type { Receipt } from '../receipt.ts'
import { buildAccount, buildInjectionBody, restoreReceipt, sealText, unsealText } from './account.ts'
import { buildEntryRow, buildSectionRows, type EntryRowOfKind, getBlobDigests } from './entry-row.ts'
import { draftOf, hash, ledgerOf } from './ledger.fixture.ts'

const receipt = (over: Partial<Receipt> = {}): Receipt => ({
  ...receiptFor({ sections: [sectionOf()] }),
  ...over,
})

describe('a receipt in a ledger', () => {
  it('comes back whole from its entry and its account', () => {
    const whole = receipt()
    const account = JSON.stringify(buildAccount(whole))
    const body = JSON.stringify(buildInjectionBody(whole, hash(account), null))
    expect(restoreReceipt(JSON.parse(body), JSON.parse(account), whole.outcome)).toEqual(
      JSON.parse(JSON.stringify(whole)),
    )
  })

  it('has the same account for every injection of the same packet', () => {
    const other = receipt({ injection_id: 'INJ-20260104-000000-zzzzzz', session_id: 'other', agent: 'codex' })
    expect(JSON.stringify(buildAccount(other))).toBe(JSON.stringify(buildAccount(receipt())))
  })

  it('gives its sections and their sources to search by', () => {
    const rows = buildSectionRows(JSON.stringify(buildAccount(receipt())))
    expect(rows?.[0]).toMatchObject({ position: 0, section: 'journal', sources: [{ path: 'j/1.md' }] })
  })

  it('keeps a text without its own id, and gives it back to the byte', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (a, b) => {
        const id = 'INJ-20260103-183000-abc123'
        const text = `${a}${id}${b}${id}`.replaceAll('\0', '')
        const sealed = sealText(text, id)
        expect(unsealText(sealed, id)).toBe(text)
        expect(sealText(unsealText(sealed, 'INJ-other'), 'INJ-other')).toBe(sealed)
      }),
    )
  })
})

describe('the columns of an entry', () => {
  it('follow from its body', () => {
    const { body } = draftOf(1)
    const row = buildEntryRow('injection', body) as EntryRowOfKind<'injection'>
    expect(row).toMatchObject({ kind: 'injection', level: 'standard', total: 11, run_id: null })
    expect(getBlobDigests(row)).toEqual([hash('account'), hash('text 1')])
  })

  it.each([
    ['injection', '{', 'the body is not a JSON object'],
    ['injection', '[]', 'the body is not a JSON object'],
    ['injection', 'null', 'the body is not a JSON object'],
    ['event', '{"name":1}', '"name" must be a text'],
    ['event', '{"__proto__":{"name":"pruned"}}', '"name" must be a text'],
    [
      'outcome',
      '{"run_id":"r","status":"failed","changes":null,"seconds":"1","exit_code":null}',
      '"seconds" must be a number or null',
    ],
    ['other', '{}', 'unknown kind of entry "other"; kinds: injection, run, outcome, event'],
  ])('say what is wrong with a %s that is %s', (kind, body, problem) => {
    expect(buildEntryRow(kind as never, body)).toBe(problem)
  })

  it('are none for an account that is none', () => {
    for (const text of ['', 'null', '{}', '{"sections":1}', '{"sections":[{}]}', '{"sections":[null]}'])
      expect(buildSectionRows(text)).toBeNull()
  })
})

describe('a digest', () => {
  it('differs for drafts that differ in anything', () => {
    const [stored] = ledgerOf('shop', [draftOf(1)])
    const others = [
      draftOf(1, { uid: 'x' }),
      draftOf(1, { at: '2020-01-01T00:00:00.000Z' }),
      draftOf(1, { body: '{}' }),
      draftOf(1, { kind: 'run' }),
    ]
    const digests = others.map((draft) => ledgerOf('shop', [draft])[0]!.entry.digest)
    expect(new Set([stored!.entry.digest, ...digests]).size).toBe(5)
    expect(ledgerOf('other', [draftOf(1)])[0]!.entry.digest).not.toBe(stored!.entry.digest)
  })
})
