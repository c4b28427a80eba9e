// Tactical memory, put together. Loaded by those who ask for it.
import { join, resolve } from 'node:path'
import { openSettings } from '../adapters/agents/index.ts'
import { getErrorCode, writeNewFile } from '../adapters/disk/index.ts'
import type { StoreChoice } from '../app/history/index.ts'
import { toStoreRefusal } from '../app/record/store-refusal.ts'
import type { MemoryDeps } from '../app/sources/memory/memory-tools.ts'
import { Refusal } from '../core/values/index.ts'
import type { ComposeParts } from './parts.ts'

export function memoryTools({ processInfo, engine, warn }: ComposeParts, choice: StoreChoice): MemoryDeps {
  const { project } = choice
  return {
    engine,
    project,
    async with(make, act) {
      const { openStore } = await import('./store.ts')
      const { store, place } = await openStore({ env: processInfo.env, warn }, choice, { make, any: true })
      try {
        return await act({ store, key: place.key })
      } catch (error) {
        throw toStoreRefusal(error)
      } finally {
        await store.close()
      }
    },
    files: openSettings({ clock: engine.clock }),
    place: (path) => ({
      file: join(project.root, path),
      base: project.root,
      contained: true,
      mode: 0o644,
      generated: true,
    }),
    writeNew(file, text) {
      try {
        writeNewFile(resolve(processInfo.cwd, file), text)
      } catch (error) {
        const code = getErrorCode(error)
        if (code === undefined) throw error
        const why = code === 'EEXIST' ? 'something is there already' : code
        throw new Refusal('not-writable', `Cannot write ${file}: ${why}.`, 'Name a file that is not there.')
      }
    },
  }
}
