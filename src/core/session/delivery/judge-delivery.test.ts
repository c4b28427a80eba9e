import { describe, expect, it } from 'vitest'
import { earlier, later, linesOf, receivedOf, sentOf } from './delivery.fixture.ts'
import { judgeDelivery, type ReceivedTranscript, type SentPacket } from './judge-delivery.ts'

const sent = sentOf({
  TASK: linesOf('task', 6),
  ROADMAP: linesOf('plan <b>', 30),
  RULES: linesOf('rule', 8),
})
const { packet } = sent
const starts = Object.fromEntries(sent.sections.map(({ id, bytes }) => [id, bytes![0]]))

/** A character in the middle of a section. */
const within = (id: string, chars = 200) => starts[id]! + chars

function states(received: ReceivedTranscript, what: SentPacket = sent): Record<string, string> {
  return Object.fromEntries(judgeDelivery(what, received).sections.map(({ id, state }) => [id, state]))
}

const all = (state: string) => ({ TASK: state, ROADMAP: state, RULES: state })

describe('a packet that arrived whole', () => {
  const wrappers: Record<string, (text: string) => string> = {
    'by itself': (text) => text,
    'in a reminder': (text) =>
      `<system-reminder>\nSessionStart hook additional context: ${text}\n</system-reminder>`,
    'in front of a prompt': (text) => `<hook_context>${text}</hook_context>\n\nsay hi`,
    'with every bracket escaped': (text) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    'with some tags escaped': (text) => text.replaceAll('<b>', '&lt;b>'),
    'with other ends of lines': (text) => text.replaceAll('\n', '\r\n'),
    'with its blanks trimmed': (text) => text.trim().replaceAll(/ +/g, ' '),
  }
  for (const [name, wrap] of Object.entries(wrappers)) {
    it(`is delivered ${name}`, () => {
      const delivery = judgeDelivery(sent, receivedOf([wrap(packet)]))
      expect(delivery.sections).toEqual(
        sent.sections.map(({ id, bytes }) => ({ id, state: 'delivered', bytes })),
      )
    })
  }

  it('is delivered over several values', () => {
    const cut = packet.indexOf('\n', within('ROADMAP'))
    const values = [packet.slice(0, cut), packet.slice(cut)]
    expect(states(receivedOf(values), { ...sent, values })).toEqual(all('delivered'))
  })

  it('is delivered over several outputs that were not announced, if each ends with a section', () => {
    const cut = packet.indexOf('\n## RULES')
    expect(states(receivedOf([packet.slice(0, cut), packet.slice(cut)]))).toEqual(all('delivered'))
  })

  it('counts a section of which no byte has a known place', () => {
    const computed = { ...sent, sections: [{ id: 'DATE', bytes: null }] }
    expect(states(receivedOf([packet]), computed)).toEqual({ DATE: 'delivered' })
    expect(states(receivedOf([packet.slice(0, -300)]), computed)).toEqual({ DATE: 'unknown' })
    expect(states(receivedOf(['another hook']), computed)).toEqual({ DATE: 'dropped' })
  })
})

