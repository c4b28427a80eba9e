import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { Refusal } from '../../../core/values/index.ts'
import { openLineWriter } from './line-writer.ts'

const maxBytes = 1024 * 1024

/** Small text files that a user names on the command line, such as checkpoints. */
export function openTextFiles(cwd: string) {
  return {
    readText(file: string): string {
      try {
        const path = resolve(cwd, file)
        if (statSync(path).size > maxBytes)
          throw new Refusal('not-readable', `${file} is too large for a checkpoint.`)
        return readFileSync(path, 'utf8')
      } catch (error) {
        if (error instanceof Refusal) throw error
        throw new Refusal('not-readable', `Cannot read ${file}: ${(error as NodeJS.ErrnoException).code}.`)
      }
    },
    /** Writes the whole file or nothing. */
    writeText(file: string, text: string): void {
      const lines = openLineWriter(resolve(cwd, file))
      try {
        lines.write(text)
        lines.finish()
      } finally {
        lines.abandon()
      }
    },
  }
}
