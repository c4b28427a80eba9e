import {
  findOwnDate,
  markFences,
  type Outliner,
  type ReduceDeps,
  reduceLines,
  shapeDocument,
} from '../../document/index.ts'
import { type KnowledgeRule, parseCheckedReducer, type Shape } from '../../manifest/index.ts'
import { findGapLine, redactLines } from '../../packet/index.ts'
import { RedactionFailure, type Redactor, splitRedactedLines } from '../../redact/index.ts'
import { type FoundSource, joinLines, type SourceLine } from '../../values/index.ts'

export interface KnowledgeDeps {
  readonly count: ReduceDeps['count']
  readonly outline: Outliner
  /** Shared by all documents, because a secret found in one must be redacted in all others. */
  readonly redactor: Redactor
  /** Replaces documents that were cut. */
  readonly marker: string
  /** Called before each document. */
  begin?(index: number): void
}

export interface CondensedDocument {
  /** Ends with a line end. */
  readonly body: string
  readonly size: number
  /** Number of documents in it, whole or in part. */
  readonly documents: number
  /** Number of documents that did not fit. */
  readonly leftOut: number
  /** Documents that were left out because they could not be redacted. */
  readonly unsafe: readonly { readonly path: string; readonly why: string }[]
}

export function learnSecretsFromDocuments(documents: readonly FoundSource[], redactor: Redactor): void {
  for (const document of documents) {
    try {
      redactor.learn(document.text, findGapLine(document))
    } catch (failure) {
      // `condense` reports it for the document.
      if (!(failure instanceof RedactionFailure)) throw failure
    }
  }
}

/** Redacts, shapes and cuts documents like sections of a packet, and joins them to one document. */
export function condenseDocuments(
  rule: KnowledgeRule,
  documents: readonly FoundSource[],
  deps: KnowledgeDeps,
): CondensedDocument {
  const unsafe: CondensedDocument['unsafe'][number][] = []
  const shaped = documents.flatMap((document, i) => {
    deps.begin?.(i)
    try {
      const lines = shapeLines(rule, document, deps)
      return lines.length === 0 ? [] : [lines]
    } catch (failure) {
      if (!(failure instanceof RedactionFailure)) throw failure
      unsafe.push({ path: deps.redactor.redact(document.path).text, why: failure.message })
      return []
    }
  })
  const whole = joinDocuments(rule, shaped, deps)
  const lines = rule.max_tokens === undefined ? whole : cutToSize(whole, rule.max_tokens, deps)
  const text = redactAgain(lines, deps)
  const included = new Set(lines.flatMap((line) => (line.path === undefined ? [] : [line.path]))).size
  return {
    body: `${text}\n`,
    size: deps.count(text),
    documents: included,
    leftOut: shaped.length - included,
    unsafe,
  }
}

function shapeLines(
  rule: KnowledgeRule,
  found: FoundSource,
  { redactor, outline }: KnowledgeDeps,
): SourceLine[] {
  const clean = redactor.redact(found.text, findGapLine(found))
  const parsed = outline(clean.text)
  const date = findOwnDate(parsed, found.path)?.date ?? null
  const document = { lines: markFences(splitRedactedLines(clean), parsed), outline: parsed, date }
  const { lines } = shapeDocument(document, resolveShape(rule), 'knowledge')
  if (lines.length === 0) return []
  const titled = rule.shape === 'whole' ? [{ text: `## ${found.path}`, at: 0 }, blank, ...lines] : lines
  return redactLines(titled, redactor, {}).map((line) => ({ ...line, path: found.path }))
}

function resolveShape({ shape, digest }: KnowledgeRule): Shape {
  if (shape === 'digest') return { digest }
  return shape === 'whole' ? 'raw' : 'titles'
}

const blank: SourceLine = { text: '', at: 0 }

function joinDocuments(
  { title, shape }: KnowledgeRule,
  documents: readonly (readonly SourceLine[])[],
  { redactor }: KnowledgeDeps,
): SourceLine[] {
  const heading = title === undefined ? [] : [{ text: `# ${redactor.redact(title).text}`, at: 0 }, blank]
  const between = shape === 'whole' ? [blank] : []
  return [...heading, ...documents.flatMap((lines, i) => (i === 0 ? lines : [...between, ...lines]))]
}

function cutToSize(lines: readonly SourceLine[], amount: number, deps: KnowledgeDeps): readonly SourceLine[] {
  return reduceLines(lines, parseCheckedReducer(`documents(${amount})`), {
    count: deps.count,
    outline: deps.outline,
    marker: deps.marker,
    atoms: [...deps.redactor.markers],
    reference: '',
  })
}

/** Scans the final text again, because joining and cutting can put the halves of a secret together. */
function redactAgain(lines: readonly SourceLine[], { redactor }: KnowledgeDeps): string {
  const text = joinLines(lines)
  if (redactor.sweep(text) === undefined) return text
  const again = redactor.redact(text).text
  if (redactor.sweep(again) === undefined) return again
  throw new RedactionFailure('holds a secret that could not be redacted')
}