describe('a packet that was cut', () => {
  it('is truncated where the preview ends, and dropped after it', () => {
    const at = within('ROADMAP')
    const preview = `<persisted-output>\nOutput too large (13.7KB). Full output saved to: /home/dev/hook.txt\n\nPreview (first 2KB):\n${packet.slice(0, at)}\n...\n</persisted-output>`
    const delivery = judgeDelivery(sent, receivedOf([preview], { beyond: 'head' }))
    expect(delivery.sections).toEqual([
      { id: 'TASK', state: 'delivered', bytes: sent.sections[0]!.bytes },
      { id: 'ROADMAP', state: 'truncated', bytes: [starts.ROADMAP, at] },
      { id: 'RULES', state: 'dropped' },
    ])
  })

  it('has its head and its tail where the agent keeps both', () => {
    const head = packet.slice(0, within('ROADMAP', 100))
    const tail = packet.slice(within('ROADMAP', 701))
    const text = `Warning: truncated output (original token count: 3516)\nTotal output lines: 313\n\n${head}…131 tokens truncated…${tail}\n\nFull hook output saved to: /home/dev/x.txt`
    const [task, roadmap, rules] = judgeDelivery(sent, receivedOf([text])).sections
    expect([task?.state, roadmap?.state, rules?.state]).toEqual(['delivered', 'truncated', 'delivered'])
    expect(roadmap?.bytes).toEqual([starts.ROADMAP! + 701, sent.sections[1]!.bytes![1] - 1])
  })

  it('has the text after a word that was changed', () => {
    const at = within('ROADMAP')
    const altered = `${packet.slice(0, at)}[…]${packet.slice(at + 20)}`
    for (const beyond of ['head', 'head-and-tail'] as const)
      expect(states(receivedOf([altered], { beyond }))).toEqual({
        TASK: 'delivered',
        ROADMAP: 'truncated',
        RULES: 'delivered',
      })
  })

  it('has no section that another packet has brought which begins alike', () => {
    const cut = packet.slice(0, within('ROADMAP'))
    const other = packet.slice(0, within('TASK', 150)) + packet.slice(packet.indexOf('\n## RULES'))
    const expected = { TASK: 'delivered', ROADMAP: 'truncated', RULES: 'dropped' }
    for (const texts of [
      [cut, other],
      [other, cut],
    ])
      expect(states(receivedOf(texts, { beyond: 'head' }))).toEqual(expected)
  })

  it('takes nothing of the notice for its own, even where it reads on like it', () => {
    const odd = sentOf({ TASK: `${linesOf('task', 6)}...`, RULES: linesOf('rule', 3) })
    const cut = odd.packet.indexOf('...')
    const text = `${odd.packet.slice(0, cut)}\n...\n</persisted-output>`
    expect(states(receivedOf([text]), odd)).toEqual({ TASK: 'truncated', RULES: 'dropped' })
  })

  it('counts bytes, not characters', () => {
    const wide = sentOf({ TASK: `${'é漢🙂'.repeat(20)} end of it` })
    const at = wide.packet.indexOf('🙂', 80)
    const [task] = judgeDelivery(wide, receivedOf([wide.packet.slice(0, at)])).sections
    expect(task).toEqual({
      id: 'TASK',
      state: 'truncated',
      bytes: [wide.sections[0]!.bytes![0], Buffer.byteLength(wide.packet.slice(0, at))],
    })
  })
})

describe('a packet that was rearranged', () => {
  const [head, task, roadmap, rules] = packet.split('\n## ')
  const end = '</project-context>\n'
  const arrange = (...parts: readonly (string | undefined)[]) =>
    `${[head, ...parts.map((part) => part!.replace(end, ''))].join('\n## ')}${end}`
  const kinds = ['head', 'head-and-tail'] as const

  it.each(kinds)('has every section, in whatever order they are (%s)', (beyond) => {
    for (const parts of [
      [roadmap, task, rules],
      [task, rules, roadmap],
      [rules, task, roadmap],
      [rules, roadmap, task],
    ])
      expect(states(receivedOf([arrange(...parts)], { beyond }))).toEqual(all('delivered'))
  })

  it.each(kinds)('has the sections twice that are there twice (%s)', (beyond) => {
    const doubled = (...parts: readonly (string | undefined)[]) =>
      states(receivedOf([arrange(...parts)], { beyond }))
    const expected = all('delivered')
    expect(doubled(task, task, roadmap, rules)).toEqual({ ...expected, TASK: 'duplicated' })
    expect(doubled(task, roadmap, roadmap, rules)).toEqual({ ...expected, ROADMAP: 'duplicated' })
    expect(doubled(task, roadmap, rules, task)).toEqual({ ...expected, TASK: 'duplicated' })
    expect(doubled(task, roadmap, rules, rules)).toEqual({ ...expected, RULES: 'duplicated' })
  })

  it('has a section twice that another text repeats after the whole packet', () => {
    const text = `${packet}\n## ${rules}`
    expect(states(receivedOf([text]))).toEqual({ ...all('delivered'), RULES: 'duplicated' })
  })

  it('has short sections too where they changed places', () => {
    const short = sentOf({ BOOKS: 'Books.', MAPS: 'Maps.', REST: linesOf('rule', 8) })
    const [start, books, maps, rest] = short.packet.split('\n## ')
    const text = [start, maps, books, rest].join('\n## ')
    expect(states(receivedOf([text]), short)).toEqual({
      BOOKS: 'delivered',
      MAPS: 'delivered',
      REST: 'delivered',
    })
    const doubled = [start, books, books, maps, rest].join('\n## ')
    expect(states(receivedOf([doubled]), short)).toMatchObject({ BOOKS: 'duplicated', MAPS: 'delivered' })
  })

  it.each(kinds)(
    'is without the section that is missing, and of a cut one only the beginning (%s)',
    (beyond) => {
      const without = arrange(roadmap, task)
      expect(states(receivedOf([without], { beyond }))).toEqual({ ...all('delivered'), RULES: 'dropped' })
      const cut = arrange(roadmap!.slice(0, 300), task, rules)
      expect(states(receivedOf([cut], { beyond }))).toEqual({ ...all('delivered'), ROADMAP: 'truncated' })
    },
  )
})

