// The decision about trust says for each key of the manifest whether it widens the reach.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildManifestJsonSchema } from '../../src/core/manifest/index.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/decisions/0022-trust-by-reach.md'), 'utf8')

it('T2 every key of the manifest has a row in the table of what an approval compares', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, key]) => key)
  const { properties } = buildManifestJsonSchema() as { properties: object }
  expect(rows.sort()).toEqual(Object.keys(properties).sort())
})
