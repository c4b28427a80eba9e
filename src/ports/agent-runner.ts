export interface AgentJob {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  /** File for standard input; null for none. */
  readonly stdinFile: string | null
  /** Standard output is appended here, and standard error too unless `errorFile` is set. */
  readonly outputFile: string
  readonly errorFile?: string | null
  /** Environment variables that are set unless the program inherits them. */
  readonly env?: Readonly<Record<string, string>>
  /** Environment variables that are always set. */
  readonly own?: Readonly<Record<string, string>>
  readonly timeoutMs: number
}

/** A program of the user's own, under a name that runs are reported by. */
export interface NamedAgent {
  readonly id: string
  /** The program first. `{prompt_file}` is the path of the prompt. */
  readonly command: readonly string[]
  readonly prompt: 'stdin' | 'file'
}

export interface AgentResult {
  readonly status: 'success' | 'failed' | 'timeout'
  readonly exitCode: number | null
  readonly signal: string | null
  readonly seconds: number
  /** foreword ended the program because foreword itself was told to end. */
  readonly interrupted: boolean
}

export interface AgentRunner {
  /** Returns the absolute path of an executable, by path or on PATH; null if there is none. */
  find(program: string): string | null
  /** Number of programs that can run at the same time. */
  readonly processors: number
  run(job: AgentJob): Promise<AgentResult>
  /** Reads the text that a program wrote to a file; only the beginning and the end of a long file. Null if the file is missing. */
  read(file: string): string | null
}
