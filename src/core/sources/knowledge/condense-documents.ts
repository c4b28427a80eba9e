import {
  findOwnDate,
  markFences,
  type Outliner,
  type ReduceDeps,
  reduce,
  shapeDocument,
} from '../../document/index.ts'
import { type KnowledgeRule, parseCheckedReducer, type Shape } from '../../manifest/index.ts'
import { findGapLine, redactLines } from '../../packet/index.ts'
import { RedactionFailure, type Redactor, splitRedactedLines } from '../../redact/index.ts'
import { type Found, joinLines, type SourceLine } from '../../values/index.ts'

export interface KnowledgeDeps {
  readonly count: ReduceDeps['count']
  readonly outline: Outliner
  /** Of all entries together: what one document gives away is a secret in every other. */
  readonly redactor: Redactor
  /** Stands where documents were cut out. */
  readonly marker: string
  /** Told before each document. */
  begin?(index: number): void
}

export interface CondensedDocument {
  /** Ends with a line end. */
  readonly body: string
  readonly size: number
  /** How many documents stand in it, whole or in part. */
  readonly documents: number
  /** How many had something to say and found no room. */
  readonly leftOut: number
  /** Documents that could not be redacted, and went nowhere. */
  readonly unsafe: readonly { readonly path: string; readonly why: string }[]
}

export function learnSecretsFromDocuments(documents: readonly Found[], redactor: Redactor): void {
  for (const found of documents) {
    try {
      redactor.learn(found.text, findGapLine(found))
    } catch (failure) {
      // Said where the document would stand.
      if (!(failure instanceof RedactionFailure)) throw failure
    }
  }
}

/** Redact, shape, cut: what a packet does to a section, for a document that stays. */
export function condense(
  rule: KnowledgeRule,
  documents: readonly Found[],
  tools: KnowledgeDeps,
): CondensedDocument {
  const unsafe: CondensedDocument['unsafe'][number][] = []
  const shaped = documents.flatMap((found, i) => {
    tools.begin?.(i)
    try {
      const lines = shapedLines(rule, found, tools)
      return lines.length === 0 ? [] : [lines]
    } catch (failure) {
      if (!(failure instanceof RedactionFailure)) throw failure
      unsafe.push({ path: tools.redactor.redact(found.path).text, why: failure.message })
      return []
    }
  })
  const whole = joined(rule, shaped, tools)
  const lines = rule.max_tokens === undefined ? whole : cut(whole, rule.max_tokens, tools)
  const text = swept(lines, tools)
  const kept = new Set(lines.flatMap((line) => (line.path === undefined ? [] : [line.path]))).size
  return {
    body: `${text}\n`,
    size: tools.count(text),
    documents: kept,
    leftOut: shaped.length - kept,
    unsafe,
  }
}

function shapedLines(rule: KnowledgeRule, found: Found, { redactor, outline }: KnowledgeDeps): SourceLine[] {
  const clean = redactor.redact(found.text, findGapLine(found))
  const parsed = outline(clean.text)
  const date = findOwnDate(parsed, found.path)?.date ?? null
  const document = { lines: markFences(splitRedactedLines(clean), parsed), outline: parsed, date }
  const { lines } = shapeDocument(document, shapeOf(rule), 'knowledge')
  if (lines.length === 0) return []
  const named = rule.shape === 'whole' ? [{ text: `## ${found.path}`, at: 0 }, blank, ...lines] : lines
  return redactLines(named, redactor, {}).map((line) => ({ ...line, path: found.path }))
}

function shapeOf({ shape, digest }: KnowledgeRule): Shape {
  if (shape === 'digest') return { digest }
  return shape === 'whole' ? 'raw' : 'titles'
}

const blank: SourceLine = { text: '', at: 0 }

function joined(
  { title, shape }: KnowledgeRule,
  documents: readonly (readonly SourceLine[])[],
  { redactor }: KnowledgeDeps,
): SourceLine[] {
  const heading = title === undefined ? [] : [{ text: `# ${redactor.redact(title).text}`, at: 0 }, blank]
  const between = shape === 'whole' ? [blank] : []
  return [...heading, ...documents.flatMap((lines, i) => (i === 0 ? lines : [...between, ...lines]))]
}

function cut(lines: readonly SourceLine[], amount: number, tools: KnowledgeDeps): readonly SourceLine[] {
  return reduce(lines, parseCheckedReducer(`documents(${amount})`), {
    count: tools.count,
    outline: tools.outline,
    marker: tools.marker,
    atoms: [...tools.redactor.markers],
    reference: '',
  })
}

/** Joining and cutting can put the halves of a secret together: the last look is at what is written. */
function swept(lines: readonly SourceLine[], { redactor }: KnowledgeDeps): string {
  const text = joinLines(lines)
  if (redactor.sweep(text) === undefined) return text
  const again = redactor.redact(text).text
  if (redactor.sweep(again) === undefined) return again
  throw new RedactionFailure('holds a secret that could not be taken out')
}
