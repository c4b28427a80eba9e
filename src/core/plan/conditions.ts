import type { Manifest, SectionCondition } from '../manifest/index.ts'
import { toList } from '../values/index.ts'
import { containsWords } from './contains-words.ts'
import type { Request } from './request.ts'

/** Returns the first intent with a whole word in the task, or `default`. */
export function findIntent(
  manifest: Manifest,
  task: string | null,
): { readonly intent: string; readonly sign: string | null } {
  for (const [intent, signs] of Object.entries(manifest.intents)) {
    const sign = signs.find((words) => containsWords(task ?? '', words))
    if (sign !== undefined) return { intent, sign }
  }
  return { intent: 'default', sign: null }
}

/** Returns the reason to skip a section, or null if all its conditions hold. */
export function findUnmetCondition(
  when: SectionCondition | undefined,
  facts: Request & { like: string; intent: string },
): string | null {
  if (when === undefined) return null
  const lists: [keyof SectionCondition, readonly string[]][] = [
    ['level', [facts.like]],
    ['role', facts.role === null ? [] : [facts.role]],
    ['intent', [facts.intent]],
    ['agent', facts.agent === null ? [] : [facts.agent]],
    ['trigger', facts.trigger === null ? [] : [facts.trigger]],
    ['flag', facts.flags],
  ]
  for (const [key, actual] of lists) {
    const condition = when[key] as string | readonly string[] | undefined
    if (condition === undefined) continue
    const allowed = toList(condition)
    if (!allowed.some((value) => actual.includes(value))) return `only for ${key} ${allowed.join(', ')}`
  }
  if (when.rework !== undefined && when.rework !== facts.rework)
    return when.rework ? 'only for rework' : 'not for rework'
  return null
}
