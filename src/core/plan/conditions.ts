import type { Manifest, When } from '../manifest/index.ts'
import { formatList } from '../values/index.ts'
import { containsWords } from './holds-words.ts'
import type { Request } from './request.ts'

/** The first intent one of whose words stands in the task as a word of its own; `default` when none does. */
export function findIntent(
  manifest: Manifest,
  task: string | null,
): { readonly intent: string; readonly sign: string | null } {
  for (const [intent, signs] of Object.entries(manifest.intents)) {
    const sign = signs.find((one) => containsWords(task ?? '', one))
    if (sign !== undefined) return { intent, sign }
  }
  return { intent: 'default', sign: null }
}

/** Why a section does not take part, or null when it does. */
export function findUnmetCondition(
  when: When | undefined,
  facts: Request & { like: string; intent: string },
): string | null {
  if (when === undefined) return null
  const lists: [keyof When, readonly string[]][] = [
    ['level', [facts.like]],
    ['role', facts.role === null ? [] : [facts.role]],
    ['intent', [facts.intent]],
    ['agent', facts.agent === null ? [] : [facts.agent]],
    ['trigger', facts.trigger === null ? [] : [facts.trigger]],
    ['flag', facts.flags],
  ]
  for (const [key, have] of lists) {
    const wanted = when[key] as string | readonly string[] | undefined
    if (wanted === undefined) continue
    const list = formatList(wanted)
    if (!list.some((one) => have.includes(one))) return `only for ${key} ${list.join(', ')}`
  }
  if (when.rework !== undefined && when.rework !== facts.rework)
    return when.rework ? 'only for rework' : 'not for rework'
  return null
}
