import { createReadStream } from 'node:fs'
import { Refusal } from '../../core/values/index.ts'

/** No line of ours comes near this. */
const longest = 256 * 1024 * 1024

/** Lines of a file, or of standard input for null. They end at \n and nowhere else: JSON may hold every other separator as it is. */
export async function* readLines(file: string | null): AsyncGenerator<string> {
  const name = file ?? 'standard input'
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  try {
    for await (const chunk of file === null ? process.stdin : createReadStream(file)) {
      const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n')
      rest = lines.pop()!
      if (rest.length > longest)
        throw new Refusal('import-invalid', `${name} has a line of more than 256 MB.`)
      yield* lines
    }
    rest += decoder.decode()
  } catch (error) {
    throw refusal(name, error)
  }
  if (rest !== '') yield rest
}

function refusal(name: string, error: unknown): unknown {
  if (error instanceof TypeError)
    return new Refusal('not-readable', `Cannot read ${name}: it is not UTF-8 text.`)
  const code = (error as NodeJS.ErrnoException).code
  return error instanceof Refusal || code === undefined || !('syscall' in (error as object))
    ? error
    : new Refusal('not-readable', `Cannot read ${name}: ${code}.`)
}
