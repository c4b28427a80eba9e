import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkManifest, type Manifest } from '../../manifest/index.ts'
import { Refusal } from '../../values/index.ts'
import {
  type Address,
  formatAddress,
  getCatalog,
  hasScheme,
  makeDocumentAddresses,
  namesAddress,
  parseAddress,
  projectAddressNames,
} from './address.ts'

const manifest: Manifest = (() => {
  const checked = checkManifest(
    {
      foreword: 1,
      name: 'tasks',
      scheme: 'atlas',
      levels: { standard: { budget: 1000 } },
      default_level: 'standard',
      ceiling: 2000,
      sections: {},
      collections: {
        adrs: { files: 'adrs/*.md', aliases: ['adr'] },
        rfcs: { files: 'rfcs/*.md', aliases: ['rfc'] },
      },
      contexts: { voice: { files: 'patterns/*.md' } },
      states: { 'current-rfc': { active: 'rfcs' } },
      plugins: { jira: {} },
    },
    { redactionRules: [], schemes: ['file'] },
  )
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
  return checked.manifest
})()
const catalog = getCatalog(manifest)
const parse = (text: string) => parseAddress(text, catalog)

function refused(text: string): Refusal {
  try {
    parse(text)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error(`${text} was taken`)
}

describe('an address', () => {
  const docs = (type: string, id: string | null = null): Address => ({ kind: 'docs', type, id })
  it.each<[string, string, Address]>([
    ['M-30 a collection', 'atlas://docs/adrs/', docs('adrs')],
    ['M-30 a collection without its slash', 'atlas://docs/adrs', docs('adrs')],
    ['M-30 a collection by another of its names', 'atlas://docs/adr/', docs('adrs')],
    ['M-30 a collection in capitals', 'atlas://docs/ADRs/', docs('adrs')],
    ['M-31 a document', 'atlas://docs/rfcs/0016', docs('rfcs', '0016')],
    ['M-31 a document with a slash behind it', 'atlas://docs/rfcs/0016/', docs('rfcs', '0016')],
    ['M-31 a document in capitals', 'atlas://docs/rfc/0016-D-Slug.md', docs('rfcs', '0016-D-Slug.md')],
    ['M-31 a document with a blank', 'atlas://docs/rfcs/a%20b', docs('rfcs', 'a b')],
    ['M-31 a document with a percent sign', 'atlas://docs/rfcs/100%25', docs('rfcs', '100%')],
    ['M-31 letters beyond ASCII', 'atlas://docs/rfcs/caf%C3%A9', docs('rfcs', 'café')],
    ['M-32 a context', 'atlas://context/voice', { kind: 'context', scope: 'voice' }],
    ['M-32 a context with a slash', 'atlas://context/voice/', { kind: 'context', scope: 'voice' }],
    ['M-34 a state', 'atlas://state/current-rfc', { kind: 'state', entity: 'current-rfc' }],
    ['a description of the project', 'atlas://project/commands', { kind: 'project', name: 'commands' }],
    ['the state of the repository', 'project/state/', { kind: 'project', name: 'state' }],
    ['M-36 a plugin', 'atlas://jira/', { kind: 'plugin', plugin: 'jira', path: '' }],
    ['M-36 a plugin without its slash', 'atlas://jira', { kind: 'plugin', plugin: 'jira', path: '' }],
    ['M-36 what a plugin has', 'atlas://jira/a/b', { kind: 'plugin', plugin: 'jira', path: 'a/b' }],
    ['M-37 the active one', 'atlas://docs/rfcs/{active}', docs('rfcs', '{active}')],
    ['an address as people type it', 'docs/adrs/5', docs('adrs', '5')],
    ['an address under the common scheme', 'foreword://docs/adrs/5', docs('adrs', '5')],
  ])('is %s', (_, text, expected) => {
    expect(parse(text)).toEqual(expected)
  })
})

describe('T5 an address leads nowhere else', () => {
  it.each([
    ['atlas://docs/adrs/../../etc/passwd', 'climbs out of its place'],
    ['atlas://docs/adrs/..', 'climbs out of its place'],
    ['atlas://docs/adrs/.', 'climbs out of its place'],
    ['docs/adrs/../rfcs/1', 'climbs out of its place'],
    ['atlas://docs/adrs/..%2f..%2fx', 'climbs out of its place'],
    ['atlas://docs/adrs/%2e%2e/x', 'climbs out of its place'],
    ['atlas://docs/adrs/%2E%2E%2Fx', 'climbs out of its place'],
    ['atlas://jira/../docs', 'climbs out of its place'],
    ['atlas://docs/adrs/..\\..\\x', 'has a control character or a backslash'],
    ['atlas://docs/adrs/..%5cx', 'has a control character or a backslash'],
    ['atlas://docs/adrs/a\0.md', 'has a control character or a backslash'],
    ['atlas://docs/adrs/a%00', 'has a control character or a backslash'],
    ['atlas://docs/adrs/a\u001b[31m', 'has a control character or a backslash'],
    ['atlas://docs/adrs/a%0Ab', 'has a control character or a backslash'],
    ['atlas://docs/adrs/a%C2%9Bb', 'has a control character or a backslash'],
    ['C:\\Windows', 'has a control character or a backslash'],
    ['atlas://docs//adrs/1', 'has an empty part'],
    ['atlas:///etc/passwd', 'has an empty part'],
    ['/etc/passwd', 'has an empty part'],
    ['//etc/passwd', 'has an empty part'],
    ['atlas://docs/adrs/%', 'has a percent sign that encodes nothing'],
    ['atlas://docs/adrs/%zz', 'has a percent sign that encodes nothing'],
    ['atlas://docs/adrs/%c0%ae%c0%ae', 'has a percent sign that encodes nothing'],
    [`atlas://docs/adrs/${'a'.repeat(1000)}`, 'is longer than 1000 characters'],
    [`atlas://docs/adrs/${'%'.repeat(1000)}`, 'is longer than 1000 characters'],
    ['atlas://docs/adrs/a//b', 'has an empty part'],
    ['atlas://context/voice/x', 'has more parts'],
    ['atlas://state/current-rfc/x', 'has more parts'],
    ['atlas://project/commands/x', 'has more parts'],
    ['atlas://project/', 'is incomplete'],
    ['atlas://project/secrets', 'There is nothing at'],
    ['C:/Windows', 'There is nothing at "C:/Windows"'],
    ['file:etc/passwd', 'There is nothing at "file:etc/passwd"'],
    ['', 'There is nothing at ""'],
  ])('%j is refused', (text, reason) => {
    const { code, message } = refused(text)
    expect(code).toBe('unknown-address')
    expect(message).toContain(reason)
    expect(message.length).toBeLessThan(400)
  })

  it('has slashes in an id where a name is not enough', () => {
    const id = { kind: 'docs', type: 'adrs', id: 'a/b' }
    for (const text of ['docs/adrs/a/b', 'docs/adrs/a%2fb', 'docs/adrs/a/b/']) expect(parse(text)).toEqual(id)
  })

  it('decodes once: what was encoded twice is a name', () => {
    expect(parse('atlas://docs/adrs/..%252fx')).toEqual({ kind: 'docs', type: 'adrs', id: '..%2fx' })
  })
})

describe('M-38 a missing document is named, with those that exist', () => {
  it.each([
    [
      'jira://docs/adrs/5',
      'has the scheme "jira", and this manifest has "atlas".',
      'Write atlas://docs/adrs/5',
    ],
    ['ATLAS://docs/adr/5', 'has the scheme "ATLAS"', 'Write atlas://docs/adrs/5'],
    ['file:///etc/passwd', 'has the scheme "file"', 'atlas://docs/{type}/{id} is the form.'],
    [`x://${'y'.repeat(5000)}`, 'has the scheme "x"', 'atlas://docs/{type}/{id} is the form.'],
    [
      'atlas://docs/adrz/',
      'nothing at "atlas://docs/adrz/"',
      'Did you mean atlas://docs/adrs? Under atlas://docs/: adrs, rfcs.',
    ],
    ['atlas://docs/', 'The address "atlas://docs/" is incomplete', 'atlas://docs/adrs, atlas://docs/rfcs'],
    ['context', 'The address "context" is incomplete', 'There are: atlas://context/voice.'],
    ['context/vioce', 'nothing at', 'Did you mean atlas://context/voice?'],
    ['context/Voice', 'nothing at', 'Under atlas://context/: voice.'],
    ['state/current', 'nothing at', 'Under atlas://state/: current-rfc.'],
    ['state/constructor', 'nothing at', 'Under atlas://state/: current-rfc.'],
    ['context/__proto__', 'nothing at', 'Under atlas://context/: voice.'],
    ['docs/constructor/', 'nothing at', 'Under atlas://docs/: adrs, rfcs.'],
    ['constructor/x', 'nothing at', 'Under atlas://: docs, context, state, project, jira.'],
    ['jra/1', 'nothing at', 'Did you mean atlas://jira?'],
  ])('%s', (text, message, fix) => {
    const refusal = refused(text)
    expect(refusal.message).toContain(message)
    expect(refusal.fix).toContain(fix)
    expect(refusal.fix!.length).toBeLessThan(400)
  })

  it.each([
    ['atlas://rfc/7', 'Write atlas://docs/rfcs/7'],
    ['atlas://rfcs/', 'Write atlas://docs/rfcs/'],
    ['rfc', 'Write atlas://docs/rfcs/'],
    ['adr/0005-x', 'Write atlas://docs/adrs/0005-x'],
  ])('M-X8 the early form %s is answered with the one that counts', (text, fix) => {
    expect(refused(text).fix).toBe(fix)
  })

  it('shows what was typed on one line, without what a terminal obeys', () => {
    const { message, fix } = refused('x\u001b]0;owned\u0007\u202e\n://docs/adrs/\u001b[31m')
    expect(message + fix).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })
})

describe('the text of an address', () => {
  const name = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 60 })
    .filter((text) => !/[\p{Cc}\p{Cs}\\/]/u.test(text) && text !== '.' && text !== '..')
  const address = fc.oneof(
    fc.record({
      kind: fc.constant('docs' as const),
      type: fc.constantFrom('adrs', 'rfcs'),
      id: fc.option(name),
    }),
    fc.constant<Address>({ kind: 'context', scope: 'voice' }),
    fc.constant<Address>({ kind: 'state', entity: 'current-rfc' }),
    fc.constantFrom(...projectAddressNames).map((known): Address => ({ kind: 'project', name: known })),
    fc.record({
      kind: fc.constant('plugin' as const),
      plugin: fc.constant('jira'),
      path: fc.array(name, { maxLength: 4 }).map((parts) => parts.join('/')),
    }),
  )

  it('is read back as the address that it was', () => {
    fc.assert(
      fc.property(address, (parts) => {
        expect(parse(formatAddress('atlas', parts))).toEqual(parts)
        expect(parse(formatAddress('foreword', parts))).toEqual(parts)
      }),
    )
  })

  it('is that of a file whatever its name holds', () => {
    const path = 'a/100%-{active}.md'
    expect(makeDocumentAddresses('atlas', 'rfcs', [path])(path)).toBe('atlas://docs/rfcs/100%25-%7Bactive%7D')
    expect(parse('atlas://docs/rfcs/100%25-%7Bactive%7D')).toMatchObject({ id: '100%-{active}' })
  })

  it('is refused or accepted, for any input: nothing else happens', () => {
    const typed = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(
          fc.constantFrom(
            'atlas',
            '://',
            'docs',
            '/',
            'adrs',
            '..',
            '%2f',
            '%',
            '\0',
            '{active}',
            'é',
            '//',
            '\\',
          ),
        )
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(typed, (text) => {
        try {
          const address = parse(text)
          expect(parse(formatAddress('atlas', address))).toEqual(address)
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('has other ways to be written, which mean the same', () => {
    const adrs = parse('docs/adrs/')
    for (const text of ['atlas://docs/adr', 'foreword://docs/ADRS/', 'atlas://docs/adrs/']) {
      expect([hasScheme(text, catalog), namesAddress(text, adrs, catalog)]).toEqual([true, true])
    }
    for (const text of [
      'atlas://docs/rfcs/',
      'docs/adrs/',
      'file:docs/adrs/',
      'atlas://docs/../adrs',
      'x://docs/adrs/',
    ])
      expect(namesAddress(text, adrs, catalog)).toBe(false)
  })
})
