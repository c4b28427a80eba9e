import { readFileSync } from 'node:fs'
import packageJson from '../package.json' with { type: 'json' }
import { notBuilt, type ProcessInfo } from '../src/compose/process-info.ts'

/** `home` is the directory of the package. */
export function readProcessInfo(home: string, cwd: string): ProcessInfo {
  return {
    build: readBuildId(),
    version: packageJson.version,
    env: process.env,
    cwd,
    home,
  }
}

/** Null if the directory was deleted. */
export function currentDirectory(): string | null {
  try {
    return process.cwd()
  } catch {
    return null
  }
}

/** The build writes the digest of its output beside the directories of the bundles. A program that runs from its sources has none. */
function readBuildId(): string {
  try {
    return JSON.parse(readFileSync(`${import.meta.dirname}/../build.json`, 'utf8')).build
  } catch {
    return notBuilt
  }
}
