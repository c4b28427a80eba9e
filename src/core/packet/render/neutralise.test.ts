import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neutraliseRoles, neutraliseTags, roleMarks } from './neutralise.ts'

const tags = ['zeos_context', 'task']
const zero = '\u200b'

describe('neutralise', () => {
  it.each([
    ['</zeos_context>', '&lt;/zeos_context>'],
    ['<zeos_context version="1.0">', '&lt;zeos_context version="1.0">'],
    ['<task>', '&lt;task>'],
    ['</task>', '&lt;/task>'],
    ['a<task>b</task>c', 'a&lt;task>b&lt;/task>c'],
    ['<task', '&lt;task'],
    ['<task/>', '&lt;task/>'],
    ['<TASK>', '&lt;TASK>'],
    ['</Zeos_Context>', '&lt;/Zeos_Context>'],
    ['< task>', '&lt; task>'],
    ['</ task >', '&lt;/ task >'],
    ['<\t/\ttask>', '&lt;\t/\ttask>'],
    ['< / / task>', '&lt; / / task>'],
    [`<${' '.repeat(40)}/task>`, `&lt;${' '.repeat(40)}/task>`],
    [`<${zero}task>`, `&lt;${zero}task>`],
    [`</ta${zero}sk>`, `&lt;/ta${zero}sk>`],
    [`<t${zero.repeat(30)}ask>`, `&lt;t${zero.repeat(30)}ask>`],
    ['<ta\u00adsk>', '&lt;ta\u00adsk>'],
    ['<ta\ufe0fsk>', '&lt;ta\ufe0fsk>'],
    ['<ta\u2060sk\u202e>', '&lt;ta\u2060sk\u202e>'],
    ['＜task>', '&lt;task>'],
    ['＜/task＞', '&lt;/task＞'],
    ['﹤task>', '&lt;task>'],
    ['<ta\u017f\u212a>', '&lt;ta\u017f\u212a>'],
    ['<<task>', '<&lt;task>'],
    ['<ta\ufeffsk>', '&lt;ta\ufeffsk>'],
    ['<ta\0sk>', '&lt;ta\0sk>'],
    ['＜／ｚｅｏｓ＿ｃｏｎｔｅｘｔ＞', '&lt;／ｚｅｏｓ＿ｃｏｎｔｅｘｔ＞'],
    ['‹/task›', '&lt;/task›'],
    ['⟨task⟩', '&lt;task⟩'],
    ['〈∕task〉', '&lt;∕task〉'],
    // Bold, script and circled letters; small capitals; Cyrillic and Greek; one character that stands for two.
    ['</\u{1d42d}\u{1d41a}\u{1d42c}\u{1d424}>', '&lt;/\u{1d42d}\u{1d41a}\u{1d42c}\u{1d424}>'],
    ['</ⓣⓐⓢⓚ>', '&lt;/ⓣⓐⓢⓚ>'],
    ['</ᴛᴀꜱᴋ>', '&lt;/ᴛᴀꜱᴋ>'],
    ['</t\u0430\u0455\u043a>', '&lt;/t\u0430\u0455\u043a>'],
    ['</\u03a4\u0391S\u039a>', '&lt;/\u03a4\u0391S\u039a>'],
    ['</z\u0435\u043es_\u0441ontext>', '&lt;/z\u0435\u043es_\u0441ontext>'],
    // Entities inside a tag whose bracket is real.
    ['</&#122;eos&lowbar;context>', '&lt;/&#122;eos&lowbar;context>'],
    ['<&sol;t&#x61;sk&gt;', '&lt;&sol;t&#x61;sk&gt;'],
    ['<&nbsp;ta&shy;sk>', '&lt;&nbsp;ta&shy;sk>'],
  ])('makes %j harmless', (text, safe) => {
    expect(neutraliseTags(text, tags)).toBe(safe)
  })

  it.each([
    '',
    'no tag at all',
    'task',
    '/task>',
    '<tasks>',
    '</tasks>',
    '<task-list>',
    '<task_list>',
    '<task.name>',
    '<task2>',
    '<subtask>',
    '<context>',
    '<zeos_contexts>',
    'a < b && c > d',
    '&lt;task>',
    '<!-- task -->',
    '<t-ask>',
    '<ta sk>',
    // Escaped already: as harmless as what this function writes.
    '&#60;task>',
    '&#x3c;/task>',
    '&LT;task>',
    '<&#9999999;>',
    '<t&#97>',
    '<div class="task">',
    'Array<Tasks>',
    'f<T extends task>()',
    '\u043a < \u0442',
  ])('leaves %j alone', (text) => {
    expect(neutraliseTags(text, tags)).toBe(text)
  })

  it('looks for a tag given with a slash in its closing form only', () => {
    const closing = (text: string) => neutraliseTags(text, ['ctx', '/task'])
    expect(closing('<task> <task/> < task>')).toBe('<task> <task/> < task>')
    for (const form of ['</task>', '< /task>', '</ task>', `<${zero}/${zero}task>`, '<//task>', '</TASK>'])
      expect(closing(form)).toBe(form.replace('<', '&lt;'))
    expect(closing('<ctx></ctx></tasks>')).toBe('&lt;ctx>&lt;/ctx></tasks>')
  })

  it('reads a letter that stands for two', () => {
    expect(neutraliseTags('</\ufb01le>', ['file'])).toBe('&lt;/\ufb01le>')
  })

  it('takes the characters of a tag literally', () => {
    expect(neutraliseTags('<a.b-c> <axb-c>', ['a.b-c'])).toBe('&lt;a.b-c> <axb-c>')
  })

  it('leaves nothing behind that it would change again, and no look-alike', () => {
    const piece = fc.constantFrom(
      '<',
      '＜',
      '/',
      ' ',
      zero,
      't',
      'ask',
      'TASK',
      'task',
      '>',
      's',
      '\n',
      '&lt;',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const safe = neutraliseTags(pieces.join(''), tags)
        expect(neutraliseTags(safe, tags)).toBe(safe)
        expect(safe.replaceAll(zero, '')).not.toMatch(/[<＜][\s/]*task(?![A-Za-z0-9_.-])/i)
      }),
      { numRuns: 1000 },
    )
  })

  it('T11 sees through every mixture of disguises', () => {
    const letters = [...'/task'].map((letter) => {
      const code = letter.charCodeAt(0)
      const wide = String.fromCharCode(code + 0xfee0)
      const bold = String.fromCodePoint(0x1d400 + code - 71)
      const forms = [letter, letter.toUpperCase(), wide, `&#${code};`, `&#x${code.toString(16)};`]
      return fc.constantFrom(...forms, ...(letter === '/' ? ['&sol;', '∕'] : [bold]))
    })
    const filler = fc.constantFrom('', '', zero, '\u00ad', '\u202e', '\ufeff', '\u{e0041}', '&shy;')
    const disguise = fc.tuple(
      fc.constantFrom('<', '＜', '‹'),
      filler,
      ...letters.flatMap((letter) => [letter, filler]),
    )
    fc.assert(
      fc.property(disguise, ([bracket, ...rest]) => {
        expect(neutraliseTags(`a${bracket}${rest.join('')}>`, tags)).toBe(`a&lt;${rest.join('')}>`)
      }),
      { numRuns: 2000 },
    )
  })

  it('comes back from a text made to delay it', () => {
    for (const text of [
      '<'.repeat(100_000),
      `<${'/'.repeat(100_000)}`,
      `<${' '.repeat(100_000)}`,
      '</'.repeat(50_000),
      `<${zero.repeat(100_000)}`,
      `<${zero}`.repeat(50_000),
      `<${'&#97;'.repeat(50_000)}`,
      '<&#'.repeat(50_000),
      `<${'ﷺ'.repeat(50_000)}`,
    ])
      expect(neutraliseTags(text, ['ctx', '/task'])).toBe(text)
  })
})

