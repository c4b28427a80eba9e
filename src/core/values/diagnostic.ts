export type Severity = 'note' | 'warning' | 'error'

/** Every diagnostic there is. The reference page is made from this table. */
export const diagnosticCodes = {
  'level-clamped': 'A number outside of what is allowed became the nearest that is.',
  'placeholder-empty': 'A source was passed over because a `{placeholder}` in it has no value.',
  'source-missing': 'None of the sources of a section was found.',
  'source-inactive': 'A section has nothing at the moment: no document is active.',
  stale: 'A document is older than its tier allows; it was sent all the same.',
  'source-outside-root': 'A path or a link leads out of the root; it was not read.',
  'source-excluded': 'A path matches an exclusion; it was not read.',
  'source-not-a-file': 'A directory, FIFO, socket or device stands where a file was expected.',
  'source-binary': 'The file, or what a plugin answered, holds NUL bytes and is no text.',
  'source-not-utf8': 'The file, or what a plugin answered, is not valid UTF-8; the detail names the place.',
  'source-too-large': 'The file, or what a plugin answered, is larger than foreword reads.',
  'source-unreadable': 'The operating system refused to read the file.',
  'source-plugin-not-enabled':
    'The manifest names a plugin that the user has not enabled for this project; it was not started.',
  'source-plugin-failed': 'A plugin could not be asked, or its answer was of no use; the detail says why.',
  'source-plugin-timeout': 'A plugin took longer than it may; it was ended.',
  'plugins-untrusted': 'The manifest is not trusted; no plugin was started.',
  'plugin-no-room': 'A plugin was triggered and not started: its tier has no room left for it.',
  'entry-dropped':
    'Something from outside of the project holds what is prohibited and cannot be made safe; it was left out.',
  'entry-redacted': 'Something prohibited was replaced in what came from outside of the project.',
  'memory-unreadable': 'What was noted could not be read; the rest of the packet was made.',
  'adapter-degraded':
    'An adapter gave no work items; the detail begins with `adapter_degraded:` and the reason. The rest of the packet was made.',
  'adapter-warning':
    'Something is wrong with work items of an adapter; the detail begins with `adapter_warning:` and what it is.',
  'source-windowed': 'Only the beginning and the end of a large file were read.',
  'source-hard-link': 'The file has another name somewhere on the disk, perhaps outside of the root.',
  'section-empty': 'The source was found and holds nothing for the section.',
  'source-malformed': 'A document has to be JSON and is not; it stands there as text.',
  'register-unreadable':
    'The register that dates documents cannot be used, or not for all of them; they are taken by name.',
  'documents-left-out':
    'Documents that were chosen are not there: the whole would take more than it may. They are among those that were refused.',
  'partition-full': 'A tier has no room for more documents; those that are missing are named.',
  'partition-empty': 'A tier that is needed has no document, for want of room.',
  'partition-over': 'What is reserved for a tier is more than the documents that were asked for.',
  'no-fields': 'None of the fields that the shape asks for was found.',
  'unknown-value': 'A field has a value outside of its list; it is shown as written.',
  'over-cap': 'A section that is never shortened is larger than its cap.',
  'tier-over-budget': 'The protected sections of a tier exceed its budget.',
  'over-budget': 'What never yields exceeds the budget of the level, below the ceiling.',
  'store-locked': 'Another program kept the store for too long; the receipt waits in the spool.',
  'store-full': 'The disk is full; the receipt waits in the spool, or there is none.',
  'store-read-only': 'The state directory cannot be written to; the receipt waits in a spool elsewhere.',
  'store-damaged': 'The database is damaged; receipts wait in the spool until `foreword store repair`.',
  'store-newer': 'The store was made by a newer foreword; receipts wait in the spool.',
  'store-unreachable': 'The database server does not answer; receipts wait in the spool.',
  'store-misplaced': 'The state directory is a link, or leads out of the project; nothing is written there.',
  'store-failed': 'The store failed in a way that foreword does not know; the receipt waits in the spool.',
  'no-record': 'No record could be kept anywhere; the reason is in the detail.',
  'spool-unreadable': 'A file in the spool is no parcel; it was set aside.',
  'clock-back': 'The clock is behind the latest entry; order is kept by number, not by time.',
  'hidden-text':
    'Text that nobody sees was taken out of a source: control characters, escape sequences, invisible Unicode.',
  'redaction-failed': 'A rule could not look at a source; its section was left out.',
  'known-values': 'A file whose values are secret could not be read; values of it may stand in the packet.',
  'refresh-unavailable':
    'A section could not be read when a session was to be told again; it is not taken for removed.',
  'sessions-unknown': 'What a session was told is not known, so what it has may be sent again.',
  'last-good': 'The packet could not be made in time; the one that was sent before was sent again.',
  'given-already': 'Nothing was sent: the session got its context with its first prompt.',
  sweep: 'The last sweep over the rendered text found a secret; its section was left out.',
} as const

