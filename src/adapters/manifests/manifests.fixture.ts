import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { Refusal } from '../../core/values/index.ts'
import type { Hash } from '../../ports/index.ts'
import { loadManifest } from './load-manifest.ts'

export const sha256: Hash = (content) => `sha256:${createHash('sha256').update(content).digest('hex')}`

export const smallest = `foreword: 1
name: small
levels:
  standard: { budget: 1000 }
default_level: standard
ceiling: 2000
sections:
  soul:
    sources:
      - file:SOUL.md
`

/** Writes manifest files to a real disk. `presets/` is a directory among them. */
export function manifests(files: Readonly<Record<string, string | Uint8Array>>) {
  const base = mkdtempSync(join(tmpdir(), 'manifests-'))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(base, path)), { recursive: true })
    writeFileSync(join(base, path), content)
  }
  const options = { presets: join(base, 'presets'), hash: sha256, schemes: ['file'] }
  return { base, load: (path: string) => loadManifest(join(base, path), options) }
}

/** Returns the refusal of loading `app/m.yaml`. */
export function refusalOf(files: Readonly<Record<string, string | Uint8Array>>): Refusal {
  const { load } = manifests(files)
  try {
    load('app/m.yaml')
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('nothing was refused')
}
