import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addHookEntries, type HookEntry, listHandlers, removeHookEntries } from './hook-entries.ts'
import { formatCommand, formatGuardedCommand, parseOwnCommand } from './own-command.ts'
import { parseSettings, SettingsFault } from './scan-json.ts'

const isOwn = (command: string) => parseOwnCommand(command) !== null
const own = (program = '/usr/bin/node', part = '') =>
  `${program} /opt/foreword/bin/foreword.cjs hook session-start --agent claude${part}`
const wanted: HookEntry[] = [
  {
    event: 'SessionStart',
    handlers: [
      { type: 'command', command: own(undefined, ' --part 1/2'), timeout: 20 },
      { type: 'command', command: own(undefined, ' --part 2/2'), timeout: 20 },
    ],
  },
  { event: 'SessionEnd', handlers: [{ type: 'command', command: own(), timeout: 10 }] },
]
const installed = (text: string | null) => addHookEntries(text, wanted, isOwn)
const removed = (text: string) => removeHookEntries(text, isOwn)

const space = fc.constantFrom(
  '',
  ' ',
  '\n',
  '\n  ',
  '\r\n\t',
  ' // note\n',
  ' /* a\n, b } */ ',
  '\r',
  '  \n\n',
)
const word = fc.constantFrom('a', 'model', 'hooks', 'SessionStart', 'Stop', '__proto__', 'é\\n"', 'command')
const leaf = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), word, fc.constant(1.5e30))

/** JSON as people write it: any white space, comments, trailing commas. */
function written(value: unknown): fc.Arbitrary<string> {
  if (typeof value !== 'object' || value === null) return fc.constant(JSON.stringify(value))
  const isList = Array.isArray(value)
  const items = isList
    ? value.map((item) => written(item))
    : Object.entries(value).map(([key, member]) =>
        fc
          .tuple(space, space, written(member))
          .map(([before, behind, text]) => `${JSON.stringify(key)}${before}:${behind}${text}`),
      )
  const [open, close] = isList ? '[]' : '{}'
  return fc
    .tuple(
      fc.tuple(...items),
      fc.array(space, { minLength: 2 * items.length + 2, maxLength: 2 * items.length + 2 }),
      fc.boolean(),
    )
    .map(([texts, spaces, trailing]) => {
      const inner = texts.map((text, i) => {
        const comma = i < texts.length - 1 || trailing ? ',' : ''
        return `${spaces[2 * i]}${text}${spaces[2 * i + 1]}${comma}`
      })
      return `${open}${inner.join('')}${spaces.at(-1)}${close}`
    })
}

const foreign = fc.record(
  {
    type: fc.constant('command'),
    command: fc.constantFrom('echo hi', '/x/foreword lint', 'rm -rf x; foreword hook a --agent b'),
  },
  { requiredKeys: ['type', 'command'] },
)
const group = (handler: fc.Arbitrary<object>) =>
  fc.record({ matcher: leaf, hooks: fc.array(handler, { maxLength: 3 }) }, { requiredKeys: ['hooks'] })
const settingsOf = (handler: fc.Arbitrary<object>) =>
  fc.record(
    {
      model: leaf,
      hooks: fc.dictionary(
        fc.constantFrom('SessionStart', 'SessionEnd', 'Stop', 'PreToolUse'),
        fc.array(group(handler), { maxLength: 3 }),
        { maxKeys: 4 },
      ),
      env: fc.dictionary(word, leaf, { maxKeys: 3 }),
    },
    { requiredKeys: [] },
  )
const around = fc.tuple(
  fc.constantFrom('', '\ufeff', '// top\n', ' \n'),
  fc.constantFrom('', '\n', '\r\n', ' // end', '\n\n'),
)
const textsOf = (handler: fc.Arbitrary<object>) =>
  settingsOf(handler).chain((data) =>
    fc.tuple(written(data), around).map(([text, [before, behind]]) => before + text + behind),
  )
const mine = fc.constantFrom(
  { type: 'command', command: own('/old/node') },
  { type: 'command', command: 'foreword hook prompt --agent claude' },
  wanted[1]!.handlers[0]!,
)

