/** A file that the user named for an answer. */
export interface OutputChoice {
  readonly file: string
  /** Replace another file, too. */
  readonly force: boolean
  /** Files that go into it, which it must not replace. */
  readonly inputs: readonly string[]
}

export interface OutputFile {
  /** Its path in the project; null outside of it. */
  readonly within: string | null
  write(text: string): void
}

/** Runs a command with one packet after another. */
export interface PacketTrial {
  /** The exit code; null when the command could not be started. */
  test(text: string): Promise<number | null>
  close(): void
}

/** Texts that are not saved yet. */
export interface Drafts {
  /** Calls `use` with a temporary file of this text, outside of the project. */
  inFile<T>(text: string, use: (file: string) => Promise<T>): Promise<T>
  /** Opens the text in the editor of the user. */
  edit(text: string): Promise<string>
}
