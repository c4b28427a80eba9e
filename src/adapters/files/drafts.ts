import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Refusal } from '../../core/values/index.ts'
import type { Drafts } from '../../ports/index.ts'

export function openDrafts(env: NodeJS.ProcessEnv): Drafts {
  return { inFile: withDraft, edit: (text) => withDraft(text, async (file) => editFile(env, file)) }
}

async function withDraft<T>(text: string, use: (file: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'foreword-'))
  try {
    const file = join(directory, 'manifest.yaml')
    writeFileSync(file, text, { mode: 0o600 })
    return await use(file)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Opens the file in the user's editor, which is found as git finds it. */
function editFile(env: NodeJS.ProcessEnv, file: string): string {
  const [program = 'vi', ...words] = (env.VISUAL || env.EDITOR || 'vi')
    .split(/\s+/)
    .filter((word) => word !== '')
  const ran = spawnSync(program, [...words, file], { stdio: 'inherit', env })
  if (ran.error === undefined && ran.status === 0) return readFileSync(file, 'utf8')
  throw new Refusal('usage', `The editor "${program}" failed.`, 'Set VISUAL or EDITOR to another editor.')
}
