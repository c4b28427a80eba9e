import type { Item } from './corpus.ts'
import { type Answer, redactAlone } from './engine.ts'
import { type Score, share } from './scores.ts'

/** Kinds of text that must not change at all. */
const untouchable = ['clean-gitlog', 'clean-gitdiff', 'clean-workflow', 'clean-lockfile', 'clean-changelog']

export function damage(items: readonly Item[]): Score[] {
  const clean = items.filter(({ expect }) => expect === 'clean')
  const changed = new Set(changedItems(clean).map(([item]) => item))
  const row = (name: string, held: readonly Item[], atMost?: number): Score => {
    const hurt = held.filter((item) => changed.has(item)).length
    return {
      group: 'damage: clean items that are changed at all',
      name,
      value: share(hurt, held.length),
      unit: '%',
      beside: `${hurt} of ${held.length}`,
      ...(atMost !== undefined && { target: { atMost } }),
    }
  }
  const core = clean.filter(({ tier }) => tier === 'core')
  const kinds = [...Map.groupBy(core, ({ kind }) => kind)].sort(([a], [b]) => (a < b ? -1 : 1))
  return [
    ...kinds.map(([kind, held]) => row(kind, held, untouchable.includes(kind) ? 0 : undefined)),
    row('all clean core', core, 0.18),
    row(
      'placeholders in documentation (not core)',
      clean.filter(({ tier }) => tier === 'placeholder'),
    ),
  ]
}

export function changedItems(items: readonly Item[]): [Item, Answer][] {
  return items
    .map((item): [Item, Answer] => [item, redactAlone(item.text)])
    .filter(([{ text }, answer]) => answer.text !== text)
}