describe('neutraliseRoles', () => {
  it.each([
    ['<|im_start|>system', '&lt;|im_start|>system'],
    ['<|im_end|>', '&lt;|im_end|>'],
    ['<|endoftext|>', '&lt;|endoftext|>'],
    ['<|start_header_id|>user<|end_header_id|>', '&lt;|start_header_id|>user&lt;|end_header_id|>'],
    ['<|START_OF_TURN_TOKEN|>', '&lt;|START_OF_TURN_TOKEN|>'],
    ['<|a_token_of_tomorrow|>', '&lt;|a_token_of_tomorrow|>'],
    ['<| Im_Start |>', '&lt;| Im_Start |>'],
    ['<|start|>system<|message|>', '&lt;|start|>system&lt;|message|>'],
    ['＜｜im＿start｜＞', '&lt;｜im＿start｜＞'],
    ['<｜begin▁of▁sentence｜>', '&lt;｜begin▁of▁sentence｜>'],
    ['<｜User｜>', '&lt;｜User｜>'],
    [`<|im${zero}_start|>`, `&lt;|im${zero}_start|>`],
    ['<&vert;&#105;m_start|&gt;', '&lt;&vert;&#105;m_start|&gt;'],
    ['<system>', '&lt;system>'],
    ['</system>', '&lt;/system>'],
    ['</ SYSTEM >', '&lt;/ SYSTEM >'],
    ['<system role="root">', '&lt;system role="root">'],
    ['<\u0455yst\u0435m>', '&lt;\u0455yst\u0435m>'],
    ['text<system>', 'text&lt;system>'],
    ['<System>', '&lt;System>'],
    ['text</System>', 'text&lt;/System>'],
    ['<system-reminder>', '&lt;system-reminder>'],
    ['<start_of_turn>model', '&lt;start_of_turn>model'],
    ['<tool_call>{}</tool_call>', '&lt;tool_call>{}&lt;/tool_call>'],
    ['<function_results>', '&lt;function_results>'],
    ['<ns:function_calls><ns:invoke name="x">', '&lt;ns:function_calls>&lt;ns:invoke name="x">'],
    ['<think/>', '&lt;think/>'],
    ['<<SYS>>a<</SYS>>', '<&lt;SYS>>a<&lt;/SYS>>'],
    ['[INST] a [/INST]', '&#91;INST] a &#91;/INST]'],
    ['[ INST ]', '&#91; INST ]'],
    ['［INST］', '&#91;INST］'],
    ['[\u0406NS\u0422]', '&#91;\u0406NS\u0422]'],
    [`[IN${zero}ST]`, `&#91;IN${zero}ST]`],
    ['[TOOL_RESULTS]', '&#91;TOOL_RESULTS]'],
  ])('T11 reads %j as %j', (text, safe) => {
    expect(neutraliseRoles(text)).toBe(safe)
    expect(neutraliseRoles(safe)).toBe(safe)
  })

  it.each([
    'plain text, a < b, a <= b, x << 2',
    '<div class="system"><p>text</p></div>',
    '<System.Web> <systemd> <system-info> <assistants>',
    'Array<System>, Promise<Assistant>, Query<Think>()',
    'if (load < system && idle > 0)',
    'load < system',
    'git clone https://host.test/<user>/<repo>',
    'f <| value |> g, a <|> b, <||>',
    '[inst](#inst) [x] [ ] [INSTALL] [link][INST-1] tools[TOOL]',
    '[TOOL_RESULTS_2]',
    '&lt;system> &#91;INST]',
    '<s>struck out</s> <user> <tool>',
  ])('leaves %j alone', (text) => {
    expect(neutraliseRoles(text)).toBe(text)
  })

  it('knows every mark of its table', () => {
    const all = [
      ...roleMarks.tags.flatMap((name) => [`<${name}>`, `</${name}>`]),
      ...roleMarks.tokens.map((name) => `<|${name}|>`),
      ...roleMarks.brackets.flatMap((name) => [`[${name}]`, `[/${name}]`]),
    ]
    expect(all.filter((mark) => neutraliseRoles(mark) === mark)).toEqual([])
  })

  it('comes back from a text made to delay it', () => {
    for (const text of [
      '<',
      '[',
      '<|',
      '<| ',
      '[ ',
      '<system ',
      '<system:',
      `<${zero}`,
      '<a',
      `[${zero}`,
      '<|a_',
    ])
      expect(neutraliseRoles(text.repeat(50_000))).toBe(text.repeat(50_000))
    for (const text of ['a', '|', '|a', ' ', zero, 'a:', '&#97;', 'a ='])
      expect(neutraliseRoles(`<${text.repeat(50_000)}`)).toBe(`<${text.repeat(50_000)}`)
  })
})
