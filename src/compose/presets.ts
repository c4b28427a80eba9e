import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { presetFile, shippedPresets } from '../adapters/project/index.ts'
import { openTemplates } from '../adapters/templates/index.ts'
import type { Presets } from '../app/propose/proposing.ts'
import type { Parts } from './parts.ts'

export function openPresets({ shop, presets }: Parts): Presets {
  const { found_by, published } = shippedPresets(presets)
  return {
    templates: openTemplates(presets),
    layouts: found_by,
    publishedIn: ({ root }) => Object.keys(published).find((file) => existsSync(join(root, file))) ?? null,
    manifest: async (name) => (await shop.loadManifest(presetFile(name, presets))).manifest,
  }
}
