import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OutputForm } from './agent-answer.ts'
import { measurePatch } from './patch-size.ts'
import { readOutput, resolveRunStatus } from './read-output.ts'
import { samples } from './samples.fixture.ts'

const forms: OutputForm[] = ['claude-json', 'codex-jsonl', 'gemini-json', 'opencode-jsonl', 'text']

describe('the output of a real program', () => {
  it.each(samples)('is understood: $title', ({ form, printed, says }) => {
    expect(readOutput(form, { out: '', errors: '', ...printed })).toMatchObject(says)
  })
})

describe('an output that is not in its form', () => {
  it.each(forms)('is the message as it is: %s', (form) => {
    expect(readOutput(form, { out: ' Hello\nthere \n', errors: '' })).toMatchObject({
      verdict: 'unknown',
      message: 'Hello\nthere',
    })
  })

  it.each(forms.slice(0, 4))('says so: %s', (form) => {
    expect(readOutput(form, { out: 'x', errors: '' }).notes).toEqual([expect.stringContaining(`not ${form}`)])
    expect(readOutput(form, { out: '', errors: 'x' }).notes).toEqual(['it printed no result'])
  })

  it('gives way to the last words in a file of their own', () => {
    expect(readOutput('codex-jsonl', { out: 'junk', errors: '', last: 'Done' }).message).toBe('Done')
  })

  it('never throws, whatever is printed, also where it looks right from afar', () => {
    const key = fc.constantFrom(
      'type',
      'item',
      'result',
      'usage',
      'session_id',
      'response',
      'stats',
      'part',
      'sessionID',
      'modelUsage',
      'error',
    )
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('result', 'item.completed', 'turn.completed', 'error', 'step_finish', 'text'),
    )
    const line = fc.oneof(
      fc.string(),
      fc.dictionary(key, value).map((document) => JSON.stringify(document)),
    )
    fc.assert(
      fc.property(fc.constantFrom(...forms), fc.array(line), fc.array(line), (form, out, errors) => {
        const answer = readOutput(form, { out: out.join('\n'), errors: errors.join('\n') })
        expect(typeof answer.message).toBe('string')
        for (const count of Object.values(answer.usage ?? {})) expect(count === null || count >= 0).toBe(true)
      }),
    )
  })
})

describe('text', () => {
  it.each([
    ['Looking around\n\nReading a.ts\n\n  Done:\r\n  all tests pass\n \n', 'Done:\n  all tests pass'],
    ['one\ntwo', 'one\ntwo'],
    ['\n \n', ''],
    ['', ''],
  ])('has its last words in its last paragraph: %j', (out, message) => {
    expect(readOutput('text', { out, errors: '' }).message).toBe(message)
  })
})

describe('how a run ended', () => {
  it.each([
    ['success', 'done', 'success'],
    ['success', 'unknown', 'success'],
    ['success', 'failed', 'failed'],
    ['success', 'blocked', 'failed'],
    ['failed', 'done', 'failed'],
    ['timeout', 'blocked', 'timeout'],
  ] as const)('with %s and an agent that says %s is %s', (status, verdict, ended) => {
    expect(resolveRunStatus({ status }, { verdict })).toBe(ended)
  })

  it('is interrupted, whatever the agent says, if foreword was told to end', () => {
    expect(resolveRunStatus({ status: 'failed', interrupted: true }, { verdict: 'done' })).toBe('interrupted')
  })
})

describe('the size of a patch', () => {
  it('counts files and lines, also lines that look like headers', () => {
    const patch = [
      'diff --git a/a b/a',
      '--- a/a',
      '+++ b/a',
      '@@ -1,3 +1,3 @@ diff --git',
      ' diff --git a/x b/x',
      '--- a/kept as text',
      '+++ b/kept as text',
      ' end',
      '\\ No newline at end of file',
      'diff --git a/new b/new',
      'new file mode 100644',
      '--- /dev/null',
      '+++ b/new',
      '@@ -0,0 +1 @@',
      '+one',
      'diff --git a/picture b/picture',
      'Binary files a/picture and b/picture differ',
      '',
    ].join('\n')
    expect(measurePatch(patch)).toEqual({ files: 3, added: 2, removed: 1 })
  })

  it('counts a file that is only named', () => {
    expect(measurePatch('# untracked, too large or not readable as a file: "huge"\n')).toEqual({
      files: 1,
      added: 0,
      removed: 0,
    })
    expect(measurePatch('')).toEqual({ files: 0, added: 0, removed: 0 })
  })
})
