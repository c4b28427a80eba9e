import { Refusal } from '../../core/values/index.ts'
import { refuseOnError } from '../disk/index.ts'

const causes: Readonly<Record<string, readonly [cause: string, fix: string]>> = {
  ENOSPC: ['no space is left on the disk', 'Free some space, or choose a directory on another disk.'],
  EDQUOT: ['the disk quota is used up', 'Free some space, or choose a directory on another disk.'],
  EFBIG: ['the file would be too large', 'Raise the file size limit, or choose another disk.'],
  EROFS: ['the disk is read-only', 'Choose a directory on a writable disk.'],
  EACCES: ['permission denied', 'Give yourself write permission, or choose another directory.'],
  EPERM: ['operation not permitted', 'Give yourself write permission, or choose another directory.'],
  ENOTDIR: ['a part of the path is a file, not a directory', 'Choose another directory.'],
  EEXIST: ['a file has the name of a directory that is needed', 'Choose another directory.'],
  ENOENT: [
    'a parent directory does not exist and cannot be created',
    'Choose a directory that you can write to.',
  ],
  ENAMETOOLONG: ['the name is too long', 'Choose a shorter name.'],
}

/** Turns a system error into a refusal that names its cause. */
export function refuseUnwritable(directory: string, write: () => void): void {
  refuseOnError(write, (code, error) => {
    const [cause, fix] = causes[code] ?? [error.message, 'Choose another directory.']
    return new Refusal('not-writable', `cannot write to ${directory}: ${cause} (${code})`, fix)
  })
}
