import { isMap, isScalar, isSeq, LineCounter, type ParsedNode, parseDocument, type YAMLMap } from 'yaml'
import { findNearestName } from '../../../core/manifest/index.ts'
import { redactionRules } from '../../../core/redact/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import type { AllowEntry } from '../../../ports/index.ts'
import { readFindingsFile } from './read-findings-file.ts'

// The parser is slow on large files, and allow-lists are written by hand.
const maxBytes = 256 * 1024
const keys = ['reason', 'sha256', 'rule', 'file'] as const
type Key = (typeof keys)[number]

/** `shown` is the name of the file in messages. */
export function readAllowList(file: string, shown: string): AllowEntry[] {
  const counter = new LineCounter()
  const fail: Fail = (offset, message) => {
    const { line, col } = counter.linePos(offset)
    const example = 'An entry is a reason and at least one of sha256, rule and file.'
    return new Refusal('usage', `${shown}:${line}:${col}: ${message}`, example)
  }
  const document = parseDocument(readFindingsFile(file, shown, maxBytes), {
    lineCounter: counter,
    logLevel: 'error',
    prettyErrors: false,
  })
  const fault = document.errors[0]
  // Report the code, because the message may quote the line.
  if (fault !== undefined)
    throw fail(fault.pos[0], `not valid YAML (${fault.code.toLowerCase().replaceAll('_', ' ')}).`)
  const list = document.contents
  if (!isSeq(list)) throw fail(0, 'expected a list of entries, each beginning with "- ".')
  return (list.items as ParsedNode[]).map((item) => {
    if (!isMap(item)) throw fail(item.range[0], 'expected an entry with keys such as "reason: …".')
    return parseEntry(item, counter.linePos(item.range[0]).line, fail)
  })
}

type Fail = (offset: number, message: string) => Refusal

function parseEntry(item: YAMLMap.Parsed, line: number, fail: Fail): AllowEntry {
  const fields = new Map<Key, { readonly text: string; readonly at: number }>()
  for (const { key, value } of item.items) {
    const name = isScalar(key) ? String(key.value) : ''
    if (!isKey(name)) throw fail(key.range[0], `unknown key "${name}"${suggestName(name, keys)}.`)
    const at = (value ?? key).range[0]
    const text = isScalar(value) ? value.source.trim() : ''
    if (text === '') throw fail(at, `${name}: expected ${expected[name]}.`)
    fields.set(name, { text, at })
  }
  const at = item.range[0]
  const reason = fields.get('reason')?.text
  if (reason === undefined) throw fail(at, `the reason is missing: expected reason: ${expected.reason}.`)
  if (fields.size === 1) throw fail(at, 'expected what is allowed: sha256, rule or file, or several of them.')
  return { line, reason, ...checkFields(fields, fail) }
}

const expected: Readonly<Record<Key, string>> = {
  reason: 'a sentence that says why this is not a secret',
  sha256: '64 hexadecimal digits',
  rule: 'the name of a rule',
  file: 'a path or a pattern such as tests/**',
}

function checkFields(
  fields: ReadonlyMap<Key, { readonly text: string; readonly at: number }>,
  fail: Fail,
): Omit<AllowEntry, 'line' | 'reason'> {
  const [sha256, rule, file] = [fields.get('sha256'), fields.get('rule'), fields.get('file')]
  const digest = sha256?.text.toLowerCase().replace(/^sha256:/, '')
  if (sha256 !== undefined && !/^[0-9a-f]{64}$/.test(digest ?? ''))
    throw fail(sha256.at, `sha256: expected ${expected.sha256}.`)
  if (rule !== undefined && !redactionRules.includes(rule.text))
    throw fail(rule.at, `rule: unknown rule "${rule.text}"${suggestName(rule.text, redactionRules)}.`)
  return {
    ...(digest === undefined ? {} : { sha256: `sha256:${digest}` }),
    ...(rule === undefined ? {} : { rule: rule.text }),
    ...(file === undefined ? {} : { file: file.text.replace(/^(?:\.\/)+/, '') }),
  }
}

function isKey(name: string): name is Key {
  return (keys as readonly string[]).includes(name)
}

function suggestName(name: string, candidates: readonly string[]): string {
  const nearest = findNearestName(name, candidates)
  return nearest === undefined ? '' : `; did you mean "${nearest}"?`
}
