// What `--json` prints, command by command, as schemas. The compiler holds each against the type of its answer.
import { z } from 'zod'
import type {
  AssembleAnswer,
  BisectAnswer,
  CleanAnswer,
  ContextAnswer,
  ContextShowAnswer,
  DeliveryAnswer,
  DiffAnswer,
  DoctorAnswer,
  ExportAnswer,
  ImportAnswer,
  InstallAnswer,
  KnowledgeAnswer,
  ListAnswer,
  LoadExplanation,
  LogAnswer,
  MemoryAddAnswer,
  MemoryListAnswer,
  MemoryPromoteAnswer,
  MemoryPruneAnswer,
  MemorySearchAnswer,
  Placed,
  PluginsAnswer,
  Proposal,
  PruneAnswer,
  ReadAnswer,
  RefreshAnswer,
  RepairAnswer,
  ReplayAnswer,
  ReportAnswer,
  ScrubAnswer,
  SessionsAnswer,
  ShowAnswer,
  StatsAnswer,
  TrustAnswer,
  TrustedProjects,
  TrustRevoked,
  VerifyAnswer,
  WhyAnswer,
} from '../src/app/index.ts'
import { deliveryStates } from '../src/core/delivery/index.ts'
import { sourceKinds } from '../src/core/memory/index.ts'
import type { Decision } from '../src/core/packet/index.ts'
import type { Outcome, Receipt } from '../src/core/receipt/index.ts'
import { type Diagnostic, diagnosticCodes, refusalCodes } from '../src/core/values/index.ts'
import type { StoreTrouble } from '../src/ports/index.ts'
import type { DispatchRow, ServeAnswer } from '../src/surfaces/cli/index.ts'

/** Without `readonly`, which a schema does not have. */
type Plain<T> = T extends object ? { -readonly [Key in keyof T]: Plain<T[Key]> } : T
type Differs<A, B> = [Plain<A>] extends [Plain<B>] ? ([Plain<B>] extends [Plain<A>] ? [] : [never]) : [never]

/** Does not compile where a schema says more or less than the type. */
function exactly<Answer>() {
  return <Schema extends z.ZodType>(schema: Schema, ..._: Differs<z.output<Schema>, Answer>): Schema => schema
}

const text = z.string()
const maybe = text.nullable()
const count = z.int().nonnegative()
const amount = z.number()
const maybeAmount = amount.nullable()
const digest = text.describe('sha256:… in hexadecimal digits')
const time = text.describe('ISO 8601, UTC')
const lines = z.tuple([count, count]).describe('First and last line, from 1')
const gaps = z.array(z.tuple([count, count])).describe('First and last missing entry of each gap')

const shownRecord = {
  record_id: text.describe('tmr_…'),
  captured_at: time,
  source: z.strictObject({ source_kind: z.enum(sourceKinds), source_ref: maybe, captured_by: maybe }),
  provenance: z.strictObject({
    origin_command: text,
    source_refs: z.array(text),
    git_head: maybe.describe('The commit that was checked out'),
  }),
  content: z.strictObject({ text, content_class: text, tags: z.array(text) }),
  policy: z.strictObject({ ttl_expires_at: time, retention_class: text }),
  sanitization: z.strictObject({
    status: z.enum(['clean', 'redacted']),
    redaction_actions: z.array(z.strictObject({ class: text, action: z.enum(['redact', 'drop']), count })),
  }),
  authoritative: z.literal(false),
  state: z.enum(['active', 'expired', 'promoted']),
  promoted: z.strictObject({ at: time, to: text }).nullable(),
}

const sectionDelivery = z.strictObject({
  id: text,
  state: z.enum(deliveryStates),
  bytes: z.tuple([count, count]).exactOptional().describe('Of the packet, that arrived'),
})

const delivery = exactly<DeliveryAnswer | null>()(
  z
    .strictObject({
      at: time,
      agent: text,
      model: maybe.describe('That answered'),
      sections: z.array(
        sectionDelivery.extend({
          with: text
            .exactOptional()
            .describe('The later packet of the session that brought it, where this one lost it'),
        }),
      ),
      why: maybe.describe('Why nothing is known'),
    })
    .nullable()
    .describe("What arrived, by the agent's own transcript; null while nothing is known"),
)

