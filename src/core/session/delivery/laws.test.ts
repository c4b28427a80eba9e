import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linesOf, receivedOf, sentOf } from './delivery.fixture.ts'
import { judgeDelivery, type SentPacket } from './judge-delivery.ts'

/** Text that repeats itself more than any document, with all characters that agents escape. */
const word = fc.constantFrom('a', 'b', 'ab ', '<b>', '&lt;', '\n', 'é', '漢', '🙂', ' ', '…', '.')
const body = fc.array(word, { minLength: 1, maxLength: 120 }).map((words) => `${words.join('')}x`)
const packets = fc.array(body, { minLength: 1, maxLength: 5 }).map((bodies) => {
  const sections = Object.fromEntries(bodies.map((text, i) => [`S${i}`, text]))
  return sentOf({ FIRST: linesOf('first', 3), ...sections })
})

const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const bytesOf = (text: string) => new TextEncoder().encode(text).length
const arrived = new Set(['delivered', 'duplicated'])

/** Whether there is a visible character between two bytes of the packet. */
function visible({ packet }: SentPacket, from: number, to: number): boolean {
  const bytes = new TextEncoder().encode(packet).subarray(from, Math.max(from, to))
  return /\S/.test(new TextDecoder().decode(bytes))
}

const notice = ['…12 tokens truncated…', '\n...\n</persisted-output>'] as const

describe('delivery', () => {
  it('never calls a section delivered whose bytes are missing, wherever the packet is cut', () => {
    fc.assert(
      fc.property(
        packets,
        fc.nat(),
        fc.nat(),
        fc.boolean(),
        fc.constantFrom(...notice),
        (sent, a, b, wrap, mark) => {
          const { packet } = sent
          const [head, tail] = [a % (packet.length + 1), b % (packet.length + 1)].toSorted((x, y) => x - y)
          const [first, last] = [packet.slice(0, head), packet.slice(tail)]
          const text = `${wrap ? '<system-reminder>\nhook: ' : ''}${first}${mark}${last}`
          const [from, to] = [bytesOf(first), bytesOf(packet) - bytesOf(last)]
          for (const { id, state } of judgeDelivery(sent, receivedOf([text])).sections) {
            const [start, end] = sent.sections.find((section) => section.id === id)!.bytes!
            const lost = visible(sent, Math.max(start, from), Math.min(end, to))
            if (lost) expect(arrived.has(state), `${id} of ${JSON.stringify(packet)}`).toBe(false)
          }
        },
      ),
      { numRuns: 400 },
    )
  })

  it('is the same for escaped text and for text as it was sent', () => {
    fc.assert(
      fc.property(packets, fc.nat(), (sent, a) => {
        const text = sent.packet.slice(0, a % (sent.packet.length + 1))
        expect(judgeDelivery(sent, receivedOf([escaped(text)]))).toEqual(
          judgeDelivery(sent, receivedOf([text])),
        )
      }),
    )
  })

  it('calls everything delivered when everything is there', () => {
    fc.assert(
      fc.property(packets, (sent) => {
        const states = judgeDelivery(sent, receivedOf([`before ${escaped(sent.packet)} after`])).sections
        expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['delivered']))
      }),
    )
  })

  it('looks at each character a bounded number of times', () => {
    const sent = sentOf({ A: 'ab'.repeat(100_000), B: 'a'.repeat(100_000) })
    const texts = Array.from({ length: 20 }, (_, i) => `${'ab'.repeat(100_000 - i)}${'a'.repeat(99_000)}`)
    const states = judgeDelivery(sent, receivedOf(texts)).sections.map(({ state }) => state)
    expect(states).toEqual(['dropped', 'dropped'])
  })
})
