import type { PlannedSource } from '../../../core/plan/index.ts'
import { isSafeName, makeSafe, type Sanitiser } from '../../../core/redact/index.ts'
import { type Diagnostic, type FoundSource, makeDiagnostic } from '../../../core/values/index.ts'
import { makeSanitiser } from '../../redaction/index.ts'
import type { ExternalDocuments, ExternalSourceDeps } from './candidates.ts'

/** Reads sources outside the project as unverified documents. Prohibited content is removed, and every changed document is reported. */
export async function readExternalDocuments(
  deps: ExternalSourceDeps,
  source: PlannedSource,
): Promise<ExternalDocuments> {
  const { engine, project, plan } = deps
  const { prohibited } = plan.externalRules
  const sanitiser = await makeSanitiser(engine, project, { redact: plan.redact, prohibited })
  const external = await readDocuments(deps, source, sanitiser)
  const clean = (value: unknown) => cleanValue(value, sanitiser)
  const isSource = ({ scheme, pattern }: PlannedSource) =>
    scheme === source.scheme && pattern === source.pattern
  const tier = plan.sections.find((section) => section.sources.some(isSource))?.tier ?? null
  return {
    found: external.found.map((found) => ({
      ...found,
      facts: clean(found.facts) as FoundSource['facts'] & object,
    })),
    diagnostics: limitDiagnostics(external.diagnostics).map((diagnostic) => ({
      ...diagnostic,
      detail: cleanDetail(diagnostic, sanitiser),
    })),
    asked: external.asked.map((entry) => ({ ...(clean(entry) as typeof entry), tier })),
  }
}

async function readDocuments(
  deps: ExternalSourceDeps,
  source: PlannedSource,
  sanitiser: Sanitiser,
): Promise<ExternalDocuments> {
  if (source.scheme === 'memory')
    return (await import('./read-memory-documents.ts')).readMemoryDocuments(deps, sanitiser)
  return (await import('./read-adapter-documents.ts')).readAdapterDocuments(deps, source, sanitiser)
}

const unsaid = 'the message has prohibited content'
/** Details that consist of our own words and checked names, separated by colons. */
const ownWords: readonly Diagnostic['code'][] = ['adapter-warning', 'entry-dropped', 'entry-redacted']

/** Keeps a detail of our own as it is: a work item may be called `reset-password`, and the text after the colon is not a password. */
function cleanDetail({ code, detail }: Diagnostic, sanitiser: Sanitiser): string {
  const isOwn = ownWords.includes(code) && detail.split(':').every((part) => isSafeName(part, sanitiser))
  return isOwn ? detail : (makeSafe(detail, sanitiser) ?? unsaid)
}

/** Cleans every text in a value that may quote an outside source. A text that cannot be shown becomes null. */
function cleanValue(value: unknown, sanitiser: Sanitiser): unknown {
  if (typeof value === 'string') return makeSafe(value, sanitiser)
  if (Array.isArray(value)) return value.map((element) => cleanValue(element, sanitiser))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, element]) => [key, cleanValue(element, sanitiser)]),
  )
}

/** The most changed or dropped entries that are reported. Warnings of adapters have their own limit. */
const maxNamed = 20

function limitDiagnostics(all: readonly Diagnostic[]): Diagnostic[] {
  const codes = ['entry-dropped', 'entry-redacted'] as const
  const over = codes.flatMap((code) => {
    const more = all.filter((diagnostic) => diagnostic.code === code).length - maxNamed
    return more > 0 ? [makeDiagnostic(code, 'warning', `and ${more} more`)] : []
  })
  const shown = codes.flatMap((code) =>
    all.filter((diagnostic) => diagnostic.code === code).slice(0, maxNamed),
  )
  const isLimited = ({ code }: Diagnostic) => codes.some((limitedCode) => limitedCode === code)
  return [...all.filter((diagnostic) => !isLimited(diagnostic)), ...shown, ...over]
}
