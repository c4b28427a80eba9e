// Tactical memory, put together. Loaded by those who ask for it.
import { join, resolve } from 'node:path'
import { codeOf, writeNew } from '../adapters/disk/index.ts'
import { openSettings } from '../adapters/settings/index.ts'
import type { StoreChoice } from '../app/index.ts'
import type { MemoryTools } from '../app/memory/tools.ts'
import { asRefusal } from '../app/record/store-refusal.ts'
import { Refusal } from '../core/values/index.ts'
import type { Parts } from './parts.ts'

export function memoryTools({ around, shop, warn }: Parts, choice: StoreChoice): MemoryTools {
  const { project } = choice
  return {
    shop,
    project,
    async with(make, act) {
      const { openStore } = await import('./store.ts')
      const { store, place } = await openStore({ env: around.env, warn }, choice, { make, any: true })
      try {
        return await act({ store, key: place.key })
      } catch (error) {
        throw asRefusal(error)
      } finally {
        await store.close()
      }
    },
    files: openSettings({ clock: shop.clock }),
    place: (path) => ({
      file: join(project.root, path),
      base: project.root,
      contained: true,
      mode: 0o644,
      generated: true,
    }),
    writeNew(file, text) {
      try {
        writeNew(resolve(around.cwd, file), text)
      } catch (error) {
        const code = codeOf(error)
        if (code === undefined) throw error
        const why = code === 'EEXIST' ? 'something is there already' : code
        throw new Refusal('not-writable', `Cannot write ${file}: ${why}.`, 'Name a file that is not there.')
      }
    },
  }
}