export type DiagnosticCode = keyof typeof diagnosticCodes

/** Worth knowing, did not stop the packet. Travels in the packet and in its receipt. */
export interface Diagnostic {
  readonly code: DiagnosticCode | RefusalCode
  readonly severity: Severity
  readonly section?: string
  readonly detail: string
}

export function makeDiagnostic(
  code: DiagnosticCode,
  severity: Severity,
  detail: string,
  section?: string,
): Diagnostic {
  return section === undefined ? { code, severity, detail } : { code, severity, section, detail }
}

/** Every reason to refuse, with the exit code a command ends with. */
export const refusalCodes = {
  usage: { exit: 2, about: 'The command was not understood.' },
  'unknown-level': { exit: 2, about: 'The manifest has no such level.' },
  'level-out-of-range': { exit: 2, about: 'A custom level is below the smallest one allowed.' },
  'manifest-invalid': {
    exit: 3,
    about: 'The manifest has faults; each is named with file, line, column and key.',
  },
  'no-bundle': { exit: 3, about: 'The manifest declares no bundle.' },
  'manifest-missing': { exit: 3, about: 'There is no such manifest or preset.' },
  'unknown-address': { exit: 3, about: 'There is nothing at this address, or several things.' },
  'not-trusted': { exit: 3, about: 'Nobody was there to say whether the manifest is trusted.' },
  'repo-missing': { exit: 3, about: 'There is no such directory.' },
  'source-missing': { exit: 3, about: 'A section that must be there has no source.' },
  'over-ceiling': { exit: 3, about: 'What never yields is larger than any packet may be.' },
  'agent-missing': { exit: 3, about: 'The program of the agent is not installed.' },
  'not-readable': { exit: 3, about: 'A file that was named cannot be read.' },
  'store-unavailable': { exit: 3, about: 'The store cannot be opened; the message says why.' },
  'not-recorded': { exit: 3, about: 'The store has no such injection.' },
  'unknown-record': { exit: 3, about: 'Tactical memory has no such record, or it was promoted already.' },
  prohibited: {
    exit: 3,
    about: 'A text holds what may not be kept, or could not be looked at; nothing of it was stored.',
  },
  pruned: { exit: 3, about: 'The text was deleted to save space; its digest is all there is.' },
  'not-verified': { exit: 3, about: 'A text, an export or a checkpoint is not what it claims to be.' },
  'import-invalid': { exit: 3, about: 'The file is no export, or contradicts what is in the store.' },
  'settings-invalid': {
    exit: 3,
    about: 'A settings file of an agent cannot be edited; nothing was changed.',
  },
  'too-late': { exit: 3, about: 'A hook did not have its answer in time.' },
  'hook-failed': { exit: 3, about: 'A hook met a fault of foreword itself; its session went on.' },
  'not-writable': { exit: 3, about: 'The result cannot be written where it was asked for.' },
  'cannot-listen': { exit: 3, about: 'No server can be opened there; the message says why.' },
} as const

export type RefusalCode = keyof typeof refusalCodes

/** A typed reason not to inject. Everything else that is thrown is a bug. */
export class Refusal extends Error {
  readonly code: RefusalCode
  /** What the person can do about it. */
  readonly fix: string | undefined
  constructor(code: RefusalCode, message: string, fix?: string) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.fix = fix
  }

  /** The same in other words. */
  cleaned(clean: (text: string) => string): Refusal {
    return new Refusal(this.code, clean(this.message), this.fix === undefined ? undefined : clean(this.fix))
  }
}

/** A store did not take or give what it should. Those who record go on with the spool; those who ask refuse. */
export class StoreFailure extends Error {
  readonly code: DiagnosticCode
  constructor(code: DiagnosticCode, message: string) {
    super(message)
    this.name = 'StoreFailure'
    this.code = code
  }
}
