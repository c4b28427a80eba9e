import { expect, it } from 'vitest'
import { isServerUrl, redactServerUrl } from './server-url.ts'

it.each([
  ['postgres://db.example/ledger', 'db.example/ledger', true],
  ['postgres://ada:secret@db.example:5432/ledger', 'db.example:5432/ledger', true],
  ['POSTGRES://ada:secret@db.example/ledger?password=other&sslmode=require', 'db.example/ledger', true],
  ['postgres://ada:p%40ss%2Fword@db.example/ledger', 'db.example/ledger', true],
  ['postgres://ada:p@ss/word@db.example/ledger', 'db.example/ledger', false],
  ['postgres://ada:pass/word@db.example/ledger', 'db.example/ledger', false],
  ['postgres:///ledger', '/ledger', true],
])('the server of %s is %s', (url, server, whole) => {
  expect([redactServerUrl(url), isServerUrl(url)]).toEqual([server, whole])
})