const codes = [...Object.keys(diagnosticCodes), ...Object.keys(refusalCodes)] as Diagnostic['code'][]
const diagnostic = z.strictObject({
  code: z.enum(codes),
  severity: z.enum(['note', 'warning', 'error']),
  section: text.exactOptional(),
  detail: text,
})

const changes = z.enum(['committed', 'uncommitted', 'none', 'unknown']).nullable()
const outcome = exactly<Outcome>()(
  z.strictObject({
    status: z.enum(['running', 'success', 'failed', 'timeout', 'interrupted']),
    changes,
    seconds: maybeAmount,
  }),
)

const occasion = {
  receipt: z.literal(1),
  injection_id: text,
  timestamp: time,
  session_id: text,
  run_id: maybe,
  repo: text,
  commit: maybe,
  agent: maybe,
  role: maybe,
  engine: text.describe('Version of foreword'),
  manifest: text,
  manifest_digest: digest,
  status: z.enum(['success', 'trimmed', 'scrubbed', 'error']),
  error: maybe,
  level: text,
  total: amount,
  packet_digest: digest.nullable(),
  asked: text
    .exactOptional()
    .describe(
      'The address that was read, what was searched for, or the trigger that fired; nothing for a packet',
    ),
  client: text.exactOptional().describe('The program that asked through a server, as it names itself'),
}

const sources = z.array(z.strictObject({ path: text, digest, bytes: count }))

const section = z.strictObject({
  id: text,
  tier: maybe,
  source: text,
  sources,
  date: maybe,
  date_basis: maybe,
  age_days: maybeAmount,
  strategy: text,
  size: amount,
  cap: maybeAmount,
  authority: text,
  reductions: z.array(z.strictObject({ by: text, why: text, before: amount, after: amount })),
  redactions: z.record(text, count),
  sent_digest: text,
  whole_digest: text
    .exactOptional()
    .describe('Of the text before the packet was made to fit, where it had to yield'),
})

const account = z.strictObject({
  like: maybe,
  measure: maybe,
  budget: maybeAmount,
  ceiling: maybeAmount,
  over_budget: z.boolean(),
  sections: z.array(section),
  left_out: z.array(
    z.strictObject({
      id: text,
      reason: text,
      why: text,
      source: maybe,
      sources,
      looked: z.array(text),
      size: amount,
    }),
  ),
  redaction: z.strictObject({ rules: count, count, by_rule: z.record(text, count) }),
  diagnostics: z.array(diagnostic),
  map: z
    .array(z.strictObject({ start: count, end: count, section: text, source: text, lines }))
    .describe('Byte ranges of the packet, and where each came from'),
})

const receipt = exactly<Receipt>()(
  z.strictObject({ ...occasion, ...account.shape, outcome: outcome.nullable() }),
)

const decision = exactly<Decision>()(
  z.strictObject({
    stage: z.enum(['plan', 'read', 'redact', 'shape', 'decay', 'cap', 'deliver', 'tier', 'budget', 'sweep']),
    section: text.exactOptional(),
    detail: text,
  }),
)

const label = z.strictObject({
  injection_id: text,
  seq: count.describe('Number of the entry'),
  at: time,
  level: text,
  agent: maybe,
  total: amount,
})

const row = z.strictObject({
  seq: count,
  at: time,
  digest,
  injection_id: text,
  session_id: text,
  run_id: maybe,
  agent: maybe,
  role: maybe,
  level: text,
  status: text,
  total: amount,
  account: digest,
  outcome: maybe,
})

const head = z.strictObject({ seq: count, digest })

const hunk = z.strictObject({
  before: z.tuple([count, count]),
  after: z.tuple([count, count]),
  lines: z.array(z.strictObject({ op: z.enum([' ', '-', '+']), text })),
})
const versions = z.array(z.strictObject({ path: text, digest }))
const change = z.strictObject({
  section: text,
  change: z.enum(['added', 'removed', 'changed', 'moved', 'same']),
  size: z.strictObject({ before: maybeAmount, after: maybeAmount }),
  sources: z.strictObject({ before: versions, after: versions }),
  why: maybe,
  hunks: z.array(hunk),
})

