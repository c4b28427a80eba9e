import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JournalRule } from '../../manifest/index.ts'
import { compareTasks } from './compare-tasks.ts'
import { findFailures } from './find-failures.ts'
import { formatJournal, isJournalPath, makeJournalPath, matchDayJournals } from './format-journal.ts'
import { findNextSteps } from './next-steps.ts'
import { hasReportableFacts, mapFactTexts, type SessionFacts } from './session-facts.ts'

const rule: JournalRule = { when: 'session-end', file: 'session-journals/{date}-{n}-{slug}.md' }
const bare: SessionFacts = {
  date: '2026-01-03',
  time: '18:30',
  session: null,
  agent: null,
  model: null,
  commits: [],
  changed: [],
  tasks: { done: [], open: [] },
  todos: [],
  failures: [],
  message: null,
}
const full: SessionFacts = {
  ...bare,
  session: 's-1',
  agent: 'claude',
  model: 'm',
  commits: [
    { hash: '0123456789abcdef', subject: 'Add the cart' },
    { hash: 'fedcba9876543210', subject: 'Test the cart' },
  ],
  changed: [
    { path: 'src/cart.ts', committed: true, old: false },
    { path: 'notes.md', committed: false, old: false },
  ],
  tasks: { done: ['Write the cart'], open: ['Write the checkout'] },
  todos: ['Take vouchers', 'Write the checkout'],
  failures: [{ what: 'npm test', why: 'exit code 1' }],
  message: 'Done.\n\n## Next steps\n\n- Add the checkout\n- Ask for a review\n',
}

describe('a journal', () => {
  it('says what was done, changed, left open, and what comes next', () => {
    expect(formatJournal(rule, full)).toBe(`Last Session: 2026-01-03
Session: s-1
Agent: claude
Model: m
Status: In Progress

Accomplishments:
- Add the cart (0123456789)
- Test the cart (fedcba9876)
- Write the cart

Changed Files:
- src/cart.ts
- notes.md (not committed)

Open Tasks:
- Write the checkout
- Take vouchers

Failures:
- npm test: exit code 1

Next Action:
- Add the checkout
- Ask for a review
`)
  })

  it('leaves out lines and paragraphs that have nothing to say', () => {
    expect(formatJournal(rule, { ...bare, message: 'Next step: go on' })).toBe(
      'Last Session: 2026-01-03\nStatus: Complete\n\nAccomplishments:\n- Nothing was committed\n\nNext Action: go on\n',
    )
  })

  it('has the form that the manifest gives it', () => {
    const template =
      '# Session of {date} {time}\n\nMade by {agent} ({model})\n\n{commits}\n\n## Open\n{open}\n\nThe end.'
    expect(formatJournal({ ...rule, template }, { ...full, tasks: bare.tasks, todos: [] })).toBe(
      '# Session of 2026-01-03 18:30\n\nMade by claude (m)\n\n- Add the cart (0123456789)\n- Test the cart (fedcba9876)\n\nThe end.\n',
    )
  })

  it('is in progress while something is open or not committed', () => {
    const status = (facts: Partial<SessionFacts>) =>
      /Status: (.*)/.exec(formatJournal(rule, { ...bare, ...facts }))?.[1]
    expect(status({ commits: full.commits })).toBe('Complete')
    expect(status({ changed: full.changed })).toBe('In Progress')
    expect(status({ tasks: full.tasks })).toBe('In Progress')
    expect(status({ todos: full.todos })).toBe('In Progress')
  })

  it('names the first open task if the session names no next step', () => {
    expect(formatJournal(rule, { ...bare, tasks: full.tasks })).toContain(
      '\nNext Action: Write the checkout\n',
    )
    expect(formatJournal(rule, { ...bare, todos: full.todos })).toContain('\nNext Action: Take vouchers\n')
    expect(formatJournal(rule, bare)).toContain('\nNext Action: None was named\n')
  })

  it('stays short, and says how much it does not say', () => {
    const commits = Array.from({ length: 200 }, (_, i) => ({ hash: 'a', subject: `${i} ${'x'.repeat(999)}` }))
    const text = formatJournal(rule, { ...bare, commits })
    expect(text).toContain('- … and 160 more\n')
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(302)
  })

  it('says why something failed, however long the command was', () => {
    const failures = [{ what: 'x'.repeat(3_000), why: 'exit code 3' }]
    expect(formatJournal(rule, { ...bare, failures })).toMatch(/\n- x{199}…: exit code 3\n/)
  })

  it('is the same for the same facts, and no text of a stranger makes up a line of it', () => {
    const words = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(fc.array(words), words, (texts, message) => {
        const failures = texts.map((what) => ({ what, why: message }))
        const facts = { ...bare, message, failures, todos: texts, tasks: { done: texts, open: texts } }
        const text = formatJournal(rule, facts)
        expect(formatJournal(rule, structuredClone(facts))).toBe(text)
        const own = /^(Last Session: |Status: |Accomplishments:$|Open Tasks:$|Failures:$|Next Action:|- |$)/
        for (const line of text.split(/[\n\r\u2028\u2029]/)) expect(line).toMatch(own)
      }),
    )
  })

  it('goes through a redactor with every text of a stranger', () => {
    const seen: string[] = []
    mapFactTexts(full, (text) => {
      seen.push(text)
      return text
    })
    const strangers = [
      ...['s-1', 'claude', 'm', 'Add the cart', 'Test the cart', 'src/cart.ts', 'notes.md'],
      ...['Write the cart', 'Write the checkout', 'Write the checkout', 'Take vouchers'],
      ...['npm test', 'exit code 1', full.message],
    ]
    expect(seen.sort()).toEqual(strangers.sort())
  })

  it('is not worth writing about a session in which nothing happened', () => {
    expect(hasReportableFacts({ ...bare, message: 'Hello!\n', tasks: { done: [], open: ['x'] } })).toBe(false)
    for (const key of ['commits', 'changed', 'todos', 'failures', 'message'] as const)
      expect(hasReportableFacts({ ...bare, [key]: full[key] })).toBe(true)
    const before = full.changed.map((file) => ({ ...file, committed: false, old: true }))
    expect(hasReportableFacts({ ...bare, changed: before })).toBe(false)
  })
})

