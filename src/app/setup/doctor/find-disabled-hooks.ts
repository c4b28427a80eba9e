import type { Agent } from '../../../agents/index.ts'
import type { InspectedFile } from './doctor-deps.ts'
import { getMember } from './other-hooks.ts'

/** Finds the keys that disable all hooks, with their file and what to do. A later file overrides an earlier one. */
export function findDisabledHooks({ title, hooks }: Agent, files: readonly InspectedFile[]): string[] {
  return hooks!.settings.switches.flatMap(({ holds, key, off }) => {
    const values = files
      .filter((file) => file.holds === holds)
      .map(({ file, data }) => ({ file, value: key.reduce(getMember, data) }))
    const last = values.findLast(({ value }) => typeof value === 'boolean')
    if (last?.value !== off) return []
    const fix = `Set it to ${!off}, or take it out.`
    return [`${title} runs no hook: ${key.join('.')} is ${off} in ${last.file}. ${fix}`]
  })
}
