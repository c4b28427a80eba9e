import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Hash } from '../../ports/index.ts'
import { openFiles } from './open-files.ts'

export const sha256: Hash = (content) => `sha256:${createHash('sha256').update(content).digest('hex')}`

/** Creates a root with a neighbour outside of it, on a real disk. `base` contains both. */
export function workspace(exclude: readonly string[] = []) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'files-')))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  const root = join(base, 'root')
  mkdirSync(root)
  const at = (path: string): string => join(base, path)
  return {
    base,
    root,
    at,
    reader: openFiles({ root, exclude, hash: sha256 }),
    write(path: string, content: string | Uint8Array = path): void {
      mkdirSync(dirname(at(path)), { recursive: true })
      writeFileSync(at(path), content)
    },
    link(path: string, target: string): void {
      mkdirSync(dirname(at(path)), { recursive: true })
      symlinkSync(target, at(path))
    },
  }
}