describe('a packet that did not arrive', () => {
  it('is dropped when the model answered without it', () => {
    expect(states(receivedOf(['somebody else says something']))).toEqual(all('dropped'))
    expect(states(receivedOf([]))).toEqual(all('dropped'))
  })

  it('is unknown where only the end of the transcript was read', () => {
    expect(states(receivedOf([], { complete: false }))).toEqual(all('unknown'))
  })

  it('is unknown where it was sent before the record begins', () => {
    expect(states(receivedOf([], { since: later }))).toEqual(all('unknown'))
    expect(states(receivedOf([], { since: earlier }))).toEqual(all('dropped'))
    expect(states(receivedOf([packet], { since: later }))).toEqual(all('delivered'))
  })

  it('waits while the model has not answered', () => {
    expect(judgeDelivery(sent, receivedOf([], { answered: null })).pending).toBe(true)
    expect(judgeDelivery(sent, receivedOf([], { answered: earlier })).pending).toBe(true)
    expect(judgeDelivery(sent, receivedOf([packet], { answered: null }))).toMatchObject({
      pending: true,
      sections: Array(3).fill({ state: 'unknown' }),
    })
  })

  it('is not delivered by the same file in the context of another agent', () => {
    expect(states(receivedOf([linesOf('rule', 8)]))).toEqual(all('dropped'))
    const [first, second] = [`${linesOf('task', 4)}\n`, `${linesOf('rule', 8)}\n`]
    const bare = { ...sent, packet: first + second }
    const sections = [
      { id: 'TASK', bytes: [0, first.length] as const },
      { id: 'RULES', bytes: [first.length, first.length + second.length] as const },
    ]
    expect(states(receivedOf([second]), { ...bare, sections })).toEqual({ TASK: 'dropped', RULES: 'dropped' })
  })
})

describe('more than one packet in a session', () => {
  it('is duplicated when the model has it twice', () => {
    expect(states(receivedOf([packet, packet]))).toEqual(all('duplicated'))
    const texts = [
      { at: earlier, era: 0, text: packet },
      { at: later, era: 0, text: packet },
    ]
    expect(states(receivedOf([], { texts }))).toEqual(all('duplicated'))
  })

  it('is delivered once again after a compaction', () => {
    const texts = [
      { at: earlier, era: 0, text: packet },
      { at: later, era: 1, text: packet },
    ]
    expect(states(receivedOf([], { texts, compactions: 1 }))).toEqual(all('delivered'))
  })

  it('is delivered when an agent leaves out what the model still has', () => {
    const texts = [{ at: earlier, era: 0, text: packet }]
    expect(states(receivedOf([], { texts }))).toEqual(all('delivered'))
    expect(states(receivedOf([], { texts, compactions: 1 }))).toEqual(all('dropped'))
  })

  it('takes nothing from an older packet that begins alike', () => {
    const old = packet.replace('rule 8', 'rule eight')
    const texts = [{ at: earlier, era: 0, text: old }]
    expect(states(receivedOf([], { texts }))).toEqual(all('dropped'))
  })

  it('takes nothing from a later packet that begins alike', () => {
    const other = packet.replace('rule 8', 'rule eight')
    expect(states(receivedOf([other]), { ...sent, others: [other] })).toEqual(all('dropped'))
  })

  it('is unknown where a cut text could be of either', () => {
    const other = packet.replace('rule 8', 'rule eight')
    const text = packet.slice(0, within('ROADMAP'))
    expect(states(receivedOf([text]), { ...sent, others: [other] })).toEqual(all('unknown'))
  })
})

describe('a packet of a few words', () => {
  const few = { ...sent, packet: 'None yet.\n', sections: [{ id: 'TASK', bytes: [0, 10] as const }] }

  it('counts where there is hardly more than a wrapper around it', () => {
    const text = '<system-reminder>\nSessionStart hook additional context: None yet.\n</system-reminder>'
    expect(states(receivedOf([text]), few)).toEqual({ TASK: 'delivered' })
  })

  it('is unknown in a longer text', () => {
    expect(states(receivedOf([`None yet. ${linesOf('line', 20)}`]), few)).toEqual({ TASK: 'unknown' })
  })

  it('counts in a longer text only if foreword is its only source, and not if its words are common', () => {
    const packet = '## TASK\n\nA shop that sells books.\n'
    const task = { ...sent, packet, sections: [{ id: 'TASK', bytes: [9, 34] as const }] }
    const text = `${linesOf('line', 20)}\nSessionStart hook additional context: ${task.packet}`
    expect(states(receivedOf([text]), task)).toEqual({ TASK: 'unknown' })
    expect(states(receivedOf([text], { alone: true }), task)).toEqual({ TASK: 'delivered' })
    expect(states(receivedOf([`None yet. ${linesOf('line', 20)}`], { alone: true }), few)).toEqual({
      TASK: 'unknown',
    })
  })
})
