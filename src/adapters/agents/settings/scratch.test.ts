import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { TemporaryDirectory } from '../../../ports/index.ts'
import { makeRecordingScript, openScratch } from './scratch.ts'

let scratch: TemporaryDirectory
afterEach(() => scratch.remove())

describe('a directory for one command', () => {
  it('is for its owner alone, and gone afterwards with all that was put there', () => {
    scratch = openScratch()
    scratch.write('home/.a/settings.json', '{}')
    expect(statSync(scratch.directory).mode & 0o777).toBe(0o700)
    expect(statSync(join(scratch.directory, 'home/.a/settings.json')).mode & 0o777).toBe(0o600)
    scratch.remove()
    expect(existsSync(scratch.directory)).toBe(false)
  })

  it('is gone when the program ends in the middle, by itself or by a signal', () => {
    scratch = openScratch()
    const module = join(import.meta.dirname, 'scratch.ts')
    for (const end of [
      'process.exit(0)',
      'process.kill(process.pid, "SIGINT"); setTimeout(() => {}, 5000)',
    ]) {
      const code = `import { openScratch } from ${JSON.stringify(module)}
        const made = openScratch(); made.write('a/b', 'c'); console.log(made.directory); ${end}`
      const ran = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' })
      expect(ran.stdout.trim(), ran.stderr).toMatch(/foreword-/)
      expect(existsSync(ran.stdout.trim())).toBe(false)
    }
  })
})

describe('a script that stands in for a program', () => {
  const stand = (words: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    scratch = openScratch()
    const calls = scratch.make('calls')
    return scratch.script('program', makeRecordingScript({ words, last: ["it's", 'last'], env, calls }))
  }

  it('runs the program for every caller, in an environment of its own', () => {
    const program = stand(['/bin/sh', '-c', 'cat; echo "$@ $A $B"; echo why >&2; exit 3', 'sh'], { A: "a'b" })
    const ran = spawnSync(program, ['hook', 'x y'], { input: 'in ', encoding: 'utf8', env: { B: 'b' } })
    expect(ran).toMatchObject({ status: 3, stdout: "in hook x y it's last a'b \n", stderr: 'why\n' })
    expect(scratch.calls('calls')).toEqual([
      { words: 'hook x y', out: "in hook x y it's last a'b \n", err: 'why\n', ended: true },
    ])
  })

  it('tells of a call that was ended', () => {
    const program = stand(['/bin/sh', '-c', 'sleep 2'])
    spawnSync(program, ['hook'], { timeout: 300 })
    expect(scratch.calls('calls')).toMatchObject([{ words: 'hook', ended: false }])
  })
})
