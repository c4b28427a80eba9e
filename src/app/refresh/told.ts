import type { Receipt, ReceiptSection } from '../../core/receipt/index.ts'
import { fingerprint } from '../../core/values/index.ts'
import type { Sessions } from '../../ports/index.ts'

/** What lies behind a section: the same for its content and for where only its address stands. */
export function behind({ sources }: Pick<ReceiptSection, 'sources'>): string {
  return `behind:${fingerprint(JSON.stringify(sources.map(({ path, digest }) => [path, digest])))}`
}

/** The packet at the beginning of a session is what later changes are told against. */
export function tellBaseline(sessions: Sessions, receipt: Receipt, now: string): void {
  const sections = receipt.sections.map((one) => {
    const declared = one.reductions.some((reduction) => reduction.why === 'delivery')
    return declared
      ? { section: one.id, digest: behind(one), form: 'declared' as const }
      : { section: one.id, digest: one.sent_digest, form: 'content' as const }
  })
  const { agent } = receipt
  sessions.tell(receipt.session_id, { agent, now, refresh: false, since: null, sections })
}

/** What a session has read whole by its address, it need not be sent. `sections` have that address as their source. */
export function tellRead(
  sessions: Sessions,
  receipt: Receipt,
  { ids, now }: { ids: readonly string[]; now: string },
): void {
  const [read] = receipt.sections
  if (read === undefined || ids.length === 0) return
  const told = ids.map((section) => ({ section, digest: behind(read), form: 'read' as const }))
  sessions.tell(receipt.session_id, {
    agent: receipt.agent,
    now,
    refresh: false,
    since: null,
    sections: told,
  })
}

/** Sessions, or why they are not counted. */
export interface Counting {
  readonly sessions: Sessions | null
  /** Null where nothing is to be kept, as somebody wanted. */
  readonly trouble: string | null
}
