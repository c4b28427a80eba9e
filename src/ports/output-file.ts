/** The file that the user named for the output. */
export interface OutputChoice {
  readonly file: string
  /** Replace an existing file that foreword did not write. */
  readonly force: boolean
  /** Files that the output is made from. The output must not replace them. */
  readonly inputs: readonly string[]
}

export interface OutputFile {
  /** Path in the project; null for a file outside the project. */
  readonly within: string | null
  write(text: string): void
}

/** Runs a command with one packet after another. */
export interface PacketTrial {
  /** Returns the exit code; null if the command could not be started. */
  test(text: string): Promise<number | null>
  close(): void
}

/** Unsaved texts. */
export interface Drafts {
  /** Calls `use` with a temporary file that holds the text, outside the project. */
  inFile<T>(text: string, use: (file: string) => Promise<T>): Promise<T>
  /** Opens the text in the user's editor and returns the edited text. */
  edit(text: string): Promise<string>
}
