import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

interface Plant {
  readonly file: string
  readonly from: string
  readonly to: string
}

/** A new member in each closed union. */
const plants: readonly Plant[] = [
  {
    file: 'src/core/manifest/shape.ts',
    from: "'raw', 'clean', 'whole', 'titles', 'tasks'",
    to: "'raw', 'clean', 'whole', 'titles', 'tasks', 'planted'",
  },
  {
    file: 'src/core/manifest/shape.ts',
    from: 'export const shapeSchema = z.union([',
    to: 'export const shapeSchema = z.union([z.strictObject({ planted: z.string() }),',
  },
  {
    file: 'src/core/manifest/reducer.ts',
    from: '  drop: { takes: 0,',
    to: "  planted: { takes: 0, about: '' },\n  drop: { takes: 0,",
  },
  {
    file: 'src/core/manifest/section.ts',
    from: "['first', 'latest', 'all', 'intent']",
    to: "['first', 'latest', 'all', 'intent', 'planted']",
  },
  {
    file: 'src/core/manifest/section.ts',
    from: "['days', 'transitions', 'turns']",
    to: "['days', 'transitions', 'turns', 'planted']",
  },
  {
    file: 'src/core/manifest/section.ts',
    from: "['cut', 'cut-middle', 'prefix', 'documents', 'borrow', 'keep']",
    to: "['cut', 'cut-middle', 'prefix', 'documents', 'borrow', 'keep', 'planted']",
  },
  {
    file: 'src/core/manifest/schema.ts',
    from: "['xml+markdown', 'markdown', 'plain', 'json']",
    to: "['xml+markdown', 'markdown', 'plain', 'json', 'planted']",
  },
  {
    file: 'src/core/manifest/address-keys.ts',
    from: 'z.strictObject({ every_turns:',
    to: 'z.strictObject({ planted: z.string() }),\n    z.strictObject({ every_turns:',
  },
  {
    file: 'src/core/manifest/address-keys.ts',
    from: 'z.strictObject({ keyword_match:',
    to: 'z.strictObject({ planted: z.string() }),\n  z.strictObject({ keyword_match:',
  },
  {
    file: 'src/core/plan/address/address.ts',
    from: "  | { readonly kind: 'context';",
    to: "  | { readonly kind: 'planted' }\n  | { readonly kind: 'context';",
  },
]

/** Files that must handle every member. */
const handlers = [
  'src/core/document/shape-document.ts',
  'src/core/packet/shape-section.ts',
  'src/core/document/reduce/reduce-lines.ts',
  'src/core/plan/order-candidates.ts',
  'src/core/packet/section-draft.ts',
  'src/core/packet/render/render-packet-text.ts',
  'src/core/session/refresh/triggers.ts',
  'src/core/relevance/salience-triggers.ts',
  'src/core/plan/address/address.ts',
  'src/core/plan/address/section-id.ts',
  'src/core/plan/address/translate-published-manifest.ts',
  'src/app/engine/addresses/resolver.ts',
  'src/app/engine/addresses/list-addresses.ts',
  'src/app/history/show-context.ts',
]

/** The files with an error about an unhandled member. */
function filesWithGaps(changes: readonly Plant[]): string[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (file) => readFileSync(file, 'utf8'))
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: handlers }, ts.sys, root)
  const host = ts.createCompilerHost(options)
  const read = host.readFile
  host.readFile = (file) => {
    const text = read(file)
    return changes
      .filter((plant) => file === join(root, plant.file))
      .reduce((now, { from, to }) => now?.replace(from, () => to), text)
  }
  const program = ts.createProgram(
    handlers.map((file) => join(root, file)),
    options,
    host,
  )
  return handlers.filter((file) => {
    const errors = program.getSemanticDiagnostics(program.getSourceFile(join(root, file)))
    return errors.some(({ messageText }) => {
      const text = ts.flattenDiagnosticMessageText(messageText, ' ')
      return text.includes("to parameter of type 'never'") || text.includes("Property 'planted' is missing")
    })
  })
}

describe('a new member of a closed union', () => {
  let gaps: readonly string[] = []
  beforeAll(() => {
    gaps = filesWithGaps(plants)
  })

  it.each(plants)('can be planted in $file: $from', ({ file, from }) => {
    expect(readFileSync(join(root, file), 'utf8')).toContain(from)
  })

  it.each(handlers)('does not compile until %s handles it', (file) => {
    expect(gaps).toContain(file)
  })

  it('is the only reason: as it is, every member is handled', () => {
    expect(filesWithGaps([])).toEqual([])
  })
})
