import { existsSync } from 'node:fs'
import { z } from 'zod'
import { describeIssue, parseJson, Refusal } from '../../../core/values/index.ts'
import type { Baseline } from '../../../ports/index.ts'
import { getErrorCode, replaceFile } from '../../disk/index.ts'
import { readFindingsFile } from './read-findings-file.ts'

const maxBytes = 64 * 1024 * 1024

const text = z.string('expected text')
const count = z.int('expected a whole number above 0').positive('expected a whole number above 0')
const fingerprint = 'expected 5 hexadecimal digits'
const salt = 'expected 32 hexadecimal digits or more'
const finding = z.object(
  {
    file: text,
    rule: text,
    fingerprint: z.string(fingerprint).regex(/^[0-9a-f]{5}$/, fingerprint),
    count,
    line: count,
  },
  'expected an object',
)
const baselineSchema = z.object({
  salt: z.string(salt).regex(/^[0-9a-f]{32,128}$/, salt),
  findings: z.array(finding, 'expected a list'),
})
const headerSchema = z.object({ foreword_baseline: z.literal(1) })

/** Null if the file does not exist. */
export function readBaseline(file: string, shown: string): Baseline | null {
  if (!existsSync(file)) return null
  const value = parseJson(readFindingsFile(file, shown, maxBytes))
  if (value === undefined) throw makeRefusal(shown, 'it is not JSON')
  if (!headerSchema.safeParse(value).success)
    throw makeRefusal(shown, 'expected an object with "foreword_baseline": 1')
  const { data, error } = baselineSchema.safeParse(value)
  if (error !== undefined) throw makeRefusal(shown, describeIssue(error))
  return data
}

/** Writes the whole file or nothing. The same findings always give the same order. */
export function writeBaseline(file: string, shown: string, { salt, findings }: Baseline): void {
  const lines = findings.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n')
  const list = findings.length === 0 ? '[]' : `[\n${lines}\n  ]`
  const text = `{\n  "foreword_baseline": 1,\n  "salt": "${salt}",\n  "findings": ${list}\n}\n`
  try {
    replaceFile(file, text)
  } catch (error) {
    const code = getErrorCode(error)
    if (code === undefined) throw error
    throw new Refusal('not-writable', `Cannot write ${shown}: ${code}.`, 'Choose another path.')
  }
}

function makeRefusal(shown: string, why: string): Refusal {
  return new Refusal('usage', `${shown} is not a baseline: ${why}.`, 'Create one with --write-baseline=FILE.')
}
