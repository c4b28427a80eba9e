import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { readSmallFile } from '../../disk/index.ts'
import { findRepositoryTop } from './locate-settings.ts'

const maxBytes = 1_000_000

/**
 * Finds the words that start foreword on every machine with the project: the project's own copy if foreword is one of its dependencies,
 * else the one on PATH. npx looks in the directories above the current one, too.
 */
export function findPortableProgram(root: string): readonly string[] {
  const top = findRepositoryTop(realpathSync.native(root))
  return dependsOnForeword(top) ? ['npx', '--no-install', 'foreword'] : ['foreword']
}

function dependsOnForeword(directory: string): boolean {
  try {
    const text = readSmallFile(join(directory, 'package.json'), maxBytes) ?? '{}'
    const content = JSON.parse(text) as Record<string, Record<string, unknown> | undefined>
    return ['dependencies', 'devDependencies', 'optionalDependencies'].some(
      (key) => content[key]?.foreword !== undefined,
    )
  } catch {
    // A file that is not JSON is a fault of another program to report.
    return false
  }
}
