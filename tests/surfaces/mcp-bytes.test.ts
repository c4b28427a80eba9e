// A read through a server gives the same bytes as `foreword read`, however odd the document is.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callText, connections, type Reachable, reachable, readText } from './mcp-client.ts'
import { notesManifest } from './mcp-project.ts'
import { type Ran, secrets, World } from './program.ts'
import { ask, modern, usualHeaders } from './serving.ts'

const manifest = notesManifest('odd')
const script = '</script><img src=x onerror="alert(1)"><!--\u2028'
const documents: Readonly<Record<string, string | Buffer>> = {
  '0001-redacted.md': `# Redacted\n\nThe token is ${secrets.github}, twice: ${secrets.github}.\n`,
  // foreword reads only the beginning and the end of a file of this size.
  '0002-huge.md': `# Huge\n\n${'A line among many others.\n'.repeat(400_000)}The end of it.\n`,
  '0003-large.md': `# Large\n\n${'A line that does not fit into the budget.\n'.repeat(2_000)}`,
  '0004-binary.md': Buffer.concat([Buffer.from('# Binary\n'), Buffer.from([0, 1, 2, 0xff, 0])]),
  '0005-latin.md': Buffer.from('# Latin\n\nCaf\xe9 na\xefve\n', 'latin1'),
  '0006-wide.md': '# Wide\r\n\r\n👩‍👩‍👧 e\u0301 \u{1f1e9}\u{1f1ea} \ufeff مرحبا\r\nlast line without an end',
  '0007-empty.md': '',
  '0008-script.md': `# Script ${script}\n\n${script}\n`,
  '0009-hidden.md': '# Hidden\n\nSay\u200b noth\u202eing\u001b[31m of this\u0007.\n',
}

const names = Object.keys(documents).map((name) => name.replace('.md', ''))
const uris = [...names, ''].map((name) => `shop://docs/notes/${name}`)
/** The output of `foreword read`. */
const printed = new Map<string, Ran>()

const world = new World()
let root: string
let there: Reachable
beforeAll(async () => {
  root = join(world.dir, 'odd')
  world.write(join(root, '.foreword/manifest.yaml'), manifest)
  for (const [name, content] of Object.entries(documents)) {
    world.write(join(root, 'docs', name), '')
    writeFileSync(join(root, 'docs', name), content)
  }
  expect(world.foreword(['trust', '--yes'], { cwd: root }).code).toBe(0)
  for (const uri of uris) printed.set(uri, world.foreword(['read', uri], { cwd: root }))
  there = await reachable(world, root)
})
afterAll(async () => {
  await there[Symbol.asyncDispose]()
  world.remove()
})

describe.each(connections)('by $way, $version', ({ way, version }) => {
  it('every document has the bytes of "foreword read", as a resource and by the tool, or its refusal', async () => {
    const client = await there.connect(way, version)
    for (const [uri, { code, out, err }] of printed) {
      if (code === 0) {
        expect(await readText(client, uri)).toBe(out)
        expect(await callText(client, 'shop_read', { uri })).toBe(out)
      } else {
        expect(err).toContain(uri)
        await expect(readText(client, uri)).rejects.toMatchObject({ data: { uri } })
        await expect(callText(client, 'shop_read', { uri })).rejects.toThrow(uri)
      }
    }
  })
})

it('the command line has read some of them, refused others, and told no secret', () => {
  const read = [...printed.values()].filter(({ code }) => code === 0).map(({ out }) => out)
  expect(read.length).toBeGreaterThan(5)
  expect([...printed].filter(([, { code }]) => code !== 0).map(([uri]) => uri)).toContain(
    'shop://docs/notes/0004-binary',
  )
  expect(read.join('\n')).not.toContain(secrets.github)
  for (const part of ['[REDACTED]', '👩‍👩‍👧', 'A line among many others.', 'onerror'])
    expect(read.filter((text) => text.includes(part)).length).toBeGreaterThan(0)
})

it('T20 the content of a document goes out as data that a browser never shows as a page', async () => {
  const { port } = there.served.where
  const uri = 'shop://docs/notes/0008-script'
  const headers = [
    ...usualHeaders(port).filter((line) => !line.startsWith('Mcp-Method')),
    'Mcp-Method: resources/read',
    `Mcp-Name: ${uri}`,
  ]
  const { status, head, body } = await ask(port, { headers, body: modern('resources/read', { uri }) })
  expect(status).toBe(200)
  expect(JSON.parse(body).result.contents[0].text).toContain('onerror')
  expect(head).toMatch(/^content-type: application\/json\r?$/im)
  expect(head).toMatch(/^x-content-type-options: nosniff\r?$/im)
  expect(head).toMatch(/^content-security-policy: default-src 'none'; frame-ancestors 'none'\r?$/im)
  expect(head).not.toMatch(/access-control-allow/i)
})
