import { createReadStream } from 'node:fs'
import { Refusal } from '../../../core/values/index.ts'
import { getErrorCode } from '../../disk/index.ts'

/** Longer than any line that foreword writes. */
const maxLength = 256 * 1024 * 1024

/**
 * Yields the lines of a file, or of standard input for null. Lines end only at \n, because JSON may contain every other
 * separator.
 */
export async function* readLines(file: string | null): AsyncGenerator<string> {
  const name = file ?? 'standard input'
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const line = openLine(name)
  try {
    for await (const bytes of file === null ? process.stdin : createReadStream(file)) {
      const [first, ...others] = decoder.decode(bytes as Uint8Array, { stream: true }).split('\n')
      line.add(first!)
      for (const next of others) {
        yield line.take()
        line.add(next)
      }
    }
    line.add(decoder.decode())
  } catch (error) {
    throw toRefusal(name, error)
  }
  const last = line.take()
  if (last !== '') yield last
}

/** Collects the parts of a line and joins them once, because joining repeatedly would copy a long line each time. */
function openLine(name: string) {
  let parts: string[] = []
  let length = 0
  return {
    add(part: string) {
      parts.push(part)
      length += part.length
      if (length > maxLength) throw new Refusal('import-invalid', `${name} has a line of more than 256 MB.`)
    },
    take(): string {
      const text = parts.join('')
      parts = []
      length = 0
      return text
    },
  }
}

function toRefusal(name: string, error: unknown): unknown {
  if (error instanceof TypeError)
    return new Refusal('not-readable', `Cannot read ${name}: it is not UTF-8 text.`)
  const code = getErrorCode(error)
  return code === undefined ? error : new Refusal('not-readable', `Cannot read ${name}: ${code}.`)
}
