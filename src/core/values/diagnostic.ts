export type Severity = 'note' | 'warning' | 'error'

/** All diagnostics. The reference page is generated from this table. */
export const diagnosticCodes = {
  'level-clamped': 'A number outside of the allowed range was changed to the nearest allowed number.',
  'placeholder-empty': 'A source was skipped because a `{placeholder}` in it has no value.',
  'source-missing': 'None of the sources of a section was found.',
  'packet-empty': 'No section of the manifest has content, so the packet tells the agent nothing.',
  'source-inactive': 'A section is empty at the moment, because no document is active.',
  stale: 'A document is older than its tier allows; it was sent anyway.',
  'source-outside-root': 'A path or a link leads out of the root; it was not read.',
  'source-excluded': 'A path matches an exclusion; it was not read.',
  'source-not-a-file': 'The path of a source is a directory, FIFO, socket or device, not a file.',
  'source-binary': 'The file, or the answer of a plugin, contains NUL bytes and is not text.',
  'source-not-utf8': 'The file, or the answer of a plugin, is not valid UTF-8; the detail names the place.',
  'source-too-large': 'The file, or the answer of a plugin, is larger than foreword reads.',
  'source-unreadable': 'The operating system refused to read the file.',
  'source-plugin-not-enabled':
    'The manifest names a plugin that the user has not enabled for this project; it was not started.',
  'source-plugin-failed': 'A plugin could not be called, or its answer was unusable; the detail says why.',
  'source-plugin-timeout': 'A plugin exceeded its timeout; foreword ended it.',
  'plugins-untrusted': 'The manifest is not trusted; no plugin was started.',
  'plugin-no-room': 'A plugin was triggered and not started, because the budget of its tier is used up.',
  'entry-dropped':
    'Content from outside of the project belongs to a prohibited class and cannot be made safe; it was left out.',
  'entry-redacted': 'Prohibited content from outside of the project was replaced by a marker.',
  'memory-unreadable': 'Tactical memory could not be read; the packet was made without it.',
  'adapter-degraded':
    'An adapter gave no work items; the detail begins with `adapter_degraded:` and the reason. The packet was made without them.',
  'adapter-warning':
    'Work items of an adapter have a fault; the detail begins with `adapter_warning:` and names the fault.',
  'source-windowed': 'Only the beginning and the end of a large file were read.',
  'source-hard-link': 'The file has another name on the disk (a hard link), perhaps outside of the root.',
  'unfilled-template': 'The source still has placeholders of a template. These lines are not sent.',
  'section-empty': 'The source was found and has no content for the section.',
  'source-malformed': 'A document should be JSON and is not; it is shown as text.',
  'register-unreadable':
    'The register has no usable dates for some or all documents; foreword orders those by name.',
  'documents-left-out':
    'Selected documents were dropped: the bundle would exceed its budget. They are listed among the refused documents.',
  'partition-full':
    'A tier has reached its number of documents; the detail names the documents that were left out.',
  'partition-empty': 'A required tier has no document, because the number of documents is too small.',
  'partition-over': 'A tier reserves more documents than the request asks for.',
  'no-fields': 'None of the fields of the shape was found.',
  'unknown-value': 'A field has a value outside of its list; it is shown as written.',
  'over-cap': 'A section that is never shortened is larger than its cap.',
  'tier-over-budget': 'The protected sections of a tier exceed its budget.',
  'over-budget': 'The protected sections exceed the budget of the level, but not the ceiling.',
  'store-locked': 'Another program locked the store for too long; the receipt waits in the spool.',
  'store-full': 'The disk is full; the receipt waits in the spool, or could not be kept.',
  'store-read-only': 'The state directory is read-only; the receipt waits in another spool.',
  'store-damaged': 'The database is damaged; receipts wait in the spool until `foreword store repair`.',
  'store-newer': 'A newer version of foreword made the store; receipts wait in the spool.',
  'store-unreachable': 'The database server does not answer; receipts wait in the spool.',
  'store-refused':
    'The database server does not let foreword keep its tables there: the detail names the setting or the right; receipts wait in the spool.',
  'store-misplaced':
    'The state directory is a link or leads out of the project; foreword writes nothing there.',
  'store-failed': 'The store failed for an unknown reason; the receipt waits in the spool.',
  'no-record': 'The receipt could not be kept in the store or in a spool; the detail says why.',
  'spool-unreadable': 'A file in the spool is not a parcel; it was set aside.',
  'clock-back': 'The clock is behind the latest entry; entries are ordered by number, not by time.',
  'hidden-text':
    'Invisible text was removed from a source: control characters, escape sequences, invisible Unicode.',
  'redaction-failed': 'A redaction rule failed on a source; its section was left out.',
  'known-values': 'A file of secret values could not be read; the packet may contain values from it.',
  'refresh-unavailable':
    'A section could not be read during a refresh; foreword does not report it to the session as removed.',
  'sessions-unknown': 'The baseline of a session is unknown, so the session may get the same content again.',
  'last-good': 'The packet could not be made in time; the previous packet was sent again.',
  'given-already': 'Nothing was sent, because the session got its context with its first prompt.',
  'already-loaded':
    'A document was left out of its section, because the agent loads the same text by itself.',
  'expansions-neutralised':
    'The packet has forms that the agent would act on, such as `@path`; a backslash stops the agent.',
  sweep: 'The last check of the rendered text found a secret; its section was left out.',
} as const

