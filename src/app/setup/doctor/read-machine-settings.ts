import type { Agent } from '../../../agents/index.ts'
import { openSettingsReader } from './add-ons/settings-reader.ts'
import type { DoctorDeps } from './doctor-deps.ts'

export interface MachineFile {
  readonly file: string
  /** Undefined if the file is missing, empty or unreadable. */
  readonly data: unknown
}

/** Settings of the whole machine. All other settings override `defaults`, and `settings` overrides all others. */
export interface MachineSettings {
  readonly defaults: MachineFile
  readonly settings: MachineFile
  /** Why a file could not be read. */
  readonly faults: readonly string[]
}

/** Null for an agent without such settings. */
export function readMachineSettings(deps: DoctorDeps, { hooks }: Agent): MachineSettings | null {
  const rule = hooks?.settings.machine
  if (rule === undefined) return null
  const reader = openSettingsReader(deps)
  const read = (file: string) => ({ file, data: reader.data({ file, within: null }) })
  const files = deps.machineFiles(rule)
  const [defaults, settings] = [read(files.defaults), read(files.settings)]
  return { defaults, settings, faults: reader.faults() }
}
