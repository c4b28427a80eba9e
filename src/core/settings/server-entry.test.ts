import { describe, expect, it } from 'vitest'
import { addServerEntry, readServerEntry, removeServerEntry } from './server-entry.ts'
import { addTomlTable, hasTomlTable, removeTomlTable } from './toml-table.ts'

const place = { key: 'mcpServers', name: 'foreword' }
const value = { command: 'foreword', args: ['mcp'] }

describe('an MCP server in JSON', () => {
  it.each([
    [null],
    [''],
    ['\n'],
    ['{}'],
    ['{ }\n'],
    ['{\n  "a": 1\n}\n'],
    ['{ "a": 1, }'],
    ['{"mcpServers": {}}'],
    ['{\n\t"mcpServers": {\n\t\t"other": { "command": "x" }, // mine\n\t},\n}'],
    ['// above\r\n{\r\n  "mcpServers": { "other": {} },\r\n  "z": []\r\n}\r\n'],
  ])('is added, found and removed without a trace: %j', (text) => {
    const added = addServerEntry(text, place, value)
    expect(readServerEntry(added, place)).toEqual(value)
    expect(removeServerEntry(added, place)).toBe(text)
  })

  it('is replaced where it stands, between its neighbours', () => {
    const text = '{ "mcpServers": { "a": {}, "foreword": { "command": "old" }, "z": {} } }'
    expect(addServerEntry(text, place, { command: 'new' })).toBe(text.replace('old', 'new'))
  })

  it('is not put where another type of value is', () => {
    expect(() => addServerEntry('{ "mcpServers": [] }', place, value)).toThrow('under "mcpServers"')
    expect(() => addServerEntry('[]', place, value)).toThrow('expected an object')
  })
})

describe('a table in TOML', () => {
  const table = { name: 'mcp_servers.foreword', values: { command: 'a "b"', args: ['mcp'], on: true } }
  it.each([
    [null],
    [''],
    ['\n'],
    ['a = 1'],
    ['a = 1\n'],
    ['a = 1\n\n'],
    ['# only a comment\n[mcp_servers.other]\ncommand = "x"\n'],
    ['a = 1\r\n[b]\r\nc = 2\r\n'],
  ])('is added, found and removed without a trace: %j', (text) => {
    const added = addTomlTable(text, table)
    expect(hasTomlTable(added, table.name)).toBe(true)
    expect(added).toContain('command = "a \\"b\\""')
    expect(addTomlTable(added, table)).toBe(added)
    expect(removeTomlTable(added, table.name)).toBe(text)
  })

  it('is removed from the middle with the tables below it, and comments of the next table stay', () => {
    const added = addTomlTable('a = 1\n', table)
    const more = `${added}enabled = false\n\n[mcp_servers.foreword.tools]\nx = 1\n`
    expect(removeTomlTable(`${more}\n# of b\n[b]\nc = 2\n`, table.name)).toBe('a = 1\n\n# of b\n[b]\nc = 2\n')
  })

  it('leaves a server of the same name that a person wrote alone', () => {
    const text = '[mcp_servers.foreword]\ncommand = "x"\n'
    expect(hasTomlTable(text, table.name)).toBe(false)
    expect(removeTomlTable(text, table.name)).toBe(text)
  })
})
