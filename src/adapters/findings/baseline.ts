import { existsSync } from 'node:fs'
import { Refusal } from '../../core/values/index.ts'
import type { Baseline, KnownFinding } from '../../ports/index.ts'
import { codeOf, replaceFile } from '../disk/index.ts'
import { textOfFile } from './bytes.ts'

const maxBytes = 64 * 1024 * 1024

/** Null when there is no such file. */
export function readBaseline(file: string, shown: string): Baseline | null {
  if (!existsSync(file)) return null
  const data = parsed(textOfFile(file, shown, maxBytes), shown)
  if (!isObject(data) || data.foreword_baseline !== 1)
    throw refusal(shown, 'expected an object with "foreword_baseline": 1')
  const { salt, findings } = data
  if (typeof salt !== 'string' || !/^[0-9a-f]{32,128}$/.test(salt))
    throw refusal(shown, 'salt: expected 32 hexadecimal digits or more')
  if (!Array.isArray(findings)) throw refusal(shown, 'findings: expected a list')
  return { salt, findings: findings.map((one, i) => knownFinding(one, `${shown}: findings[${i}]`)) }
}

/** The whole file or nothing, in the same order for the same findings. */
export function writeBaseline(file: string, shown: string, { salt, findings }: Baseline): void {
  const lines = findings.map((one) => `    ${JSON.stringify(one)}`).join(',\n')
  const list = findings.length === 0 ? '[]' : `[\n${lines}\n  ]`
  const text = `{\n  "foreword_baseline": 1,\n  "salt": "${salt}",\n  "findings": ${list}\n}\n`
  try {
    replaceFile(file, text)
  } catch (error) {
    const code = codeOf(error)
    if (code === undefined) throw error
    throw new Refusal('not-writable', `Cannot write ${shown}: ${code}.`, 'Choose another place.')
  }
}

function knownFinding(one: unknown, where: string): KnownFinding {
  if (!isObject(one)) throw new Refusal('usage', `${where}: expected an object.`)
  const { file, rule, fingerprint, count, line } = one
  const sound =
    typeof file === 'string' &&
    typeof rule === 'string' &&
    typeof fingerprint === 'string' &&
    /^[0-9a-f]{5}$/.test(fingerprint) &&
    isCount(count) &&
    isCount(line)
  if (sound) return { file, rule, fingerprint, count, line }
  const expected = 'expected file, rule, fingerprint (5 hexadecimal digits), count and line'
  throw new Refusal('usage', `${where}: ${expected}.`)
}

function parsed(text: string, shown: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refusal(shown, 'it is not JSON')
  }
}

function refusal(shown: string, why: string): Refusal {
  return new Refusal(
    'usage',
    `${shown} is no baseline: ${why}.`,
    'Make one with "foreword scrub --write-baseline=FILE".',
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) > 0
}
