import type { Agent } from '../../../agents/index.ts'
import type { InspectedFile } from './doctor-tools.ts'
import { getMember } from './other-hooks.ts'

/** Which keys switch all hooks off, in which file, and what to do. Where two files have one, the later counts. */
export function findDisabledHooks({ title, hooks }: Agent, files: readonly InspectedFile[]): string[] {
  return hooks!.settings.switches.flatMap(({ holds, key, off }) => {
    const said = files
      .filter((file) => file.holds === holds)
      .map(({ file, data }) => ({ file, value: key.reduce(getMember, data) }))
    const last = said.findLast(({ value }) => typeof value === 'boolean')
    if (last?.value !== off) return []
    const fix = `Set it to ${!off}, or take it out.`
    return [`${title} runs no hook: ${key.join('.')} is ${off} in ${last.file}. ${fix}`]
  })
}
