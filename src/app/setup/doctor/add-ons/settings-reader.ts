import { parseSettings } from '../../../../core/settings/index.ts'
import { Refusal } from '../../../../core/values/index.ts'
import { withFileRefusals } from '../../install/install.ts'
import type { DoctorDeps } from '../doctor-deps.ts'

/** A file of an add-on, or about add-ons. */
export interface AddOnFile {
  readonly file: string
  /** The directory that links must not leave; null in a home, where they may lead anywhere. */
  readonly within: string | null
}

/** Reads foreign files, each once, and collects their faults. */
export interface SettingsReader {
  /** Undefined if the file is missing, empty or unreadable. */
  data(file: AddOnFile): unknown
  /** Why files could not be read. */
  faults(): readonly string[]
}

export function openSettingsReader({ files, toml }: Pick<DoctorDeps, 'files' | 'toml'>): SettingsReader {
  const known = new Map<string, unknown>()
  const faults: string[] = []
  const read = ({ file, within }: AddOnFile) => {
    const place = { file, base: within ?? '/', contained: within !== null, mode: 0o600, generated: false }
    try {
      const text = files.read(place)
      if (text === null || text.trim() === '') return undefined
      return withFileRefusals(file, () => (file.endsWith('.toml') ? toml.read(text) : parseSettings(text)))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      faults.push(error.message)
      return undefined
    }
  }
  return {
    data(addOnFile) {
      const { file } = addOnFile
      if (!known.has(file)) known.set(file, read(addOnFile))
      return known.get(file)
    },
    faults: () => faults,
  }
}
