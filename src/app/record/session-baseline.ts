import type { Receipt, ReceiptSection } from '../../core/receipt/index.ts'
import { computeFingerprint } from '../../core/values/index.ts'
import type { SessionStart, Sessions } from '../../ports/index.ts'

/** Digest of the sources of a section. It is the same if the packet holds the content or only the address. */
export function computeSourcesDigest({ sources }: Pick<ReceiptSection, 'sources'>): string {
  return `behind:${computeFingerprint(JSON.stringify(sources.map(({ path, digest }) => [path, digest])))}`
}

/** Digest of a section before it was shortened, so it is the same at the start of a session and with a prompt. */
export function getContentDigest({ sent_digest, whole_digest }: ReceiptSection): string {
  return whole_digest ?? sent_digest
}

export type SessionBaseline = SessionStart['sections']

/** The sections that a session gets with a packet. `alike` holds every digest under which the session may already have a section. */
export function buildSessionBaseline({ sections, left_out }: Receipt): SessionBaseline {
  const sent = sections.map((section) => {
    const declared = section.reductions.some((reduction) => reduction.why === 'delivery')
    const digest = getContentDigest(section)
    const alike = [digest, section.sent_digest, computeSourcesDigest(section)]
    return declared
      ? { section: section.id, digest: computeSourcesDigest(section), form: 'declared' as const, alike }
      : { section: section.id, digest, form: 'content' as const, alike }
  })
  // Record documents that were left out, so that they do not count as new when they fit later.
  const left = left_out.filter(({ id, reason }) => isDocument(id) && reason === 'over-budget')
  return [
    ...sent,
    ...left.map((document) => {
      const digest = computeSourcesDigest(document)
      return { section: document.id, digest, form: 'left-out' as const, alike: [digest] }
    }),
  ]
}

/** Whether the id is a document of a section that has several. Names of sections have no slash. */
const isDocument = (id: string) => id.includes('/')

/** Saves the first packet of a session, which later packets are compared with. */
export function saveSessionBaseline(sessions: Sessions, receipt: Receipt, now: string): void {
  const sections = buildSessionBaseline(receipt)
  const { agent } = receipt
  sessions.recordSent(receipt.session_id, { agent, now, refresh: false, since: null, sections })
}

/** Saves sections that a session has read in full by address, so that they are not sent again. `ids` are the sections with that source. */
export function saveReadSections(
  sessions: Sessions,
  receipt: Receipt,
  { ids, now }: { ids: readonly string[]; now: string },
): void {
  const [read] = receipt.sections
  if (read === undefined || ids.length === 0) return
  const sections = ids.map((section) => ({
    section,
    digest: computeSourcesDigest(read),
    form: 'read' as const,
  }))
  sessions.recordSent(receipt.session_id, {
    agent: receipt.agent,
    now,
    refresh: false,
    since: null,
    sections,
  })
}
