import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'

const door = JSON.stringify(join(import.meta.dirname, 'publish.ts'))
const publisher = `
  import { createHash } from 'node:crypto'
  import { writeSync } from 'node:fs'
  const { openRuns } = await import(${door})
  const runs = openRuns(process.argv[1])
  for (let i = 0; ; i++) {
    const name = process.pid + '-' + i
    const body = (name + '\\n').repeat(1 + (i * 7919) % 40000)
    const hash = createHash('sha256').update(body).digest('hex')
    runs.publish(name, { 'context.md': body, 'context.json': JSON.stringify({ hash }), 'receipt.json': '{"state":1}' })
    writeSync(1, name + '\\n')
    runs.replace(name, 'receipt.json', JSON.stringify({ state: 2, pad: 'x'.repeat(i % 9000) }))
  }`

async function publishUntilKilled(directory: string): Promise<string[]> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', publisher, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  const closed = once(child, 'close')
  await once(child.stdout, 'data')
  await pause(Math.random() * 30)
  child.kill('SIGKILL')
  await closed
  return said.split('\n').slice(0, -1)
}

it('D1 shows only complete runs whose files match, however often the writer is killed', async () => {
  const home = mkdtempSync(join(tmpdir(), 'runs-kill-'))
  try {
    const acknowledged: string[] = []
    for (let round = 0; round < 40; round++) acknowledged.push(...(await publishUntilKilled(home)))

    const published = readdirSync(home).filter((entry) => !entry.startsWith('.'))
    for (const name of published) {
      const read = (file: string) => readFileSync(join(home, name, file), 'utf8')
      const files = readdirSync(join(home, name)).filter((file) => !file.startsWith('.tmp-'))
      expect(files.sort()).toEqual(['.gitignore', 'context.json', 'context.md', 'receipt.json'])
      const hash = createHash('sha256').update(read('context.md')).digest('hex')
      expect(JSON.parse(read('context.json'))).toEqual({ hash })
      expect([1, 2]).toContain(JSON.parse(read('receipt.json')).state)
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(40)
    expect(acknowledged.filter((name) => !published.includes(name))).toEqual([])
    expect(readFileSync(join(home, '.gitignore'), 'utf8')).toBe('*\n')
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})
