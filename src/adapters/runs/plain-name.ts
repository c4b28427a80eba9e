import { Refusal } from '../../core/values/index.ts'
import { temporaryPrefix } from './leftovers.ts'

/** Accepts one path segment that cannot leave its directory and that the sweep never takes for a leftover. */
export function checkPlainName(name: string): string {
  const plain = name !== '' && name !== '.' && name !== '..' && !/[/\\\0]/.test(name)
  if (plain && !name.startsWith(temporaryPrefix) && name !== '.gitignore') return name
  throw new Refusal(
    'not-writable',
    `${JSON.stringify(name)} is not a valid name for a file or directory`,
    'Use a plain name without separators.',
  )
}
