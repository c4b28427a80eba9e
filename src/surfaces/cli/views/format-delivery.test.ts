import { describe, expect, it } from 'vitest'
import type { InjectionDelivery } from '../../../app/output/index.ts'
import { formatDelivery, formatDeliveryDetails } from './format-delivery.ts'

type State = InjectionDelivery['sections'][number]['state']

const answer = (states: Readonly<Record<string, State>>, why: string | null = null): InjectionDelivery => ({
  at: '2026-01-03T18:30:00.000Z',
  agent: 'claude',
  model: null,
  sections: Object.entries(states).map(([id, state]) => ({ id, state })),
  why,
})

describe('the summary of a delivery', () => {
  const cases: [string, InjectionDelivery][] = [
    ['delivered 2 sections', answer({ task: 'delivered', rules: 'delivered' })],
    ['delivered 1 of 2 sections (roadmap truncated)', answer({ task: 'delivered', roadmap: 'truncated' })],
    ['delivered 0 of 2 sections (a dropped, b unknown)', answer({ a: 'dropped', b: 'unknown' })],
    ['delivered 1 section (task duplicated)', answer({ task: 'duplicated' })],
    [
      'delivered 2 sections (rules with INJ-2)',
      {
        ...answer({}),
        sections: [
          { id: 'task', state: 'delivered' },
          { id: 'rules', state: 'delivered', with: 'INJ-2' },
        ],
      },
    ],
    ['delivery unknown: there is no transcript', answer({ task: 'unknown' }, 'there is no transcript')],
  ]
  for (const [text, given] of cases) it(`says "${text}"`, () => expect(formatDelivery(given)).toBe(text))
})

describe('the details of a delivery', () => {
  it('names the model that answered, and the bytes of what was cut', () => {
    const base = answer({ task: 'delivered', roadmap: 'truncated' })
    const sections = base.sections.map((section) =>
      section.id === 'roadmap' ? { ...section, bytes: [120, 700] as const } : section,
    )
    expect(formatDeliveryDetails({ ...base, sections, model: 'opus' })).toBe(
      'delivered 1 of 2 sections (roadmap truncated); roadmap: bytes 120 to 700 of the packet arrived; opus answered',
    )
    expect(formatDeliveryDetails(answer({ task: 'delivered' }))).toBe('delivered 1 section')
  })
})