type Data = { hooks?: Record<string, { hooks: { command: string }[] }[]> }
/** Computes the expected data without any text. */
function expected(text: string): Data {
  const data = parseSettings(text) as Data
  const hooks = data.hooks ?? {}
  const all = [...new Set([...Object.keys(hooks), ...wanted.map((entry) => entry.event)])]
  const left = all.map((event) => {
    const groups = (hooks[event] ?? []).flatMap((group) => {
      const rest = group.hooks.filter(({ command }) => !isOwn(command))
      return rest.length === 0 && group.hooks.length > 0 ? [] : [{ ...group, hooks: rest }]
    })
    const ours = wanted.filter((entry) => entry.event === event).map(({ handlers }) => ({ hooks: handlers }))
    return [event, [...groups, ...ours]]
  })
  return { ...data, hooks: Object.fromEntries(left) }
}
/** Sorts groups and drops events without groups, because both may differ. */
function loose(data: Data): unknown {
  const events = Object.entries(data.hooks ?? {}).filter(([, groups]) => groups.length > 0)
  const sorted = events.map(([event, groups]) => [
    event,
    groups.map((group) => JSON.stringify(sortKeys(group))).sort(),
  ])
  return { ...data, hooks: Object.fromEntries(sorted) }
}
function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sortKeys)
  return Object.fromEntries(
    Object.entries(value)
      .sort()
      .map(([key, member]) => [key, sortKeys(member)]),
  )
}

/** Whether `part` is `whole` with pieces left out. */
function isPartOf(part: string, whole: string): boolean {
  let at = 0
  for (const character of whole) if (character === part[at]) at++
  return at >= part.length
}

