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

export interface Lines {
  write(text: string): void
  /** It is there under its name now. When that fails, nothing is. */
  finish(): void
  /** It never was. Does nothing to what is finished or abandoned. */
  abandon(): void
}

interface Sink {
  readonly handle: number
  /** After all is written. */
  publish(): void
  discard(): void
}

const flushAt = 256 * 1024

/** Text for a file, written aside and given its name at the end; or for a pipe or a device, written as it comes. */
export function openLines(file: string): Lines {
  const writing = <T>(act: () => T) => refuseOnError(act, (code) => refusal(file, code))
  const { handle, publish, discard } = writing(() => openSink(file))
  let waiting = ''
  let open = true
  const flush = () => {
    const bytes = Buffer.from(waiting)
    waiting = ''
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
      waiting += text
      if (waiting.length > flushAt) writing(flush)
    },
    finish: () =>
      writing(() => {
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

/** A link is followed: what it leads to is replaced, and not the link. */
function openSink(file: string): Sink {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (stat?.isDirectory()) throw refusal(file, 'it is a directory')
  const plain = stat === undefined || stat.isFile()
  return plain ? besideOf(stat === undefined ? file : realpathSync(file)) : straightInto(file)
}

function besideOf(target: string): Sink {
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

/** Never made, never emptied, never replaced. */
function straightInto(file: string): Sink {
  const nothing = () => undefined
  return { handle: openSync(file, constants.O_WRONLY), publish: nothing, discard: nothing }
}

function refusal(file: string, why: string): Refusal {
  return new Refusal('not-writable', `Cannot write ${file}: ${why}.`, 'Choose another place, or make room.')
}