const rate = z.strictObject({
  runs: count,
  successes: count,
  rate: maybeAmount,
  low: maybeAmount,
  high: maybeAmount,
})
const comparison = z.strictObject({
  with: rate,
  without: rate,
  difference: maybeAmount,
  low: maybeAmount,
  high: maybeAmount,
  verdict: z.enum(['better', 'worse', 'no difference seen', 'too little data']),
})

const state = z.enum(['injected', 'ready', 'inactive', 'absent', 'unavailable', 'stale', 'over budget'])

/** Of `scrub`. */
const finding = {
  file: text,
  line: count,
  column: count.describe('In UTF-16 code units, from 1'),
  end_line: count,
  end_column: count.describe('Behind the last one'),
  rule: text,
  fingerprint: text.describe('Keyed with the salt of the baseline; without one, of this call alone'),
}

const scope = z.enum(['user', 'project'])
const trials = z.array(
  z.strictObject({
    event: text,
    command: text,
    outcome: z.enum(['sent', 'nothing', 'failed']),
    exit_code: maybeAmount,
    milliseconds: count,
    size: count,
    unit: z.enum(['utf-16', 'bytes']),
    cap: count.nullable(),
    fits: z.boolean(),
    detail: maybe,
  }),
)

const installed = exactly<InstallAnswer>()(
  z.strictObject({
    action: z.enum(['install', 'uninstall']),
    scope,
    dry_run: z.boolean(),
    program: z.array(text).describe('What the entries start'),
    agents: z.array(
      z.strictObject({
        agent: text,
        title: text,
        state: z.enum([
          'installed',
          'updated',
          'unchanged',
          'removed',
          'absent',
          'no-hooks',
          'not-found',
          'refused',
        ]),
        file: maybe,
        backup: maybe.describe('The copy of what stood there'),
        changes: z.array(hunk),
        notes: z.array(text),
        trials: trials.describe('What was installed, run as the agent would'),
      }),
    ),
  }),
)

const proof = z.strictObject({
  arrived: z.boolean().describe('Whether all of the packet reached the model, once and whole'),
  detail: text,
  exit_code: maybeAmount,
  milliseconds: count,
  model: maybe.describe('That was asked for'),
  roles: z.array(text).describe('As what the model got it: system, developer, user'),
  sections: z.array(sectionDelivery),
  size: count.describe('Bytes of the packet'),
})

const doctored = exactly<DoctorAnswer>()(
  z.strictObject({
    project: text,
    manifest: z.enum(['trusted', 'changed', 'never', 'shipped', 'own']).nullable(),
    program: z.array(text),
    problems: z.array(text),
    agents: z.array(
      z.strictObject({
        agent: text,
        title: text,
        program: maybe.describe('Where it lies; null when it is not on PATH'),
        version: maybe,
        settings: z.array(
          z.strictObject({
            scope,
            file: text,
            add_on: z
              .strictObject({ kind: z.enum(['plugin', 'extension', 'profile']), name: text })
              .nullable()
              .describe('What brings the hooks along; null for settings'),
            state: z.enum(['absent', 'read', 'refused']),
            own: z.array(
              z.strictObject({
                event: text,
                command: text,
                current: z.boolean().describe('Whether install would write just this; only such are tried'),
              }),
            ),
            foreign: z.array(z.strictObject({ event: text, matcher: maybe, command: text })),
          }),
        ),
        trials,
        proof: proof.nullable().describe('What came of running the agent itself; null when it was not run'),
        deliveries: z
          .array(
            z.strictObject({
              injection_id: text,
              session_id: text,
              at: time,
              delivery,
              why: z.array(text).describe('Why something was lost, and what to do'),
            }),
          )
          .describe('The last packets of this project that it was sent, newest first'),
        notes: z.array(text),
        problems: z.array(text),
      }),
    ),
    well: z.boolean(),
  }),
)

