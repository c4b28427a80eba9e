import {
  closeSync,
  constants,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Refusal } from '../../../core/values/index.ts'
import { makeTemporaryName, refuseOnError, syncDirectory } from '../../disk/index.ts'

export interface LineWriter {
  write(text: string): void
  /** Publishes the file under its name. If that fails, no file is left. */
  finish(): void
  /** Discards the file. Does nothing after `finish` or `abandon`. */
  abandon(): void
}

interface Sink {
  readonly handle: number
  /** Call this after everything is written. */
  publish(): void
  discard(): void
}

const flushLength = 256 * 1024

/** Writes text to a file that gets its name at the end, or directly to a pipe or a device. */
export function openLineWriter(file: string): LineWriter {
  const refuseErrors = <T>(act: () => T) => refuseOnError(act, (code) => makeRefusal(file, code))
  const { handle, publish, discard } = refuseErrors(() => openSink(file))
  let buffered = ''
  let open = true
  const flush = () => {
    const bytes = Buffer.from(buffered)
    buffered = ''
    for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at)
  }
  const close = () => {
    open = false
    closeSync(handle)
  }
  const abandon = () => {
    if (!open) return
    close()
    discard()
  }
  return {
    write(text) {
      buffered += text
      if (buffered.length > flushLength) refuseErrors(flush)
    },
    finish: () =>
      refuseErrors(() => {
        try {
          flush()
          publish()
        } catch (error) {
          abandon()
          throw error
        }
        close()
      }),
    abandon,
  }
}

/** Follows a link: the target is replaced instead of the link. */
function openSink(file: string): Sink {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (stat?.isDirectory()) throw makeRefusal(file, 'it is a directory')
  const plain = stat === undefined || stat.isFile()
  return plain ? openTemporary(stat === undefined ? file : realpathSync(file)) : openDirect(file)
}

function openTemporary(target: string): Sink {
  const aside = join(dirname(target), makeTemporaryName(basename(target)))
  const handle = openSync(aside, 'wx', 0o600)
  return {
    handle,
    publish() {
      fsyncSync(handle)
      renameSync(aside, target)
      syncDirectory(dirname(target))
    },
    discard: () => rmSync(aside, { force: true }),
  }
}

/** A pipe or a device is never created, emptied or replaced. */
function openDirect(file: string): Sink {
  const nothing = () => undefined
  return { handle: openSync(file, constants.O_WRONLY), publish: nothing, discard: nothing }
}

function makeRefusal(file: string, why: string): Refusal {
  return new Refusal(
    'not-writable',
    `Cannot write ${file}: ${why}.`,
    'Choose another path, or free some space.',
  )
}
