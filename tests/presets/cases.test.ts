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

describe.each(allCases().map((one) => [one.preset, one.name, one] as const))('%s/%s', (preset, name, one) => {
  it(one.request.shows, async () => {
    const first = await runCase(one, one.directory, null)
    if (update) {
      writeFileSync(join(one.directory, packetFile(one)), first.packet)
      writeFileSync(join(one.directory, 'receipt.json'), first.receipt)
    }
    expect(first.packet).toBe(readFileSync(join(one.directory, packetFile(one)), 'utf8'))
    expect(first.receipt).toBe(readFileSync(join(one.directory, 'receipt.json'), 'utf8'))
  })

  it('gives the same bytes again, from the cache, and from another directory written in another order', async () => {
    const first = await runCase(one, one.directory, null)
    const copy = join(away, preset, name)
    mkdirSync(join(copy, 'repo'), { recursive: true })
    for (const entry of readdirSync(one.directory).reverse())
      copyReversed(join(one.directory, entry), join(copy, entry))
    const cold = await runCase(one, copy, join(away, 'cache', name))
    const warm = await runCase(one, copy, join(away, 'cache', name))
    expect(cold).toEqual(first)
    expect({ ...warm, cached: false }).toEqual(first)
    if (first.packet !== '') expect(warm.cached).toBe(one.request.cached ?? one.request.bundle === undefined)
  })
})

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
