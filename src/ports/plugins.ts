import type { PatternSearch } from '../core/relevance/index.ts'
import type { Observation } from '../core/values/index.ts'

/** Whether a plugin that a manifest names can be asked. */
export type PluginState =
  | { readonly state: 'enabled'; readonly how: 'command' | 'mcp-stdio' | 'mcp-http' }
  | {
      readonly state: 'not-enabled'
      readonly why: string
      readonly fix: string
      /** The user has enabled it, but its program or its token is not there. */
      readonly unready?: true
    }

export interface PluginLimits {
  readonly timeoutMs?: number | undefined
  readonly maxBytes?: number | undefined
}

/** Programs and servers that the user has enabled, asked for what lies below their address. */
export interface Plugins {
  state(name: string): PluginState
  /**
   * One answer, bounded in time and size. What a plugin does wrong is an observation, never a throw. `provides` is what the
   * manifest lists; with an empty path all of it is read.
   */
  read(ask: {
    readonly plugin: string
    readonly path: string
    readonly provides: readonly string[]
    /** What whoever asks allows; where the user's configuration allows less, that counts. */
    readonly limits?: PluginLimits
  }): Promise<Observation>
  /** Ends what is still running. */
  close(): Promise<void>
}

/** How a plugin is reached, in the words of the user's own configuration. */
export interface EnabledPlugin {
  readonly how: 'command' | 'mcp-stdio' | 'mcp-http'
  /** The program and its words; empty for a server that is reached by its URL. */
  readonly command: readonly string[]
  readonly url: string | null
  /** Directories that a project must be or lie in; null for all. */
  readonly projects: readonly string[] | null
  readonly timeoutMs: number
  readonly maxBytes: number
  /** Names of variables that are passed through. */
  readonly env: readonly string[]
  /** The variable that holds the token for a server. */
  readonly bearer: string | null
}

/** Which plugins the user has enabled. Nothing of it comes from a repository. */
export interface PluginConfiguration {
  /** Where it lies, there or not; for people. */
  readonly file: string
  readonly plugins: ReadonlyMap<string, EnabledPlugin>
  /** Why nothing of it counts, with file, line and column; null when it is fine, or not there. */
  readonly fault: string | null
}

/** What salience triggers look at. Told without starting anything that a repository configures. */
export interface Salience {
  /** Messages of the latest commits, newest first. */
  commitMessages(limit: number): readonly string[]
  /** Files that differ from the last commit, and those of the last commit itself. */
  changedFiles(limit: number): readonly string[]
}

/** All that it takes to ask the plugins of a project. */
export interface PluginDeps {
  readonly configuration: PluginConfiguration
  readonly plugins: Plugins
  readonly salience: Salience
  readonly search: PatternSearch
}
