import { Refusal } from '../../core/values/index.ts'
import { temporaryPrefix } from './leftovers.ts'

/** One path segment that cannot leave its directory, and that the sweep will never take for a leftover. */
export function checkPlainName(name: string): string {
  const plain = name !== '' && name !== '.' && name !== '..' && !/[/\\\0]/.test(name)
  if (plain && !name.startsWith(temporaryPrefix) && name !== '.gitignore') return name
  throw new Refusal(
    'not-writable',
    `${JSON.stringify(name)} cannot name a file or directory here`,
    'Use a plain name without separators.',
  )
}
