// Bundles the package `entities` as CommonJS for scripts/late-entities.cjs. If a CommonJS module requires an ES module, rolldown puts its
// helpers into a file of their own, and every hook loads that file.
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const root = join(import.meta.dirname, '..')
/** Does not exist. It lies in the package, so that the build includes the licence of the package. */
const file = join(root, 'node_modules/entities/dist/decode.cjs')

export const entitiesPlugin = {
  name: 'entities',
  resolveId(source: string, importer: string | undefined): string | null {
    return source === 'entities/decode' && importer?.endsWith('late-entities.cjs') === true ? file : null
  },
  async load(id: string): Promise<string | null> {
    if (id !== file) return null
    const built = await rolldown({ input: 'entities/decode', cwd: root, platform: 'node' })
    const { output } = await built.generate({ format: 'cjs' })
    await built.close()
    return output[0].code
  },
}
