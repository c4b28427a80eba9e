import type { Agent } from '../../../agents/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import type { InspectedFile } from './doctor-deps.ts'
import { getMember } from './other-hooks.ts'
import type { MachineSettings } from './read-machine-settings.ts'

export interface DisabledHooksInput {
  readonly agent: Agent
  readonly files: readonly InspectedFile[]
  readonly machine: MachineSettings | null
}

/** Lists the values of a key, weakest first. A later file overrides an earlier one. */
export function listSettingValues(
  { files, machine }: Pick<DisabledHooksInput, 'files' | 'machine'>,
  holds: InspectedFile['holds'],
  key: readonly string[],
): { readonly file: string; readonly value: unknown }[] {
  const own = files.filter((file) => file.holds === holds)
  const all = machine === null ? own : [machine.defaults, ...own, machine.settings]
  return all.map(({ file, data }) => ({ file, value: key.reduce(getMember, data) }))
}

/** Finds the keys that disable all hooks, with their file and what to do. */
export function findDisabledHooks({ agent, files, machine }: DisabledHooksInput): string[] {
  return agent.hooks!.settings.switches.flatMap(({ holds, key, off }) => {
    const values = listSettingValues({ files, machine }, holds, key)
    const last = values.findLast(({ value }) => typeof value === 'boolean')
    if (last?.value !== off) return []
    const fix = `Set it to ${!off}, or take it out.`
    return [`${agent.title} runs no hook: ${key.join('.')} is ${off} in ${last.file}. ${fix}`]
  })
}

/** Finds our entries in the lists of disabled hooks, with the file and what to do. */
export function findDisabledEntries({ agent, files, machine }: DisabledHooksInput): string[] {
  const { disabledList: key } = agent.hooks!.settings
  if (key === undefined) return []
  const commands = files.flatMap(({ own }) => own.map(({ command }) => command))
  return listSettingValues({ files, machine }, 'hooks', key).flatMap(({ file, value }) => {
    const disabled = commands.filter((command) => Array.isArray(value) && value.includes(command))
    if (disabled.length === 0) return []
    const skipped = `${agent.title} skips ${disabled.length} of ${formatCount(commands.length, 'entry', 'entries')}`
    return [
      `${skipped}: ${key.join('.')} in ${file} lists ${disabled.join(', ')}. Take that out of the list.`,
    ]
  })
}