describe('entries in settings', () => {
  it('T29 are taken out again without a trace: every byte is as it was', () => {
    fc.assert(
      fc.property(textsOf(foreign), (text) => {
        expect(removed(installed(text))).toBe(text)
      }),
      { numRuns: 400 },
    )
  })

  it('T29 are the only thing that changes', () => {
    fc.assert(
      fc.property(textsOf(foreign), (text) => {
        expect(loose(parseSettings(installed(text)) as Data)).toEqual(loose(expected(text)))
        expect(isPartOf(text, installed(text))).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  it('T29 replace older ones of ours, among whatever others', () => {
    fc.assert(
      fc.property(textsOf(fc.oneof(foreign, mine)), (text) => {
        const once = installed(text)
        expect(loose(parseSettings(once) as Data)).toEqual(loose(expected(text)))
        expect(installed(once)).toBe(once)
        const commands = listHandlers(removed(once) ?? '').map((handler) => handler.command)
        expect(commands.filter(isOwn)).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    ['nothing', null],
    ['an empty file', ''],
    ['white space', ' \r\n'],
    ['a byte order mark', '\ufeff'],
    ['an empty object', '{}\n'],
    ['an open object', '{\n}\n'],
    ['empty hooks', '{"hooks": {}}'],
    ['an empty event', '{\n  "hooks": {\n    "SessionStart": []\n  }\n}\n'],
  ])('T29 come and go: %s', (_, text) => {
    const once = installed(text)
    expect(parseSettings(once)).toEqual({
      hooks: Object.fromEntries(wanted.map(({ event, handlers }) => [event, [{ hooks: handlers }]])),
    })
    expect(installed(once)).toBe(once)
    expect(removed(once)).toBe(text)
  })

  it('T29 are laid out as the rest of the file is', () => {
    const small: HookEntry[] = [{ event: 'Stop', handlers: [{ command: own() }] }]
    const line = JSON.stringify(own())
    expect(addHookEntries('{\r\n\t"model": "x", // mine\r\n}\r\n', small, isOwn)).toBe(
      `{\r\n\t"model": "x", // mine\r\n\t"hooks": {\r\n\t\t"Stop": [\r\n\t\t\t{\r\n\t\t\t\t"hooks": [\r\n\t\t\t\t\t{\r\n\t\t\t\t\t\t"command": ${line}\r\n\t\t\t\t\t}\r\n\t\t\t\t]\r\n\t\t\t}\r\n\t\t]\r\n\t},\r\n}\r\n`,
    )
    expect(addHookEntries('{"a": 1}', small, isOwn)).toBe(
      `{"a": 1, "hooks": { "Stop": [ { "hooks": [ { "command": ${line} } ] } ] }}`,
    )
  })

  it('T29 leave a handler of another program alone that shares a group with ours', () => {
    const text = `{"hooks":{"Stop":[{"matcher":"x","hooks":[{"command":"a"}, {"command":${JSON.stringify(own())}}, {"command":"b"}]}]}}`
    expect(removed(text)).toBe(
      '{"hooks":{"Stop":[{"matcher":"x","hooks":[{"command":"a"}, {"command":"b"}]}]}}',
    )
  })
})

describe('an invalid settings file', () => {
  it.each([
    ['{"a": 1,\n  "b" 2}', 2, 7, 'expected ":"'],
    ['{"a": 1 "b": 2}', 1, 9, 'expected "," or "}"'],
    ['{', 1, 2, 'the text ends'],
    ['// only a comment', 1, 18, 'expected a value, and the text ends'],
    ['{"a": tru}', 1, 7, 'expected a value'],
    ['{"é": "\\q"}', 1, 7, 'does not allow'],
    ['{"a": "x\n"}', 1, 7, 'does not end'],
    ['{} {}', 1, 4, 'nothing more'],
    ['{a: 1}', 1, 2, 'a key in double quotes'],
    ['{/* ', 1, 2, 'a comment does not end'],
    ['[]', 1, 1, 'expected an object'],
    ['\ufeff{"hooks": []}', 1, 11, 'an object under "hooks"'],
    ['{"hooks": {\r\n"SessionStart": {}}}', 2, 17, 'a list under "SessionStart"'],
    [`${'['.repeat(500)}`, 1, 202, 'nested too deeply'],
  ])('T29 is refused with its place: %s', (text, line, column, words) => {
    const attempt = () => installed(text)
    expect(attempt).toThrow(SettingsFault)
    expect(attempt).toThrow(
      expect.objectContaining({ line, column, message: expect.stringContaining(words) }),
    )
  })

  it('T29 says what JSON.parse says, where that accepts the text', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.stringify(parseSettings(text))).toBe(JSON.stringify(JSON.parse(text)))
      }),
    )
  })
})

describe('commands of ours', () => {
  it('T29 are read back as they were written', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1, unit: 'binary' }), { maxLength: 2 }), (words) => {
        const usable = words.filter((word) => word !== 'hook' && !/[\s]$|^[\s]/.test(word))
        const program = [...usable, '/opt/a "b" $c/foreword.cjs']
        const all = [...program, 'hook', 'prompt', '--agent', 'codex', '--part', '1/3']
        for (const command of [formatCommand(all), formatGuardedCommand(all)]) {
          expect(parseOwnCommand(command)).toEqual({
            program,
            event: 'prompt',
            agent: 'codex',
            rest: ['--part', '1/3'],
          })
        }
      }),
    )
  })

  it.each([
    'rm -rf ~; /x/foreword hook session-start --agent claude',
    '/x/foreword hook session-start --agent claude; rm -rf ~',
    '/x/foreword hook session-start --agent claude | sh',
    '/x/foreword hook session-start --agent $(whoami)',
    '"$(id)/foreword" hook session-start --agent claude',
    '/x/foreword hook session-start --agent claude\nrm -rf ~',
    '/x/other hook session-start --agent claude',
    '[ -x /y/foreword ] || exit 0; exec /x/foreword hook prompt --agent gemini',
    '[ -x /x/foreword ] || rm -rf ~; exec /x/foreword hook prompt --agent gemini',
    '[ -x "$(id)" ] || exit 0; exec "$(id)" /x/foreword hook prompt --agent gemini',
    '[ -x /x/foreword ] || exit 0; exec /x/foreword hook prompt --agent gemini; rm -rf ~',
    'echo foreword',
    '',
  ])('T29 are nothing else: %s', (command) => {
    expect(parseOwnCommand(command)).toBeNull()
  })
})
