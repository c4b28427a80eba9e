import type { Generated, Kysely } from 'kysely'

/** The tables as they are in both engines. Everything read from them may be the work of a stranger. */
export interface Tables {
  projects: {
    id: Generated<number>
    uid: string
    name: string
    created_at: string
    /** 1 for the ledger of the project that the store lies in, 0 for those that came from elsewhere. */
    own: number
  }
  entries: {
    project_id: number
    seq: number
    uid: string
    kind: string
    at: string
    /** The latest time up to here: never falls as `seq` rises, though clocks do. */
    high_at: string
    prev: string
    digest: string
    body: string
  }
  sessions: { project_id: number; session_id: string; agent: string | null; started_at: string; seq: number }
  blobs: { id: Generated<number>; digest: string; codec: string; size: number; data: Uint8Array | null }
  injections: {
    project_id: number
    seq: number
    injection_id: string
    session_id: string
    run_id: string | null
    agent: string | null
    role: string | null
    level: string
    status: string
    total: number
    account_id: number
    text_id: number | null
  }
  sections: {
    account_id: number
    position: number
    section: string
    tier: string | null
    size: number
    sent_digest: string
  }
  section_sources: { account_id: number; position: number; place: number; path: string; digest: string }
  events: { project_id: number; seq: number; name: string }
  runs: {
    project_id: number
    seq: number
    run_id: string
    session_id: string
    agent: string
    level: string | null
    injection_id: string | null
    task_digest: string
  }
  outcomes: {
    project_id: number
    seq: number
    run_id: string
    status: string
    changes: string | null
    seconds: number | null
    exit_code: number | null
  }
}

export type Tabled = Kysely<Tables>

/** The own number of a ledger; null where there is none. */
export async function projectOf(db: Tabled, uid: string): Promise<number | null> {
  const found = await db.selectFrom('projects').select('id').where('uid', '=', uid).executeTakeFirst()
  return found?.id ?? null
}
