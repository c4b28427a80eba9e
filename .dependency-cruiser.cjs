// A folder is a promise a machine keeps: what may import what. `npm run check` fails on any other arrow.
const coreRooms = [
  'values',
  'settings',
  'manifest',
  'plan',
  'redact',
  'document',
  'project',
  'packet',
  'session',
  'receipt',
  'relevance',
  'sources',
  'history',
  'check',
]
const appRooms = [
  'output',
  'redaction',
  'trust',
  'record',
  'sources',
  'engine',
  'history',
  'session',
  'dispatch',
  'server',
  'setup',
  'check',
  'services',
]
const tests = '\\.(test|fixture)\\.ts$'
const doors = '^src/((core|app|adapters|surfaces)/[^/]+|ports|agents)/index\\.ts$'

/** The rooms of a layer read left to right: each looks only left. */
const order = (layer, rooms, outside) =>
  rooms.map((room, i) => ({
    name: `${layer}-${room}-looks-left`,
    severity: 'error',
    from: { path: `^src/${layer}/${room}/`, pathNot: tests },
    to: {
      path: outside ? '^src/' : `^src/${layer}/`,
      pathNot: `^src/${layer}/(${rooms.slice(0, i + 1).join('|')})/`,
    },
  }))

const only = (name, from, to) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: tests },
  to: { path: '^src/', pathNot: to },
})

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    ...order('core', coreRooms, true),
    ...order('app', appRooms, false),
    {
      name: 'every-room-has-a-place',
      severity: 'error',
      comment: 'A room of core or app that is not in the order above could import everything.',
      from: {},
      to: {
        path: '^src/(core|app)/',
        pathNot: `^src/core/(${coreRooms.join('|')})/|^src/app/(${appRooms.join('|')})/`,
      },
    },
    {
      name: 'core-imports-nothing-outside',
      severity: 'error',
      comment:
        'No built-in module, no package, except zod for schemas and jsonc-parser for settings: both are pure.',
      from: { path: '^src/core/', pathNot: tests },
      to: { pathNot: '^src/core/|^node_modules/(zod|jsonc-parser)/' },
    },
    {
      name: 'jsonc-parser-only-in-settings',
      severity: 'error',
      from: { path: '^(src|bin)/', pathNot: `^src/core/settings/|${tests}` },
      to: { path: '^node_modules/jsonc-parser/' },
    },
    {
      name: 'zod-off-the-hook-path',
      severity: 'error',
      comment:
        'It takes 25 ms to load. These rooms load it, and a hook with nothing changed loads none of them.',
      from: {
        path: '^src/',
        pathNot: `^src/(core/manifest|app/(history|setup/doctor)|adapters/(plugins|secrets/findings|knowledge))/|${tests}`,
      },
      to: { path: '^node_modules/zod/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'zod-types-only-in-output',
      severity: 'error',
      comment: 'Schemas of outputs are functions of zod: commands run without it.',
      from: {
        path: '^src/',
        pathNot: `^src/(core/manifest|app/(history|setup/doctor|output)|adapters/(plugins|secrets/findings|knowledge))/|${tests}`,
      },
      to: { path: '^node_modules/zod/' },
    },
    {
      name: 'sql-only-in-its-room',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/adapters/store/sql/|${tests}` },
      to: { path: '^node_modules/pg/' },
    },
    {
      name: 'mcp-only-in-its-room',
      severity: 'error',
      comment: 'Our server, and our client for plugins.',
      from: { path: '^(src|bin)/', pathNot: `^src/(surfaces/mcp|adapters/plugins)/|${tests}` },
      to: { path: '^node_modules/@modelcontextprotocol/' },
    },
    {
      name: 'insert-path-is-light',
      severity: 'error',
      comment: 'A hook loads these files: no driver, and the migrations only if the store needs one.',
      from: {
        path: '^src/adapters/store/sql/(insert|append|entry-rows|project-row|database|query|records|sessions|session-rows)\\.ts$',
      },
      to: {
        path: '^node_modules/|^src/adapters/store/sql/(migrat|postgres|store-reads|log|tally|sqlite\\.ts)',
        dynamic: false,
      },
    },
    only('ports-know-core', '^src/ports/', '^src/(core|ports)/'),
    only('agents-know-core', '^src/agents/', '^src/(core|agents)/'),
    only('app-knows-core-ports-agents', '^src/app/', '^src/(core|ports|agents|app)/'),
    {
      name: 'app-does-no-io',
      severity: 'error',
      from: { path: '^src/(app|ports|agents)/', pathNot: tests },
      to: { dependencyTypes: ['core', 'npm', 'npm-dev'], pathNot: '^node_modules/zod/' },
    },
    {
      name: 'adapters-are-strangers',
      severity: 'error',
      comment: 'All of them write to the same disk, and one room knows how.',
      from: { path: '^src/adapters/([^/]+)/', pathNot: tests },
      to: { path: '^src/', pathNot: '^src/(core|ports|agents)/|^src/adapters/($1|disk)/' },
    },
    {
      name: 'surfaces-are-strangers',
      severity: 'error',
      from: { path: '^src/surfaces/([^/]+)/', pathNot: tests },
      to: { path: '^src/', pathNot: '^src/(core|agents|ports|app)/|^src/surfaces/$1/' },
    },
    {
      name: 'one-door-per-room',
      severity: 'error',
      comment: 'Another room is entered through its index.ts.',
      from: { path: '^src/((?:core|adapters|surfaces)/[^/]+|ports|agents)/', pathNot: tests },
      to: { path: '^src/', pathNot: `${doors}|^src/$1/` },
    },
    {
      name: 'one-door-per-room',
      severity: 'error',
      comment:
        'The same for app. Only import() names a file: through the index.ts it would load the whole room.',
      from: { path: '^src/(app/[^/]+)/', pathNot: tests },
      to: { path: '^src/', pathNot: `${doors}|^src/$1/`, dynamic: false },
    },
    {
      name: 'compose-is-the-top',
      severity: 'error',
      from: { pathNot: '^(bin|tests|bench|src/compose)/' },
      to: { path: '^src/compose/' },
    },
    {
      name: 'no-dev-dependency-in-hand-written-io',
      severity: 'error',
      comment: 'Only these packages are bundled.',
      from: { path: '^(src|bin)/', pathNot: tests },
      to: {
        path: '^node_modules/',
        pathNot:
          '^node_modules/(zod|yaml|jsonc-parser|markdown-it|pg|re2js|smol-toml|@modelcontextprotocol|@types)/',
      },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    preserveSymlinks: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
}
