import { countUtf8Bytes } from '../values/index.ts'
import type { CheckFault, MeasuredAgent } from './check-fault.ts'
import { makeFault } from './check-rules.ts'
import type { CheckedText } from './checked-project.ts'

export interface SizeLimit {
  readonly bytes: number
  readonly agent: MeasuredAgent
  readonly title: string
}

/** Checks instruction files in the order in which an agent loads them. Reports the file at which the limit is crossed. */
export function checkSize(files: readonly CheckedText[], { bytes, agent, title }: SizeLimit): CheckFault[] {
  let total = 0
  for (const { path, text } of files) {
    total += countUtf8Bytes(text)
    if (total <= bytes) continue
    const all = files.length === 1 ? 'The file has' : `The instructions down to this file have`
    return [
      makeFault('instructions-too-large', {
        ...{ file: path, line: findLineAtByte(text, bytes - (total - countUtf8Bytes(text))), agent },
        message: `${all} ${total} bytes; ${title} loads ${bytes} and drops the rest silently.`,
        expected: `at most ${bytes} bytes`,
        advice: 'Move text that is needed rarely into documents that the instructions name.',
      }),
    ]
  }
  return []
}

/** The line at which the agent stops to read. */
function findLineAtByte(text: string, bytes: number): number {
  let line = 1
  let used = 0
  for (const content of text.split('\n')) {
    used += countUtf8Bytes(content) + 1
    if (used > bytes) return line
    line++
  }
  return line
}
