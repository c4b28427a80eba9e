/** Where settings of an agent lie. */
export interface SettingsPlace {
  readonly file: string
  /** The directory that it belongs to, which is never made nor taken away. */
  readonly base: string
  /** Whether a link may lead out of `base`: in a home yes, in a project no. */
  readonly contained: boolean
  /** Of a file that is new. */
  readonly mode: number
  /** Whether all that stands there is ours, so that no copy is kept. */
  readonly generated: boolean
}

export interface SettingsChange {
  readonly before: string | null
  readonly after: string | null
  /** The copy that was made of what stood there. */
  readonly backup: string | null
  /** Older copies that are left, because they hold something that the file does not. Told where an edit takes out all that is ours. */
  readonly stays: readonly string[]
}

/** Gives the new text; null for no file. Called again when somebody else wrote meanwhile, so it decides from what it is given. */
export type SettingsEdit = (text: string | null) => string | null

/** Files of other programs. Refuses what is no small regular file of UTF-8 text, and changes nothing then. */
export interface SettingsFiles {
  /** Null where there is none. */
  read(place: SettingsPlace): string | null
  /** `undoes`: the edit takes out all that is ours. Then copies go that hold nothing but that, or what the file holds then. */
  change(place: SettingsPlace, edit: SettingsEdit, undoes?: boolean): SettingsChange
  /** What `change` would do, and refuse. */
  preview(place: SettingsPlace, edit: SettingsEdit): SettingsChange
}

/** How one command of a hook went. */
export interface HookTrial {
  readonly exitCode: number | null
  readonly signal: string | null
  readonly timedOut: boolean
  readonly milliseconds: number
  readonly out: string
  readonly err: string
}

export interface HookTrialInput {
  /** Program and words. */
  readonly words: readonly string[]
  readonly cwd: string
  readonly input: string
  readonly timeoutMs: number
  /** A server does not end by itself: it is ended when it has printed a whole line with this in it. */
  readonly until?: string
}

/** Runs one command as an agent would, and lets nothing of it outlive the trial. */
export type TryHook = (order: HookTrialInput) => Promise<HookTrial>

/** How one of our hooks went, as a script in its place has kept it. */
export interface HookCall {
  /** What it was called with, joined. */
  readonly words: string
  readonly out: string
  readonly err: string
  /** False where somebody ended it. */
  readonly ended: boolean
}

/** A directory that is there for one command. Paths are below it. */
export interface Scratch {
  readonly directory: string
  /** Answers with its full path. */
  make(path: string): string
  write(path: string, text: string): void
  /** The same for a program. */
  script(path: string, text: string): string
  /** What a recording script has kept in a directory. */
  calls(path: string): readonly HookCall[]
  remove(): void
}

/** The language that some agents have their settings in, where others have JSON. */
export interface Toml {
  /** Throws a `SettingsFault`, with the place. */
  read(text: string): unknown
  write(table: Readonly<Record<string, unknown>>): string
}