export type DiagnosticCode = keyof typeof diagnosticCodes

/** A fact worth knowing that did not stop the packet. Packets and receipts carry it. */
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

/** All refusals, with the exit code of the command. */
export const refusalCodes = {
  usage: { exit: 2, about: 'A command or an argument is not valid.' },
  'unknown-level': { exit: 2, about: 'The manifest has no such level.' },
  'level-out-of-range': { exit: 2, about: 'A custom level is below the smallest one allowed.' },
  'manifest-invalid': {
    exit: 3,
    about: 'The manifest has errors; each is reported with file, line, column and key.',
  },
  'no-bundle': { exit: 3, about: 'The manifest declares no bundle.' },
  'manifest-missing': { exit: 3, about: 'The manifest or preset does not exist.' },
  'unknown-address': { exit: 3, about: 'The address matches no document, or several.' },
  'not-trusted': {
    exit: 3,
    about: 'The manifest is not trusted, and the command has no terminal to ask the user.',
  },
  'repo-missing': { exit: 3, about: 'The directory does not exist.' },
  'source-missing': { exit: 3, about: 'A required section has no source.' },
  'over-ceiling': { exit: 3, about: 'The protected sections are larger than the ceiling.' },
  'agent-missing': { exit: 3, about: 'The program of the agent is not installed.' },
  'not-readable': { exit: 3, about: 'A file named on the command line cannot be read.' },
  'store-unavailable': { exit: 3, about: 'The store cannot be opened; the message says why.' },
  'not-recorded': { exit: 3, about: 'The store has no such injection.' },
  'unknown-record': { exit: 3, about: 'Tactical memory has no such record, or it was promoted already.' },
  prohibited: {
    exit: 3,
    about: 'A text belongs to a prohibited class, or could not be checked; none of it was stored.',
  },
  pruned: { exit: 3, about: 'The text was deleted to save space; only its digest is left.' },
  'not-verified': { exit: 3, about: 'A text, an export or a checkpoint is not what it claims to be.' },
  'import-invalid': { exit: 3, about: 'The file is not an export, or contradicts the store.' },
  'settings-invalid': {
    exit: 3,
    about: 'A settings file of an agent cannot be edited; nothing was changed.',
  },
  'too-late': { exit: 3, about: 'A hook did not finish in time.' },
  'hook-failed': { exit: 3, about: 'A hook failed because of a bug in foreword; the session went on.' },
  'not-writable': { exit: 3, about: 'The result cannot be written to the given path.' },
  'cannot-listen': { exit: 3, about: 'The server cannot listen at this address; the message says why.' },
} as const

export type RefusalCode = keyof typeof refusalCodes

/** A typed reason not to inject. Everything else that is thrown is a bug. */
export class Refusal extends Error {
  readonly code: RefusalCode
  /** The next step for the user. */
  readonly fix: string | undefined
  constructor(code: RefusalCode, message: string, fix?: string) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.fix = fix
  }

  /** The same refusal with `clean` applied to its texts. */
  mapText(clean: (text: string) => string): Refusal {
    return new Refusal(this.code, clean(this.message), this.fix === undefined ? undefined : clean(this.fix))
  }
}

/** A store failed to write or read. Writers fall back to the spool; readers refuse. */
export class StoreFailure extends Error {
  readonly code: DiagnosticCode
  constructor(code: DiagnosticCode, message: string) {
    super(message)
    this.name = 'StoreFailure'
    this.code = code
  }
}
