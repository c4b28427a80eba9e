import type { DeliveryState } from '../../session/index.ts'
import type { EntryDraft } from './entry.ts'
import type { DeliveryBody } from './entry-bodies.ts'

// Repeats `deliveryStates`, because a hook loads this file and must not load the code that judges deliveries.
const states: Readonly<Record<DeliveryState, true>> = {
  delivered: true,
  truncated: true,
  dropped: true,
  duplicated: true,
  unknown: true,
}

/** Parses the delivery of an entry; null if the entry is not a valid one. The entry may come from an untrusted store. */
export function parseDeliveryBody({ kind, body }: Pick<EntryDraft, 'kind' | 'body'>): DeliveryBody | null {
  if (kind !== 'event') return null
  try {
    const value: Partial<DeliveryBody> | null = JSON.parse(body)
    return value?.name === 'delivery' && isDelivery(value) ? value : null
  } catch {
    return null
  }
}

// Written by hand because a hook runs this, and loading zod takes 25 ms.
function isDelivery(value: Partial<DeliveryBody>): value is DeliveryBody {
  const { injection_id, session_id, agent, model, sections, why } = value
  return (
    [injection_id, session_id, agent].every((text) => typeof text === 'string') &&
    [model, why].every((text) => text === null || typeof text === 'string') &&
    Array.isArray(sections) &&
    sections.every(isSection)
  )
}

function isSection(section: unknown): boolean {
  if (typeof section !== 'object' || section === null) return false
  const { id, state, bytes } = section as Record<string, unknown>
  const ranged =
    bytes === undefined || (Array.isArray(bytes) && bytes.length === 2 && bytes.every(Number.isSafeInteger))
  return typeof id === 'string' && typeof state === 'string' && Object.hasOwn(states, state) && ranged
}
