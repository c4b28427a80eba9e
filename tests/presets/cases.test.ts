import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { allCases, packetFile, runCase } from './cases.ts'

// A new case is a new folder. `UPDATE=1 npx vitest run tests/presets` writes its expected files; review the diff.
const update = process.env.UPDATE === '1'
const away = mkdtempSync(join(tmpdir(), 'foreword-cases-'))
afterAll(() => rmSync(away, { recursive: true, force: true }))

describe.each(allCases().map((goldenCase) => [goldenCase.preset, goldenCase.name, goldenCase] as const))(
  '%s/%s',
  (preset, name, goldenCase) => {
    it(goldenCase.request.shows, async () => {
      const first = await runCase(goldenCase, goldenCase.directory, null)
      if (update) {
        writeFileSync(join(goldenCase.directory, packetFile(goldenCase)), first.packet)
        writeFileSync(join(goldenCase.directory, 'receipt.json'), first.receipt)
      }
      expect(first.packet).toBe(readFileSync(join(goldenCase.directory, packetFile(goldenCase)), 'utf8'))
      expect(first.receipt).toBe(readFileSync(join(goldenCase.directory, 'receipt.json'), 'utf8'))
    })

    it('gives the same bytes again, from the cache, and from another directory written in another order', async () => {
      const first = await runCase(goldenCase, goldenCase.directory, null)
      const copy = join(away, preset, name)
      mkdirSync(join(copy, 'repo'), { recursive: true })
      for (const entry of readdirSync(goldenCase.directory).reverse())
        copyReversed(join(goldenCase.directory, entry), join(copy, entry))
      const cold = await runCase(goldenCase, copy, join(away, 'cache', name))
      const warm = await runCase(goldenCase, copy, join(away, 'cache', name))
      expect(cold).toEqual(first)
      expect({ ...warm, cached: false }).toEqual(first)
      if (first.packet !== '')
        expect(warm.cached).toBe(goldenCase.request.cached ?? goldenCase.request.bundle === undefined)
    })
  },
)

/** Writes files in reverse order of their names, so that directories list differently. */
function copyReversed(from: string, to: string): void {
  if (!existsSync(from)) return
  if (!statSync(from).isDirectory()) {
    cpSync(from, to)
    return
  }
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from).reverse()) copyReversed(join(from, name), join(to, name))
}
