import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { getPresetFile, openTemplates, readShippedPresets } from '../adapters/files/index.ts'
import type { Presets } from '../app/setup/propose/proposing.ts'
import type { ComposeParts } from './parts.ts'

export function openPresets({ engine, presets }: ComposeParts): Presets {
  const { found_by, published } = readShippedPresets(presets)
  return {
    templates: openTemplates(presets),
    layouts: found_by,
    publishedIn: ({ root }) => Object.keys(published).find((file) => existsSync(join(root, file))) ?? null,
    manifest: async (name) => (await engine.loadManifest(getPresetFile(name, presets))).manifest,
  }
}