/** By the name of the command. */
export const outputs: Readonly<Record<string, z.ZodType>> = {
  dispatch: z.union([
    exactly<DispatchRow[]>()(
      z.array(
        z.strictObject({
          run_id: text,
          agent: text,
          directory: text,
          injection_id: maybe,
          level: maybe,
          tokens: maybeAmount,
          status: outcome.shape.status,
          changes,
          duration_sec: maybeAmount,
          exit_code: maybeAmount,
          files: count,
          added: count.describe('Lines'),
          removed: count,
          session_id: maybe.describe("The agent's own, where it tells it"),
          model: maybe,
          usage: z
            .strictObject({ input: count, cached: count, output: count, cost: maybeAmount })
            .nullable()
            .describe('Tokens, and US dollars, as the agent tells them'),
          blocked: z.boolean().describe('No model has seen the prompt, because of a hook'),
          denied: z.array(text).describe('Tools that it was not allowed to use'),
          error: maybe,
          message: text,
          notes: z.array(text),
          warnings: z.array(text),
          branch: maybe.describe('What its worktree has checked out'),
          worktree: maybe.describe('Of one of several agents; null where it has changed nothing'),
          decisions: z.array(decision).optional().describe('With --debug'),
        }),
      ),
    ),
    exactly<CleanAnswer>()(
      z.strictObject({
        project: text,
        dry_run: z.boolean(),
        worktrees: z.array(
          z.strictObject({
            run_id: text,
            worktree: text,
            branch: text,
            removed: z.boolean(),
            branch_deleted: z.boolean(),
            kept: z
              .enum(['busy', 'uncommitted', 'unheld', 'unmerged', 'failed'])
              .nullable()
              .describe('Why something is still there'),
          }),
        ),
      }),
    ).describe('With --clean'),
  ]),
  read: exactly<ReadAnswer>()(
    z.strictObject({
      injection_id: text,
      address: text,
      text,
      tokens: amount,
      measure: maybe,
      budget: maybeAmount,
      digest,
      cut: z.boolean(),
      sources: z.array(z.strictObject({ path: text, digest, bytes: count })),
      diagnostics: z.array(diagnostic),
      kept: z.enum(['store', 'spool', 'nowhere', 'off']),
      troubles: z.array(
        z.strictObject({
          code: z.enum(Object.keys(diagnosticCodes) as StoreTrouble['code'][]),
          detail: text,
        }),
      ),
    }),
  ),
  refresh: exactly<RefreshAnswer>()(
    z.strictObject({
      session: text,
      turns: count.nullable().describe('Null where sessions are not counted'),
      injection_id: maybe,
      sent: z.array(
        z.strictObject({ section: text, as: z.enum(['baseline', 'update', 'removed']), digest: text }),
      ),
      waiting: z
        .array(text)
        .describe('Sections that were due and had no room: they are due until they were sent'),
      nothing: z
        .strictObject({
          reason: z.enum(['cooldown', 'no-trigger', 'unchanged', 'told-meanwhile', 'not-counted']),
          detail: text,
          until: time.nullable(),
        })
        .nullable()
        .describe('Why nothing was sent'),
      triggers: z.array(z.strictObject({ tier: text, trigger: text, fired: z.boolean(), why: text })),
      total: amount,
      measure: maybe,
      kept: z.enum(['store', 'spool', 'nowhere', 'off']).nullable(),
      warnings: z.array(text),
      text: maybe.describe('The packet'),
    }),
  ),
  sessions: exactly<SessionsAnswer>()(
    z.strictObject({
      project: text,
      sessions: z.array(
        z.strictObject({
          session: text,
          agent: maybe,
          started_at: time,
          last_at: time,
          turns: count,
          refreshed_at: time.nullable(),
          refreshed_turn: count.nullable(),
          told: z.array(
            z.strictObject({
              section: text,
              digest: text.describe('Of the text as sent, or of what lies behind an address'),
              form: z.enum(['content', 'declared', 'read', 'removed', 'left-out']),
              turn: count,
              at: time,
            }),
          ),
          waiting: z
            .array(z.strictObject({ section: text, turn: count.describe('Since when') }))
            .describe('Sections that were due and had no room'),
        }),
      ),
    }),
  ),
  plugins: exactly<PluginsAnswer>()(
    z.strictObject({
      project: text,
      configuration: text.describe('Where the user enables plugins'),
      fault: maybe.describe('What is wrong with that file'),
      trusted: z.boolean().describe('Whether the manifest may have any of them started'),
      plugins: z.array(
        z.strictObject({
          name: text,
          address: text,
          about: maybe,
          provides: z.array(text),
          tier: maybe,
          max_tokens: maybeAmount,
          enabled: z.boolean(),
          how: z.enum(['command', 'mcp-stdio', 'mcp-http']).nullable(),
          why: maybe.describe('Why it is not enabled'),
          fix: maybe.describe('What to do to enable it'),
          triggers: z.array(
            z.strictObject({
              kind: z.enum(['commit_msg_pattern', 'file_annotation', 'keyword_match']),
              wanted: text,
              fires: z.boolean(),
              why: text,
            }),
          ),
          asked: z.boolean().describe('Whether a packet of now, with a trusted manifest, would ask it'),
        }),
      ),
    }),
  ),
  ls: exactly<ListAnswer>()(
    z.strictObject({
      scheme: text,
      entries: z.array(
        z.strictObject({
          address: text,
          kind: z.enum(['collection', 'document', 'context', 'state', 'plugin']),
          about: maybe,
          tier: maybe,
          status: maybe,
          title: maybe,
          documents: count.nullable(),
          path: maybe,
          nothing: maybe,
        }),
      ),
    }),
  ),
  assemble: exactly<AssembleAnswer>()(
    z.strictObject({
      injection_id: text,
      level: text,
      total: amount,
      measure: maybe,
      budget: maybeAmount,
      output: text,
      kept: z.enum(['store', 'spool', 'nowhere', 'off']),
      warnings: z.array(text),
    }),
  ),
  explain: z.strictObject({
    packet: text,
    receipt,
    decisions: z.array(decision).exactOptional().describe('With --debug'),
  }),
  load: exactly<LoadExplanation>()(
    z
      .strictObject({
        task: z.strictObject({ intent: text, word: maybe.describe('The word of the task that shows it') }),
        level: text,
        attempts: z.array(
          z.strictObject({
            name: text,
            documents: maybeAmount,
            excerpt: maybeAmount,
            success: z.boolean().describe('Whether every tier that is needed has a document'),
          }),
        ),
        partitions: z.array(
          z.strictObject({
            tier: text,
            documents: maybeAmount,
            used: amount,
            refused: amount,
            unnamed: amount.describe('How many of those are not named'),
          }),
        ),
        selected: z.array(
          z.strictObject({
            path: text,
            tier: maybe,
            why: text,
            size: amount,
            original_size: maybeAmount.describe('Null where nobody knows: only the beginning was read'),
            truncated: z.boolean(),
          }),
        ),
        refused: z.array(z.strictObject({ path: text, tier: maybe, why: text })),
        refused_count: amount.describe('With those that are not named'),
        nothing: z
          .array(z.strictObject({ source: text, why: text }))
          .describe('Where nothing was found, or nothing was looked for'),
        asked: z.array(z.record(text, z.unknown())).describe('Adapters, and how that ended'),
      })
      .describe('With --explain'),
  ),
  scrub: exactly<ScrubAnswer>()(
    z.strictObject({
      findings: z.array(z.strictObject(finding)).describe('Neither allowed nor known'),
      files: count.describe('Texts that were looked through'),
      skipped: z.array(
        z.strictObject({ file: text, reason: z.enum(['link', 'special', 'binary', 'too large']) }),
      ),
      unreadable: z.array(z.strictObject({ file: text, reason: text })),
      counts: z.record(text, count).describe('Findings by rule'),
      hidden: z.record(text, count).describe('Pieces of hidden text by kind'),
      allowed: z.array(z.strictObject({ ...finding, reason: text })),
      known: z.array(z.strictObject(finding)).describe('In the baseline'),
      stale: z
        .array(z.strictObject({ line: count, reason: text }))
        .describe('Entries of the allow-list that matched nothing'),
      baseline: z.strictObject({ gone: count, wrote: maybe }).nullable(),
    }),
  ),
  init: exactly<Placed[] | Proposal>()(
    z.union([
      z
        .array(
          z.strictObject({
            path: text,
            state: z.enum(['written', 'kept', 'would write']),
            because: text.exactOptional(),
          }),
        )
        .describe('With --preset'),
      z
        .strictObject({
          path: text,
          state: z.enum(['proposed', 'written', 'kept']),
          preset: maybe,
          manifest: text,
          found: z.array(z.strictObject({ path: text, use: text })),
          first: z.array(text),
          agents: z.array(z.strictObject({ id: text, title: text, installed: z.boolean() })),
          receipt: receipt.nullable(),
        })
        .describe('Without'),
    ]),
  ),
  install: installed,
  uninstall: installed,
  doctor: doctored,
  trust: z.union([
    exactly<TrustAnswer>()(
      z.strictObject({
        project: text,
        files: z.array(text).describe('Of the manifest; preset:name for what ships with foreword'),
        state: z.enum(['trusted', 'changed', 'never', 'shipped', 'own']),
        digest,
        since: time.nullable(),
        trusted: digest.nullable().describe('What was trusted, where that is another content'),
        does: z.strictObject({
          sections: count,
          tiers: count,
          external: z.array(text).describe('Sources that may lie outside of the repository'),
          sensitive: z.array(text).describe('Sources that may have names which are never read otherwise'),
          plugins: z.array(text),
          generates: z.array(text).describe('Files that knowledge build writes'),
          journal: maybe.describe(
            'The file that hooks write when a session ends; null where they write none',
          ),
        }),
        changes: z.array(hunk).describe('From what was trusted to what is there, in the canonical text'),
        problem: maybe.describe('Why nothing can be kept, or counts that was'),
      }),
    ),
    exactly<TrustRevoked>()(z.strictObject({ project: text, revoked: z.boolean() })),
    exactly<TrustedProjects>()(
      z.strictObject({
        directory: text,
        projects: z.array(z.strictObject({ root: text, digest, since: time })),
      }),
    ),
  ]),
  context: exactly<ContextAnswer>()(
    z.strictObject({
      project: text,
      injection: label.nullable(),
      measure: maybe,
      tiers: z.array(z.strictObject({ tier: text, sources: count, tokens: amount })),
      delivery,
      refused: z
        .strictObject({ injection_id: text, at: time })
        .nullable()
        .describe('The newest of all, where nothing was sent with it'),
      waiting: count.describe('Receipts in the spool'),
    }),
  ),
  'context show': exactly<ContextShowAnswer>()(
    z.strictObject({
      project: text,
      manifest: z.strictObject({
        name: text,
        digest,
        changed: z.boolean().nullable(),
        checksum: digest,
        trust: z.enum(['trusted', 'changed', 'never', 'shipped', 'own']),
        trusted_at: maybe,
        generated_at: maybe,
        source_commit: maybe,
      }),
      level: text,
      measure: text,
      budget: amount,
      total: amount,
      last: label.nullable(),
      delivery,
      tiers: z.array(
        z.strictObject({
          tier: text,
          budget: maybeAmount,
          actual: amount,
          delivery: z.enum(['push', 'declare', 'pull']),
          refresh: z.array(text),
          staleness_days: maybeAmount,
          sections: z.array(
            z.strictObject({
              section: text,
              state,
              size: maybeAmount,
              cap: maybeAmount,
              why: maybe,
              address: maybe,
              sources: z.array(
                z.strictObject({
                  uri: text,
                  boundary: z.enum(['system', 'project', 'session']),
                  state,
                  detail: maybe,
                  digest: digest.nullable(),
                  sent: digest.nullable(),
                }),
              ),
            }),
          ),
        }),
      ),
      mcp_tools: z
        .strictObject({ count, tokens: count.describe('o200k') })
        .describe('What the list of tools of foreword mcp costs every session'),
      trail: z.array(row),
    }),
  ),
  log: exactly<LogAnswer>()(
    z.strictObject({
      project: text,
      injections: z.array(row).describe('The newest first'),
      next: count.nullable().describe('For --before; null when this is the last page'),
    }),
  ),
  show: exactly<ShowAnswer>()(
    z.strictObject({
      project: text,
      entry: z.strictObject({ seq: count, at: time, uid: text, prev: digest, digest }),
      injection: z.strictObject({ ...occasion, account: digest, text: digest.nullable() }),
      account: account.nullable(),
      text: z.enum(['kept', 'pruned', 'none']),
      outcome: z
        .strictObject({
          run_id: text,
          status: z.enum(['success', 'failed', 'timeout', 'interrupted']),
          changes,
          seconds: maybeAmount,
          exit_code: maybeAmount,
          after: maybe,
          session_id: maybe.exactOptional().describe("The agent's own, where it told it"),
          model: maybe.exactOptional(),
        })
        .nullable(),
      delivery,
    }),
  ),
  diff: exactly<DiffAnswer>()(
    z.strictObject({
      project: text,
      before: label,
      after: label,
      sections: z.array(change),
      frame: z.array(hunk),
    }),
  ),
  why: exactly<WhyAnswer>()(
    z.strictObject({
      project: text,
      injection: label,
      asked: text,
      asked_as: z.enum(['text', 'path']),
      found: z.array(
        z.strictObject({
          section: maybe,
          source: maybe,
          lines: lines.nullable(),
          packet_line: count,
          text,
          commit: z.strictObject({ id: text, date: text, author: text, summary: text }).nullable(),
          state: z.enum(['committed', 'uncommitted', 'unknown']),
        }),
      ),
      more: count,
      absent: z.array(
        z.strictObject({
          section: maybe,
          source: maybe,
          lines: lines.nullable(),
          reason: z.enum(['left-out', 'reduced', 'redacted', 'unread', 'undeclared', 'unknown']),
          detail: text,
        }),
      ),
    }),
  ),
  replay: exactly<ReplayAnswer>()(z.strictObject({ injection_id: text, text })),
  'memory add': exactly<MemoryAddAnswer>()(
    z.strictObject({ project: text, record: z.strictObject(shownRecord) }),
  ),
  'memory search': exactly<MemorySearchAnswer>()(
    z.strictObject({
      project: text,
      query: text,
      terms: z.array(text).describe('What was looked for'),
      authoritative: z.literal(false),
      total: count.describe('How many were found, shown or not'),
      records: z
        .array(
          z.strictObject({
            ...shownRecord,
            score: amount.describe('From 0 to 1'),
            why: z.array(text).describe('What of the query it has, and where'),
          }),
        )
        .describe('By score, then newest first, then by id'),
    }),
  ),
  'memory list': exactly<MemoryListAnswer>()(
    z.strictObject({
      project: text,
      authoritative: z.literal(false),
      total: count.describe('How many there are, shown or not'),
      records: z.array(z.strictObject(shownRecord)).describe('Newest first'),
    }),
  ),
  'memory prune': exactly<MemoryPruneAnswer>()(
    z.strictObject({
      project: text,
      dry_run: z.boolean(),
      records: z.array(text).describe('Ids of what was, or would be, deleted'),
      left: count,
      overwritten: z
        .boolean()
        .nullable()
        .describe('False while old copies may lie on the disk; null where nothing was deleted'),
    }),
  ),
  'memory promote': exactly<MemoryPromoteAnswer>()(
    z.strictObject({
      project: text,
      record_id: text,
      promoted_at: time,
      to: maybe.describe('The file it went to; null for standard output'),
      candidate: z.record(z.string(), z.unknown()).nullable().describe('The entry that was appended'),
      document: maybe.describe('The Markdown document, where it became one'),
    }),
  ),
  'knowledge build': exactly<KnowledgeAnswer>()(
    z.strictObject({
      project: text,
      measure: text,
      entries: z.array(
        z.strictObject({
          name: text,
          to: text,
          state: z.enum(['written', 'up-to-date', 'stale', 'missing', 'edited', 'orphaned', 'no-sources']),
          documents: count,
          left_out: count,
          size: amount,
          max_tokens: maybeAmount,
          detail: maybe,
        }),
      ),
      generated_at: time.nullable(),
      source_commit: maybe,
      manifest: maybe,
      interrupted: z.boolean(),
      recovered: z.strictObject({ finished: z.array(text), kept: z.array(text) }),
      warnings: z.array(text),
    }),
  ),
  bisect: exactly<BisectAnswer>()(
    z.strictObject({
      project: text,
      good: label,
      bad: label,
      command: z.array(text),
      tries: z.array(z.strictObject({ what: text, exit_code: maybeAmount, passes: z.boolean() })),
      first_bad: label,
      culprit: change.nullable(),
      note: maybe,
    }),
  ),
  report: exactly<ReportAnswer>()(
    z.strictObject({
      project: text,
      since: time.nullable(),
      runs: count,
      interrupted: count.describe('Ended by whoever watched them; in no rate'),
      context: comparison,
      levels: z.array(z.strictObject({ ...rate.shape, level: maybe })),
      agents: z.array(z.strictObject({ agent: text, all: rate, context: comparison })),
      sections: z.array(z.strictObject({ ...comparison.shape, section: text })),
      notes: z.array(text),
    }),
  ),
  verify: exactly<VerifyAnswer>()(
    z.strictObject({
      project: text,
      uid: text,
      holds: z.boolean(),
      entries: count,
      head: head.nullable(),
      fault: z
        .strictObject({
          seq: count,
          what: z.enum(['altered', 'removed', 'reordered', 'inserted', 'rewritten']),
          detail: text,
          injection_id: maybe,
        })
        .nullable(),
      pruned: z.strictObject({ texts: count, accounts: count }),
      lost: gaps,
      clock_back: count,
      checkpoint: z
        .strictObject({
          file: text,
          seq: count,
          at: time,
          signer: text,
          known: z.enum(['this machine', 'named']),
        })
        .nullable(),
      wrote: z.strictObject({ file: text, signer: text }).nullable(),
    }),
  ),
  serve: exactly<ServeAnswer>()(
    z.strictObject({
      url: text,
      mcp: text.describe('For clients of the Model Context Protocol'),
      host: text,
      port: count,
      names: z.array(text).describe('Host headers that are answered'),
      project: text,
      root: text,
      token_file: text.describe('Holds the token, which is told nowhere else'),
      token_needed: z.boolean().describe('Also from those who only read'),
      pid: count,
      inert: maybe.describe('Why nothing is offered yet'),
    }),
  ),
  'store stats': exactly<StatsAnswer>()(
    z.strictObject({
      place: text,
      project: text,
      engine: text,
      bytes: count.nullable(),
      ledgers: z.array(
        z.strictObject({
          uid: text,
          name: text,
          head: head.nullable(),
          entries: z.strictObject({ injection: count, run: count, outcome: count, event: count }),
          sessions: count,
        }),
      ),
      blobs: z.strictObject({ count, bytes: count, textBytes: count }),
      spool: z.strictObject({ waiting: count, unreadable: z.array(text) }),
    }),
  ),
  'store export': exactly<ExportAnswer>()(z.strictObject({ project: text, entries: count, blobs: count })),
  'store import': exactly<ImportAnswer>()(z.strictObject({ entries: count, known: count, blobs: count })),
  'store prune': exactly<PruneAnswer>()(
    z.strictObject({
      project: text,
      dry_run: z.boolean(),
      texts: count,
      accounts: count,
      bytes: count,
      texts_to: count,
      accounts_to: count,
      sessions: count,
      left_bytes: count,
    }),
  ),
  'store repair': exactly<RepairAnswer>()(
    z.strictObject({
      project: text,
      set_aside: maybe,
      entries: count,
      lost: gaps,
      lost_blobs: count,
      taken_in: count,
    }),
  ),
}
