import { join } from 'node:path'

/** Packages that are bundled from another file than their main one. */
export const packageAlias = {
  // The main file of jsonc-parser is UMD, which a bundler cannot follow.
  'jsonc-parser': join(import.meta.dirname, '../node_modules/jsonc-parser/lib/esm/main.js'),
  // The main file of yaml is CommonJS: V8 would compile all of it whenever it is loaded, and nothing could be left out.
  yaml$: join(import.meta.dirname, '../node_modules/yaml/browser/dist/index.js'),
  // markdown-it imports `entities`, which unpacks its table when it is loaded. `$` keeps `entities/decode` as it is.
  entities$: join(import.meta.dirname, 'late-entities.cjs'),
}
