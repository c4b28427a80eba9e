// A project of the blue preset with content in each tier, and a plugin that writes a file when it starts.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { World } from './program.ts'

const sample = join(import.meta.dirname, '../../presets/blue/cases/session-start/repo')
const manifest = `extends: preset:blue
name: pulled
plugins:
  tickets: { about: Tickets of the shop, provides: [issues], tier: reference }
`

export interface BlueProject {
  readonly root: string
  /** The plugin writes to this file at each start. */
  readonly trace: string
}

export function blueProject(world: World, name = 'pulled'): BlueProject {
  const root = join(world.dir, name)
  const trace = join(world.dir, `${name}.trace`)
  cpSync(sample, root, { recursive: true })
  world.write(join(root, '.foreword/manifest.yaml'), manifest)
  world.write(
    join(root, '.blue/docs/spikes/0003-postgres.md'),
    '# Spike 3\n\n## Findings\n\nPostgres is fast.\n',
  )
  world.write(join(root, '.blue/workflow.md'), '# Workflow\n\nOne branch for each change.\n')
  const script = `echo started >> ${trace}; echo "- SHOP-12 is open"`
  world.write(
    join(world.dir, 'home/.config/foreword/plugins.yaml'),
    `plugins:\n  tickets: { command: [/bin/sh, -c, '${script}'], projects: ["${root}"] }\n`,
  )
  world.git(world.dir, 'init', '-q', root)
  const { code, err } = world.foreword(['trust', '--yes'], { cwd: root })
  if (code !== 0) throw new Error(err)
  return { root, trace }
}

/** Only one collection. */
export const notesManifest = (name: string) => `foreword: 1
name: ${name}
scheme: shop
measure: chars/4
levels: { all: { budget: 4000 } }
default_level: all
ceiling: 8000
collections: { notes: { files: 'docs/*.md' } }
sections: { notes: { sources: ["shop://docs/notes/"], missing: skip } }
`
