import fc from 'fast-check'
import { expect, it } from 'vitest'
import { makeUid } from './entry.ts'

it('makes a uid of visible ASCII that no store finds too long, whatever the name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
      expect(makeUid(name)).toMatch(/^[!-~]{0,150}$/)
    }),
  )
})

it('keeps a short name as it is, and tells long ones apart that begin alike', () => {
  expect(makeUid('github.com/acme/shop')).toBe('github.com/acme/shop')
  expect(makeUid('x'.repeat(150))).toBe('x'.repeat(150))
  const long = ['', 'a', 'b'].map((end) => makeUid(`${'ж'.repeat(60)}${end}`))
  expect(new Set(long).size).toBe(3)
  for (const uid of long) expect(uid).toMatch(/^(%D0%B6)+.{0,5}~[0-9a-f]{16}$/)
})
