import type { Item } from './corpus.ts'
import { redactAlone } from './engine.ts'
import { type Score, share, type Target } from './scores.ts'
import { isRedacted, isRedactedButName } from './scoring.ts'

interface Row {
  readonly name: string
  readonly holds: (item: Item) => boolean
  readonly target?: Target
}

const core = (source: string, atLeast: number): Row => ({
  name: source,
  holds: (item) => item.source === source && item.tier === 'core',
  target: { atLeast },
})

const rows: readonly Row[] = [
  core('gitleaks', 99),
  core('betterleaks', 98.3),
  core('trufflehog', 89),
  core('kingfisher', 85),
  core('noseyparker', 85),
  core('detect-secrets', 93),
  core('secretlint', 80),
  { ...core('lab-pem', 100), name: 'private-key blocks' },
  {
    name: 'TODO formats',
    holds: ({ source }) => source === 'gitleaks-todo-formats',
    target: { atLeast: 90 },
  },
  { name: 'all core', holds: ({ tier }) => tier === 'core' },
  {
    name: 'weak, identifiers, passwords',
    holds: ({ tier }) => ['weak', 'identifier', 'password'].includes(tier),
  },
]

export function recall(items: readonly Item[]): Score[] {
  const secrets = items.filter(({ expect }) => expect === 'secret')
  const answers = new Map(secrets.map((item) => [item, redactAlone(item.text)]))
  const redacted = new Set(secrets.filter((item) => isRedacted(item, answers.get(item)!)))
  const named = secrets.filter((item) => !redacted.has(item) && isRedactedButName(item, answers.get(item)!))
  return rows.map(({ name, holds, target }): Score => {
    const held = secrets.filter(holds)
    const done = held.filter((item) => redacted.has(item)).length
    const butName = named.filter(holds).length
    return {
      group: 'recall: items of which at least 90 % of every secret value goes',
      name,
      value: share(done, held.length),
      unit: '%',
      beside: `${done} of ${held.length}${butName > 0 ? `; ${butName} more but for the name in the listed value` : ''}`,
      ...(target && { target }),
    }
  })
}