describe('a failure of a session', () => {
  const call = (tool: string, subject: string | null, failure: string | null) => ({ tool, subject, failure })
  const lines = (...calls: ReturnType<typeof call>[]) =>
    findFailures(calls, '/home/dev/shop').map(({ what, why }) => `${what}: ${why}`)

  it('is a command, or a tool with what it was given', () => {
    expect(
      lines(
        call('Bash', 'npm test', 'exit code 1'),
        call('Read', 'a.md', 'no such file'),
        call('Fetch', null, 'no'),
      ),
    ).toEqual(['npm test: exit code 1', 'Read a.md: no such file', 'Fetch: no'])
  })

  it('is not what was done again and went well, and once what was not', () => {
    const failed = call('Bash', 'npm test', 'exit code 1')
    expect(lines(failed, call('Bash', 'npm test', null))).toEqual([])
    expect(lines(call('Bash', 'npm test', null), failed, failed)).toEqual(['npm test: exit code 1'])
    expect(lines(failed, call('Bash', 'npm run test', null))).toHaveLength(1)
  })

  it('has paths from the root of the project', () => {
    const why = 'no such file in /home/dev/shop, nor in /home/dev/shop/src'
    expect(lines(call('Read', '/home/dev/shop/src/a.ts', why))).toEqual([
      'Read src/a.ts: no such file in ., nor in src',
    ])
  })

  it('is told of the last hundred, and never cut before it was redacted', () => {
    const many = Array.from({ length: 150 }, (_, i) => call('Bash', `step ${i}`, 'exit code 1'))
    expect(lines(...many)).toHaveLength(100)
    expect(lines(...many).at(-1)).toBe('step 149: exit code 1')
    expect(lines(call('Bash', 'x'.repeat(5_000), 'y'.repeat(5_000)))).toEqual(['Bash: it failed'])
  })
})

describe('the name of a journal', () => {
  it('has the day, the number and the last commit', () => {
    expect(makeJournalPath(rule, full, 2)).toBe('session-journals/2026-01-03-002-test-the-cart.md')
    expect(makeJournalPath(rule, bare, 1)).toBe('session-journals/2026-01-03-001-session.md')
  })

  it('stays where it is whatever the commit says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (subject) => {
        const path = makeJournalPath(rule, { ...bare, commits: [{ hash: '', subject }] }, 1)
        expect(path).toMatch(/^session-journals\/2026-01-03-001-[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.md$/)
      }),
    )
  })

  it('is known again, with its number', () => {
    const { glob, parseNumber: numberIn } = matchDayJournals(rule, '2026-01-03')
    expect(glob).toBe('session-journals/2026-01-03-*-*.md')
    expect(
      ['2026-01-03-012-x-1.md', '2026-01-04-003-x.md', 'x.md'].map((name) =>
        numberIn(`session-journals/${name}`),
      ),
    ).toEqual([12, 0, 0])
    expect(isJournalPath(rule, 'session-journals/2020-05-06-007-x.md')).toBe(true)
    expect(isJournalPath(rule, 'session-journals/README.md')).toBe(false)
  })
})

describe('tasks of a plan', () => {
  it('are done when they were ticked since, and open as long as they are not', () => {
    const before = '- [x] one\n- [ ] two\n'
    const after = '- [x] one\n- [X] two\n  1. [ ] three\n```\n- [ ] in a fence\n```\n* [ ] four\n'
    expect(compareTasks(before, after)).toEqual({ done: ['two'], open: ['three', 'four'] })
    expect(compareTasks(null, after).done).toEqual(['one', 'two'])
    expect(compareTasks(after, 'no boxes')).toEqual({ done: [], open: [] })
  })
})

describe('next steps', () => {
  it.each([
    ['Next steps:\n- a\n- b', ['a', 'b']],
    ['**Next Steps**\n\n1. a\n2. b\n   more of b\n\nBye', ['a', 'b']],
    ['## Remaining work\n\nWrite the docs\nand tests.\n\nBye', ['Write the docs and tests.']],
    ['Next action: **ship** it', ['**ship** it']],
    ["What's next:\n- [ ] a", ['a']],
    ['Next steps:\n- old\n\nLater.\n\nNext steps:\n- new', ['new']],
    ['The next steps are clear.', []],
    ['Next steps\n\n## Something else\n- a', []],
    ['All done.', []],
  ])('are read from %j', (message, steps) => {
    expect(findNextSteps(message)).toEqual(steps)
  })
})
