import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Refusal } from '../core/values/index.ts'

const maxText = 256 * 1024 * 1024

/** Null for standard input. */
export function readText(file: string | null, cwd: string): string {
  const name = file ?? 'standard input'
  try {
    const bytes = readFileSync(file === null ? 0 : resolve(cwd, file))
    if (bytes.length > maxText) throw new Refusal('usage', `${name} is larger than 256 MB.`)
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    if (error instanceof Refusal) throw error
    const reason =
      error instanceof TypeError
        ? 'it is not UTF-8 text'
        : ((error as NodeJS.ErrnoException).code ?? 'unknown error')
    throw new Refusal('not-readable', `Cannot read ${name}: ${reason}.`)
  }
}
