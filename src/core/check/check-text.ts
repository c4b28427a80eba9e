import { dropUnfilledLines } from '../document/index.ts'
import { findHidden, redact, ruleSets } from '../redact/index.ts'
import type { CheckFault } from './check-fault.ts'
import { makeFault } from './check-rules.ts'
import { type CheckedText, getLine } from './checked-project.ts'
import type { TextReferences } from './scan-references.ts'

/** Finds bytes and characters that should not be in a text for agents, secrets, and placeholders. */
export function checkText(file: CheckedText, scanned: TextReferences): CheckFault[] {
  return [
    ...checkEncoding(file),
    ...findHiddenLines(file),
    ...findSecrets(file),
    ...findPlaceholders(file, scanned),
  ]
}

function checkEncoding({ path: file, text, isUtf8 }: CheckedText): CheckFault[] {
  const findings: CheckFault[] = []
  if (!isUtf8)
    findings.push(
      makeFault('not-utf8', {
        ...{ file, line: null },
        message: 'The file is not valid UTF-8.',
        expected: 'text in UTF-8',
        advice: 'Save it as UTF-8.',
      }),
    )
  if (text.startsWith(byteOrderMark))
    findings.push(
      makeFault('byte-order-mark', {
        ...{ file, line: 1 },
        message: 'The file begins with a byte order mark.',
        expected: 'a file that begins with its first visible character',
        advice: 'Save it as UTF-8 without a byte order mark.',
      }),
    )
  return findings
}

const byteOrderMark = '\uFEFF'

/** One finding per line. */
function findHiddenLines({ path: file, text, isUtf8 }: CheckedText): CheckFault[] {
  const kinds = new Map<number, Set<string>>()
  for (const { start, kind } of findHidden(text)) {
    if (start === 0 && text.startsWith(byteOrderMark)) continue
    // Bytes of another encoding are reported already.
    if (!isUtf8 && kind !== 'zero-width') continue
    const line = getLine(text, start)
    kinds.set(line, (kinds.get(line) ?? new Set()).add(kind))
  }
  return [...kinds].map(([line, found]) =>
    makeFault('invisible-text', {
      ...{ file, line },
      message: `The line holds invisible characters (${[...found].join(', ')}).`,
      expected: 'only characters that a person sees',
      advice: 'Remove them.',
    }),
  )
}

const redaction = { rules: ruleSets.default, marker: '[REDACTED]' }

function findSecrets({ path: file, text }: CheckedText): CheckFault[] {
  const { hits } = redact(text, redaction)
  return hits.map(({ rule, start }) =>
    makeFault('secret-in-instructions', {
      ...{ file, line: getLine(text, start) },
      message: `The line holds text that looks like a secret (${rule}).`,
      expected: 'no secret in a file that is sent to a model',
      advice: 'Remove it and revoke it. If it is not one, write an obvious placeholder such as <token>.',
    }),
  )
}

function findPlaceholders({ path: file }: CheckedText, { prose }: TextReferences): CheckFault[] {
  const { unfilled } = dropUnfilledLines(prose.map(({ text, line }) => ({ text, at: line })))
  return unfilled.map((line) =>
    makeFault('template-unfilled', {
      ...{ file, line },
      message: 'The line is a placeholder that was not filled in.',
      expected: 'a fact about this project',
      advice: 'Fill it in, or remove the line.',
    }),
  )
}
