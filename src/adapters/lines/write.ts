import { closeSync, fsyncSync, openSync, renameSync, unlinkSync, writeSync } from 'node:fs'
import { Refusal } from '../../core/values/index.ts'

export interface Lines {
  write(text: string): void
  /** It is there under its name now. */
  finish(): void
  /** It never was. */
  abandon(): void
}

const flushAt = 256 * 1024

/** Text for a file, written aside and given its name at the end. */
export function openLines(file: string): Lines {
  const aside = `${file}.${process.pid}.tmp`
  const handle = refusing(file, () => openSync(aside, 'wx', 0o600))
  let waiting = ''
  const flush = () => {
    const bytes = Buffer.from(waiting)
    waiting = ''
    for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at)
  }
  return {
    write(text) {
      waiting += text
      if (waiting.length > flushAt) refusing(file, flush)
    },
    finish: () =>
      refusing(file, () => {
        flush()
        fsyncSync(handle)
        closeSync(handle)
        renameSync(aside, file)
      }),
    abandon() {
      closeSync(handle)
      unlinkSync(aside)
    },
  }
}

function refusing<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new Refusal('not-writable', `Cannot write ${file}: ${code}.`, 'Choose another place, or make room.')
  }
}
