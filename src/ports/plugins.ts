import type { PatternSearch } from '../core/relevance/index.ts'
import type { Observation } from '../core/values/index.ts'

/** Whether a plugin that a manifest names can be used. */
export type PluginState =
  | { readonly state: 'enabled'; readonly how: 'command' | 'mcp-stdio' | 'mcp-http' }
  | {
      readonly state: 'not-enabled'
      readonly why: string
      readonly fix: string
      /** The user has enabled the plugin, but its program or its token is missing. */
      readonly unready?: true
    }

export interface PluginLimits {
  readonly timeoutMs?: number | undefined
  readonly maxBytes?: number | undefined
}

/** Reads content from the programs and servers that the user has enabled. */
export interface Plugins {
  state(name: string): PluginState
  /**
   * Reads one address, within limits of time and size. A failing plugin becomes an observation, never an exception. `provides`
   * lists the paths in the manifest; an empty `path` reads all of them.
   */
  read(ask: {
    readonly plugin: string
    readonly path: string
    readonly provides: readonly string[]
    /** Limits of the caller. The user's configuration wins if it allows less. */
    readonly limits?: PluginLimits
  }): Promise<Observation>
  /** Ends all running plugins. */
  close(): Promise<void>
}

/** How to reach a plugin, from the user's own configuration. */
export interface EnabledPlugin {
  readonly how: 'command' | 'mcp-stdio' | 'mcp-http'
  /** The program and its arguments; empty for a server with a URL. */
  readonly command: readonly string[]
  readonly url: string | null
  /** Directories that a project must equal or be inside; null for all projects. */
  readonly projects: readonly string[] | null
  readonly timeoutMs: number
  readonly maxBytes: number
  /** Names of the environment variables that the plugin gets. */
  readonly env: readonly string[]
  /** The environment variable that holds the token for the server. */
  readonly bearer: string | null
}

/** The plugins that the user has enabled. No part of this comes from a repository. */
export interface PluginConfiguration {
  /** Path of the file, existing or not; for people. */
  readonly file: string
  readonly plugins: ReadonlyMap<string, EnabledPlugin>
  /** Why foreword ignores the file, with file, line and column; null if the file is valid or missing. */
  readonly fault: string | null
}

/** The facts for salience triggers, read without starting a program that a repository configures. */
export interface Salience {
  /** Messages of the latest commits, newest first. */
  commitMessages(limit: number): readonly string[]
  /** Files that differ from the last commit, and the files of the last commit itself. */
  changedFiles(limit: number): readonly string[]
}

/** Everything that is needed to read from the plugins of a project. */
export interface PluginDeps {
  readonly configuration: PluginConfiguration
  readonly plugins: Plugins
  readonly salience: Salience
  readonly search: PatternSearch
}
