import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { Refusal } from '../../core/values/index.ts'
import { findPatternProblem, patternFix } from '../secrets/index.ts'
import { loadManifest } from './load-manifest.ts'
import { sha256 } from './manifests.fixture.ts'

const home = join(import.meta.dirname, '../../..')
const place = '.blue/context.manifest.yaml'

function load(content: string | Uint8Array) {
  const root = mkdtempSync(join(tmpdir(), 'published-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, '.blue'))
  writeFileSync(join(root, place), content)
  return loadManifest(join(root, place), {
    presets: join(home, 'presets'),
    hash: sha256,
    schemes: ['file'],
    published: { [place]: 'blue' },
    pattern: { problem: findPatternProblem, fix: patternFix },
  })
}

function refused(content: string | Uint8Array): Refusal {
  try {
    load(content)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('nothing was refused')
}

const sectionsOf = (content: string, tier: string) =>
  Object.entries(load(content).manifest.sections).flatMap(([id, section]) =>
    section.tier === tier ? [id] : [],
  )

/** In the form that the published program parses. */
const real = `version: 1
generated_at: 2026-01-25T12:00:00Z
source_commit: 1234567
identity:
  sources:
    - uri: blue://docs/adrs/
      label: Architecture Decision Records
    - uri: blue://context/voice
      label: Voice and tone patterns
  max_tokens: 400
workflow:
  sources:
    - uri: blue://state/current-rfc
      label: Active RFC
  refresh_triggers:
    - on_rfc_change
    - every_n_turns: 7
    - every_12_turns
    - on_tool_call: blue_rfc_create
  max_tokens: 1500
reference:
  graph: blue://context/relevance
  max_tokens: 5000
  staleness_days: 14
plugins:
  - uri: blue://jira/
    provides: [issues]
    salience_triggers:
      - commit_msg_pattern: '^[A-Z]+-\\d+'
      - file_annotation: '@jira'
      - keyword_match: ticket
`

describe('a manifest in the published form', () => {
  it('M-15 M-16 M-17 M-18 M-19 M-20 M-21 M-22 M-23 M-24 M-25 works as it is, over the preset that it was published for', () => {
    const { manifest, chain } = load(real)
    expect(manifest.tiers).toMatchObject({
      identity: { budget: 400, delivery: 'push', collections: 'digest' },
      workflow: { budget: 1500, delivery: 'declare' },
      reference: { budget: 5000, delivery: 'pull', staleness_days: 14 },
    })
    expect(sectionsOf(real, 'identity')).toEqual(['adrs', 'voice'])
    expect(sectionsOf(real, 'workflow')).toEqual(['current-rfc', 'jira'])
    expect(sectionsOf(real, 'reference')).toEqual(['relevance'])
    expect(manifest.sections['current-rfc']).toMatchObject({
      heading: 'Active RFC',
      sources: ['blue://state/current-rfc'],
    })
    expect(chain.map(({ file }) => file.slice(file.lastIndexOf('blue')))).toEqual([
      'blue/context.manifest.yaml',
      'blue/manifest.yaml',
    ])
  })

  it('M-21 M-72 M-73 M-X2 knows a trigger in each of its spellings', () => {
    expect(load(real).manifest.tiers.workflow!.refresh).toEqual([
      { on_change: 'blue://state/current-rfc' },
      { every_turns: 7 },
      { every_turns: 12 },
      { on_tool_call: 'blue_rfc_create' },
    ])
    expect(load('version: 1\nworkflow: { refresh_triggers: [] }\n').manifest.tiers.workflow!.refresh).toEqual(
      [],
    )
  })

  it('M-26 M-27 M-28 M-66 M-67 M-68 M-69 names plugins, with what they provide and what calls for them', () => {
    expect(load(real).manifest.plugins).toEqual({
      jira: {
        provides: ['issues'],
        salience_triggers: [
          { commit_msg_pattern: '^[A-Z]+-\\d+' },
          { file_annotation: '@jira' },
          { keyword_match: 'ticket' },
        ],
      },
    })
  })

  it('M-X1 may have a bare list in a tier, which keeps its budget', () => {
    const listed = 'version: 1\nidentity:\n  - uri: blue://docs/adrs/\n'
    expect(sectionsOf(listed, 'identity')).toEqual(['adrs'])
    expect(load(listed).manifest.tiers.identity!.budget).toBe(500)
  })

  it('M-37 M-X7 may name what is active', () => {
    const active = 'version: 1\nworkflow:\n  sources:\n    - uri: blue://docs/rfcs/{active}\n'
    expect(load(active).manifest.sections['rfcs-active']).toMatchObject({
      tier: 'workflow',
      heading: 'Active rfcs',
      sources: ['blue://docs/rfcs/{active}'],
    })
  })

  it('M-50 M-87 may name a file that no collection has, and what it allows', () => {
    const files = `version: 1
workflow:
  sources:
    - uri: file:.blue/workflow.md
      label: How we work
    - uri: file:notes/*.md
      allow_external: true
    - uri: blue://context/knowledge
      allow_sensitive: true
`
    const { sections } = load(files).manifest
    expect(sectionsOf(files, 'workflow')).toEqual(['blue-workflow', 'notes', 'knowledge'])
    expect(sections['blue-workflow']).toMatchObject({ heading: 'How we work', missing: 'warn' })
    expect(sections.notes).toMatchObject({
      heading: 'notes/*.md',
      sources: [{ uri: 'file:notes/*.md', allow_external: true }],
    })
    expect(sections.knowledge!.sources).toEqual([{ uri: 'blue://context/knowledge', allow_sensitive: true }])
  })

  it('keeps what it says nothing about, and the same source may be there twice', () => {
    expect(sectionsOf('version: 1\n', 'workflow')).toContain('worktree')
    expect(sectionsOf('version: 1\nworkflow: { max_tokens: 100 }\n', 'workflow')).toContain('worktree')
    expect(sectionsOf('version: 1\nworkflow: { sources: [] }\n', 'workflow')).toEqual([])
    const twice = 'version: 1\nidentity:\n  - uri: blue://docs/adrs/\n  - uri: blue://docs/adr\n'
    expect(sectionsOf(twice, 'identity')).toEqual(['adrs', 'adrs-2'])
  })

  it('M-86 makes room in the level for a tier that grew, also where another one shrank', () => {
    const { levels, ceiling } = load('version: 1\n').manifest
    const grown = load('version: 1\nworkflow: { max_tokens: 4000 }\nreference: { max_tokens: 10 }\n').manifest
    expect(grown.levels.standard!.budget).toBe(levels.standard!.budget + 2000)
    expect(grown.ceiling).toBe(ceiling + 2000)
  })
})

describe('M-29 M-X1 the example of the RFC, which is not YAML', () => {
  const example = `version: 1
identity:
  - uri: blue://docs/adrs/
  # the voice
  - uri: blue://context/voice

  max_tokens: 500
workflow:
  sources:
    - uri: blue://state/current-rfc
`
  const right = `identity:
  sources:
    - uri: blue://docs/adrs/
    - uri: blue://context/voice
  max_tokens: 500`

  it.each([
    ['as it is', example],
    ['with Windows line ends', example.replaceAll('\n', '\r\n')],
    ['with a secret in it', example.replace('context/voice', `context/${`ghp_${'a1B2c3D4e5'.repeat(4)}`}`)],
  ])('is shown as it should be: %s', (_, text) => {
    const { code, message, fix = '' } = refused(text)
    expect(code).toBe('manifest-invalid')
    expect(message).toMatch(/^\.blue\/context\.manifest\.yaml:[67]:\d+: not valid YAML \(bad indent\)\.$/)
    expect(fix).toContain('Below "identity" stand a list and a key side by side.')
    expect(fix.replace('[REDACTED]', 'voice').endsWith(`\n\n${right}`), fix).toBe(true)
    expect(fix).not.toMatch(/ghp_|\r/)
  })

  it('and what is shown is right', () => {
    expect(
      load(`version: 1\n${refused(example).fix!.split('\n\n')[1]}\n`).manifest.tiers.identity!.budget,
    ).toBe(500)
  })
})

describe('M-29 a fault is told with its place and a fix', () => {
  it.each([
    ['M-16 another version', 'version: 2\n', '1:10: version: expected 1, not 2'],
    ['M-16 a version in quotes', 'version: "1"\n', '1:10: version: expected 1 ('],
    ['M-16 no version', 'identity: []\n', '1:1: version: missing key "version" (add it: 1'],
    [
      'an unknown tier',
      'version: 1\nidentiy: []\n',
      '2:1: identiy: unknown key "identiy"; did you mean "identity"?',
    ],
    [
      'an unknown key',
      'version: 1\nidentity:\n  source: []\n',
      '3:3: identity.source: unknown key "source"; did you mean "sources"?',
    ],
    [
      'an unknown key of a source',
      'version: 1\nidentity:\n  - uri: blue://docs/adrs/\n    lable: x\n',
      '4:5: identity.0.lable: unknown key "lable"; did you mean "label"?',
    ],
    [
      'a source without an address',
      'version: 1\nidentity:\n  - label: x\n',
      '3:5: identity.0.uri: missing key "uri" (add it: string: An address',
    ],
    [
      'a source that is a text',
      'version: 1\nidentity:\n  sources:\n    - blue://docs/adrs/\n',
      '4:7: identity.sources.0: expected object, received string',
    ],
    ['a tier that is a number', 'version: 1\nidentity: 5\n', '2:11: identity: expected array or object'],
    ['a tier that is nothing', 'version: 1\nidentity:\n', '2:10: identity: expected array or object'],
    [
      'a budget in words',
      'version: 1\nidentity: { max_tokens: lots }\n',
      '2:25: identity.max_tokens: expected number, received string',
    ],
    [
      'a budget below zero',
      'version: 1\nidentity: { max_tokens: -1 }\n',
      '2:25: identity.max_tokens: too small',
    ],
    [
      'a budget without end',
      'version: 1\nidentity: { max_tokens: .inf }\n',
      '2:25: identity.max_tokens: expected',
    ],
    [
      'an unknown trigger',
      'version: 1\nworkflow:\n  refresh_triggers:\n    - on_rfc_chnage\n',
      '4:7: workflow.refresh_triggers.0: unknown trigger "on_rfc_chnage"; did you mean "on_rfc_change"?',
    ],
    [
      'every no turns',
      'version: 1\nworkflow:\n  refresh_triggers: [every_0_turns]\n',
      '3:22: workflow.refresh_triggers.0: unknown trigger "every_0_turns"',
    ],
    [
      'every no turns, as a map',
      'version: 1\nworkflow:\n  refresh_triggers:\n    - every_n_turns: 0\n',
      '4:22: workflow.refresh_triggers.0.every_n_turns: too small',
    ],
    [
      'M-38 an unknown scheme',
      'version: 1\nidentity:\n  - uri: red://docs/adrs/\n',
      '3:10: identity.0.uri: "red://docs/adrs/" has the scheme "red", and this manifest has "blue". (Write blue://docs/adrs/)',
    ],
    [
      'M-38 no scheme',
      'version: 1\nidentity:\n  - uri: docs/adrs/\n',
      '3:10: identity.0.uri: "docs/adrs/" has no scheme (write blue://docs/adrs/)',
    ],
    [
      'M-38 an unknown type',
      'version: 1\nidentity:\n  sources:\n    - uri: blue://docs/adrz/\n',
      '4:12: identity.sources.0.uri: There is nothing at "blue://docs/adrz/". (Did you mean blue://docs/adrs?',
    ],
    [
      'M-38 an unknown scope',
      'version: 1\nreference:\n  graph: blue://context/relevence\n',
      '3:10: reference.graph: There is nothing at "blue://context/relevence". (Did you mean blue://context/relevance?',
    ],
    [
      'M-38 an unknown entity',
      'version: 1\nworkflow:\n  - uri: blue://state/rfc\n',
      '3:10: workflow.0.uri: There is nothing at "blue://state/rfc". (Under blue://state/: current-rfc',
    ],
    [
      'M-X8 the early form',
      'version: 1\nworkflow:\n  - uri: blue://rfc/7\n',
      '3:10: workflow.0.uri: There is nothing at "blue://rfc/7". (Write blue://docs/rfcs/7)',
    ],
    [
      'T5 an address that climbs',
      'version: 1\nworkflow:\n  - uri: blue://docs/rfcs/../../x\n',
      '3:10: workflow.0.uri: "blue://docs/rfcs/../../x" climbs out of its place',
    ],
    [
      'a label of two lines',
      'version: 1\nidentity:\n  - uri: blue://docs/adrs/\n    label: "a\\nb"\n',
      '4:12: identity.0.label: must be one line without < and >',
    ],
    [
      'a label that closes the wrapper',
      'version: 1\nidentity:\n  sources:\n    - uri: blue://docs/adrs/\n      label: </blue-context>\n',
      '5:14: identity.sources.0.label: must be one line without < and >',
    ],
    [
      'M-X9 a plugin with a reserved name',
      'version: 1\nplugins:\n  - uri: blue://state/\n',
      '3:10: plugins.0.uri: "state" is reserved',
    ],
    [
      'M-26 a plugin of another scheme',
      'version: 1\nplugins:\n  - uri: jira://\n',
      '3:10: plugins.0.uri: expected blue://name/, not "jira://"',
    ],
    [
      'a plugin twice',
      'version: 1\nplugins:\n  - uri: blue://jira/\n  - uri: blue://jira\n',
      '4:10: plugins.1.uri: the plugin "jira" is declared twice',
    ],
    [
      'M-68 a pattern without linear time',
      'version: 1\nplugins:\n  - uri: blue://jira/\n    salience_triggers:\n      - commit_msg_pattern: "(?=a)"\n',
      '5:29: plugins.0.salience_triggers.0.commit_msg_pattern: ',
    ],
    [
      'T1 a plugin that brings its command',
      'version: 1\nplugins:\n  - uri: blue://jira/\n    command: ./evil\n',
      '4:5: plugins.0.command: unknown key "command"',
    ],
    ['a key named __proto__', 'version: 1\n__proto__:\n  a: 1\n', '2:1: __proto__: unknown key "__proto__"'],
    [
      'a key named __proto__ below',
      'version: 1\nidentity:\n  __proto__: 1\n',
      '3:3: identity.__proto__: unknown key "__proto__"',
    ],
    [
      'a tier named constructor',
      'version: 1\nconstructor: []\n',
      '2:1: constructor: unknown key "constructor"',
    ],
    ['an empty file', '', '1:1: expected a mapping'],
    ['only comments', '# version: 1\n', '1:1: expected a mapping'],
    ['two documents', 'version: 1\n---\nversion: 1\n', '2:1: not valid YAML (multiple docs)'],
    ['a tab', 'version: 1\nidentity:\n\tsources: []\n', '3:1: not valid YAML (tab as indent)'],
  ])('%s', (_, content, expected) => {
    const { code, message } = refused(content)
    expect(code).toBe('manifest-invalid')
    expect(message.startsWith(`${place}:${expected}`), message).toBe(true)
  })

  it.each<[string, string | Uint8Array, string]>([
    ['300 KB', `version: 1\nsource_commit: ${'x'.repeat(300_000)}\n`, 'a manifest has at most 262144'],
    ['what is no UTF-8', Uint8Array.from([0x76, 0xff]), 'is not UTF-8'],
    [
      'aliases that multiply',
      'version: 1\na: &a [x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c]\n',
      'Excessive alias count',
    ],
  ])('T13 %s is refused', (_, content, expected) => {
    expect(refused(content).message).toContain(expected)
    expect(({} as Record<string, unknown>).a).toBeUndefined()
  })

  it('a manifest with a version lies where it was published for, and nowhere else', () => {
    const root = mkdtempSync(join(tmpdir(), 'published-'))
    onTestFinished(() => rmSync(root, { recursive: true, force: true }))
    writeFileSync(join(root, 'm.yaml'), real)
    const options = {
      presets: join(home, 'presets'),
      hash: sha256,
      schemes: ['file'],
      published: { [place]: 'blue' },
    }
    expect(() => loadManifest(join(root, 'm.yaml'), options)).toThrow(`it belongs at ${place}`)
  })
})

describe('M-74 the JSON Schema of the published form', () => {
  const schema = JSON.parse(readFileSync(join(home, 'docs/reference/published.schema.json'), 'utf8'))
  const validate = new Ajv2020({ strict: false }).compile(schema)

  it.each([
    ['what the published program parses', real, true],
    ['a bare list', 'version: 1\nidentity:\n  - uri: blue://docs/adrs/\n', true],
    ['nothing but a version', 'version: 1\n', true],
    ['no version', 'identity: []\n', false],
    ['another version', 'version: 2\n', false],
    ['an unknown tier', 'version: 1\nidentiy: []\n', false],
    ['a source without an address', 'version: 1\nidentity: [{ label: x }]\n', false],
    ['a plugin with a command', 'version: 1\nplugins: [{ uri: "blue://x/", command: x }]\n', false],
  ])('says of %s what the program says', (_, content, valid) => {
    expect(validate(parse(content)), JSON.stringify(validate.errors)).toBe(valid)
    expect(valid ? load(content).manifest.name : refused(content).code).toBe(
      valid ? 'blue' : 'manifest-invalid',
    )
  })
})
