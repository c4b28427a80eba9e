/** The location of a settings file of an agent. */
export interface SettingsPlace {
  readonly file: string
  /** The directory that the file belongs to. foreword never creates or removes it. */
  readonly base: string
  /** Whether links must stay inside `base`: true in a project, false in a home. */
  readonly contained: boolean
  /** File mode of a new file. */
  readonly mode: number
  /** Whether foreword generates the whole file, so that it needs no backup. */
  readonly generated: boolean
}

export interface SettingsChange {
  readonly before: string | null
  readonly after: string | null
  /** Path of the backup of the previous text. */
  readonly backup: string | null
  /** Older backups that stay because they hold text that the file does not. Filled only if the edit removes all of foreword's entries. */
  readonly stays: readonly string[]
}

/** Returns the new text; null to have no file. Called again if another process wrote meanwhile, so it must depend on its argument only. */
export type SettingsEdit = (text: string | null) => string | null

/** Settings files of other programs. Refuses anything but a small regular file of UTF-8 text, without changing it. */
export interface SettingsFiles {
  /** Null if the file is missing. */
  read(place: SettingsPlace): string | null
  /** `undoes`: the edit removes all of foreword's entries. Then backups are deleted if they hold only those, or the same text as the file. */
  change(place: SettingsPlace, edit: SettingsEdit, undoes?: boolean): SettingsChange
  /** Returns the result of `change` without writing, with the same refusals. */
  preview(place: SettingsPlace, edit: SettingsEdit): SettingsChange
}

/** The result of running one hook command. */
export interface HookTrial {
  readonly exitCode: number | null
  readonly signal: string | null
  readonly timedOut: boolean
  readonly milliseconds: number
  readonly out: string
  readonly err: string
}

export interface HookTrialInput {
  /** Program and arguments. */
  readonly words: readonly string[]
  readonly cwd: string
  readonly input: string
  readonly timeoutMs: number
  /** For a server, which does not end by itself: stop it after it has printed a whole line that contains this text. */
  readonly until?: string
}

/** Runs one command as an agent would, and ends all its processes afterwards. */
export type RunHookTrial = (input: HookTrialInput) => Promise<HookTrial>

/** One call of our hook, as recorded by the script that replaces it in a trial. */
export interface RecordedHookCall {
  /** The arguments, joined. */
  readonly words: string
  readonly out: string
  readonly err: string
  /** False if the agent killed the hook. */
  readonly ended: boolean
}

/** A temporary directory for one command. Paths are relative to it. */
export interface TemporaryDirectory {
  readonly directory: string
  /** Creates a directory and returns its full path. */
  make(path: string): string
  write(path: string, text: string): void
  /** Writes an executable script and returns its full path. */
  script(path: string, text: string): string
  /** The hook calls that a recording script has kept in a directory. */
  calls(path: string): readonly RecordedHookCall[]
  remove(): void
}

/** TOML, in which some agents keep their settings. */
export interface Toml {
  /** Throws a `SettingsFault` with line and column. */
  read(text: string): unknown
  write(table: Readonly<Record<string, unknown>>): string
}
