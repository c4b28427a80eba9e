import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { presetFile, shippedPresets } from '../adapters/project/index.ts'
import { openTemplates } from '../adapters/templates/index.ts'
import { explain } from '../app/explain.ts'
import { accept, type ProposeOrder, type ProposeTools, propose, reconsider } from '../app/propose/propose.ts'
import { request } from '../core/plan/index.ts'
import { Refusal } from '../core/values/index.ts'
import type { Project, Workshop } from '../ports/index.ts'
import type { App, Proposing } from '../surfaces/cli/index.ts'
import type { Surroundings } from './surroundings.ts'

interface Parts {
  readonly around: Surroundings
  readonly shop: Workshop
  readonly presets: string
  readonly agents: Awaited<ReturnType<App['agents']>>
}

/** What becomes of one repository: looked at, shown, perhaps edited, accepted. */
export function openProposal(parts: Parts, order: ProposeOrder): Proposing {
  const { around, shop, presets, agents } = parts
  const { project } = order
  const { found_by, published } = shippedPresets(presets)
  const tools: ProposeTools = {
    shop,
    templates: openTemplates(presets),
    layouts: found_by,
    published: Object.keys(published).find((file) => existsSync(join(project.root, file))) ?? null,
    agents,
    presetManifest: async (name) => (await shop.loadManifest(presetFile(name, presets))).manifest,
    compile: (text) => besideProject(text, (file) => compileWith(shop, project, file)),
  }
  return {
    propose: () => propose(tools, order),
    reconsider: (proposal, text) => reconsider(tools, proposal, text),
    accept: (proposal) => accept(tools, project, proposal),
    edit: (text) => besideProject(text, async (file) => edited(around.env, file)),
  }
}

function compileWith(shop: Workshop, project: Project, manifestFile: string) {
  return explain(shop, { project: { ...project, manifestFile }, request: request({ repo: project.name }) })
}

/** A text that lies nowhere yet, for those who need a file; never in the project. */
async function besideProject<T>(text: string, use: (file: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'foreword-'))
  try {
    const file = join(directory, 'manifest.yaml')
    writeFileSync(file, text, { mode: 0o600 })
    return await use(file)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** The person's own editor, as git finds it. */
function edited(env: NodeJS.ProcessEnv, file: string): string {
  const [program = 'vi', ...words] = (env.VISUAL || env.EDITOR || 'vi')
    .split(/\s+/)
    .filter((one) => one !== '')
  const ran = spawnSync(program, [...words, file], { stdio: 'inherit', env })
  if (ran.error === undefined && ran.status === 0) return readFileSync(file, 'utf8')
  throw new Refusal('usage', `The editor "${program}" did not end well.`, 'Set VISUAL or EDITOR to another.')
}
