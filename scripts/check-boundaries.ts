// Runs the boundary rules. Fails if they read too few modules, because such a check would pass everything.
import { globSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'

const config = createRequire(import.meta.url)('../.dependency-cruiser.cjs')
const tsConfig = extractTSConfig('tsconfig.json')
const { output } = await cruise(
  ['src', 'bin/hook.ts', 'bin/command-line.ts'],
  { ...config.options, ruleSet: config, validate: true },
  {},
  { tsConfig },
)
const { modules, summary } = output as ICruiseResult

const read = modules.filter(
  (module) => /^(src|bin)\//.test(module.source) && module.dependencies !== undefined,
)
const there = globSync(['src/**/*.ts', 'bin/*.ts'])
const edges = read.reduce((sum, module) => sum + module.dependencies.length, 0)
for (const { rule, from, to } of summary.violations) console.error(`${rule.name}: ${from} → ${to}`)
if (summary.violations.length > 0) process.exit(1)
if (read.length < there.length || edges < read.length) {
  console.error(
    `boundaries: read ${read.length} of ${there.length} modules with ${edges} imports; the check is blind`,
  )
  process.exit(1)
}
console.log(`boundaries: ${read.length} modules, ${edges} imports, no violation`)
