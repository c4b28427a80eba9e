import type { Receipt, ReceiptSection } from '../../core/receipt/index.ts'
import { computeFingerprint } from '../../core/values/index.ts'
import type { SessionStart, Sessions } from '../../ports/index.ts'

/** What lies behind a section: the same for its content and for where only its address stands. */
export function computeSourcesDigest({ sources }: Pick<ReceiptSection, 'sources'>): string {
  return `behind:${computeFingerprint(JSON.stringify(sources.map(({ path, digest }) => [path, digest])))}`
}

/** What a section is, however much of it there was room for: the same at the start of a session and with a prompt. */
export function getContentDigest({ sent_digest, whole_digest }: ReceiptSection): string {
  return whole_digest ?? sent_digest
}

/** What a session is told with a packet, with every digest under which it may have that already. */
export function buildSessionBaseline({ sections, left_out }: Receipt): SessionStart['sections'] {
  const sent = sections.map((one) => {
    const declared = one.reductions.some((reduction) => reduction.why === 'delivery')
    const digest = getContentDigest(one)
    const alike = [digest, one.sent_digest, computeSourcesDigest(one)]
    return declared
      ? { section: one.id, digest: computeSourcesDigest(one), form: 'declared' as const, alike }
      : { section: one.id, digest, form: 'content' as const, alike }
  })
  // Of documents it is kept that they were there: one that had no room is not new when there is some.
  const left = left_out.filter(({ id, reason }) => isDocument(id) && reason === 'over-budget')
  return [
    ...sent,
    ...left.map((one) => {
      const digest = computeSourcesDigest(one)
      return { section: one.id, digest, form: 'left-out' as const, alike: [digest] }
    }),
  ]
}

/** Whether it is one document of a section that has several. No section has a slash in its name. */
const isDocument = (id: string) => id.includes('/')

/** The packet at the beginning of a session is what later changes are told against. */
export function saveSessionBaseline(sessions: Sessions, receipt: Receipt, now: string): void {
  const sections = buildSessionBaseline(receipt)
  const { agent } = receipt
  sessions.tell(receipt.session_id, { agent, now, refresh: false, since: null, sections })
}

/** What a session has read whole by its address, it need not be sent. `sections` have that address as their source. */
export function saveReadSections(
  sessions: Sessions,
  receipt: Receipt,
  { ids, now }: { ids: readonly string[]; now: string },
): void {
  const [read] = receipt.sections
  if (read === undefined || ids.length === 0) return
  const told = ids.map((section) => ({ section, digest: computeSourcesDigest(read), form: 'read' as const }))
  sessions.tell(receipt.session_id, {
    agent: receipt.agent,
    now,
    refresh: false,
    since: null,
    sections: told,
  })
}
