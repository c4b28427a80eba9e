// Describes a coding agent as data: how to start it, how it treats the output of a hook, and where it keeps its transcripts.

import type { Expansion } from '../core/plan/index.ts'

/** Events of a session. Each agent has its own names for them. */
export type HookEvent = 'session-start' | 'prompt' | 'before-compaction' | 'subagent-start' | 'session-end'

/** The most that one output of a hook may hold. The agent cuts longer output. */
export interface OutputLimit {
  readonly amount: number
  readonly unit: 'utf-16' | 'bytes'
  /** The part of longer output that the agent keeps. */
  readonly beyond: 'head' | 'head-and-tail'
}

/** How the agent handles one event. */
export interface EventRule {
  /** The agent's own name for it. */
  readonly name: string
  /** The form in which output reaches the model; `nothing` if it never does. */
  readonly takes: 'json' | 'plain' | 'nothing'
  readonly timeoutSeconds: number
}

/** How the agent handles hooks. */
export interface HookRules {
  readonly events: Readonly<Partial<Record<HookEvent, EventRule>>>
  readonly outputLimit: OutputLimit | null
  /** Forms in hook output that the agent acts on. */
  readonly expansions: readonly Expansion[]
  /** Characters that the agent turns into entities. */
  readonly escapes: readonly string[]
  /** Whether a resumed session has lost the output of earlier hooks. */
  readonly forgetsOnResume: boolean
  /** The role under which hook output reaches the model. */
  readonly authority: 'system' | 'developer' | 'user' | 'data'
  readonly settings: SettingsRule
}

export interface SettingsRule {
  /** `hooks`: a JSON file with a `hooks` key. `plugin`: our own file in a directory of plugins. */
  readonly kind: 'hooks' | 'plugin'
  /** Path of the settings file in a project. */
  readonly project: string
  /** Path of the settings file below the user's home. */
  readonly user: string
  /** Other files that may hold hooks or switch them off; a later one overrides an earlier one. foreword reads them and never writes them. */
  readonly also: readonly HookPlace[]
  /** Add-ons that may bring hooks. foreword reads them and never writes them. */
  readonly addOns: readonly AddOnRule[]
  /** Keys that disable all hooks. */
  readonly switches: readonly HookSwitch[]
  /** Key of a list of disabled hooks, by name or by command. The agent joins the lists of all files. Left out if it has none. */
  readonly disabledList?: readonly string[]
  /** Settings of the whole machine, which foreword reads and never writes. Left out if the agent has none. */
  readonly machine?: MachineRule
  /** An environment variable that replaces the first directory of `user`. */
  readonly moved: { readonly variable: string; readonly instead: string }
  /** The shell that runs a hook command; null if our own plugin runs it. */
  readonly shell: readonly string[] | null
  /** Whether a missing hook program blocks prompts. */
  readonly blocks: boolean
  /** Unit of a hook's timeout in the settings. */
  readonly timeoutUnit: 'seconds' | 'milliseconds'
  /** Setting that raises the output limit: its key, bytes per token, and the tokens that `install` asks for. */
  readonly limitKey: { readonly key: string; readonly bytesPerToken: number; readonly tokens: number } | null
  /** The step that a person must take before hooks run; null if there is none. */
  readonly trust: string | null
  /** File below the home that lists trusted folders or trusted hooks. */
  readonly trustFile: TrustFile | null
}

export interface HookPlace {
  readonly scope: 'user' | 'project'
  /** Path below the home or in the project, by `scope`. */
  readonly path: string
  /** Contents: hooks in JSON, hooks in TOML, a JSON file with a list `plugin`, or a directory of plugins. */
  readonly holds: 'hooks' | 'toml' | 'plugin-list' | 'plugins'
}

/** An add-on of an agent. Paths are below the home unless a field says that they are in the project. */
export type AddOnRule = ProfileRule | PackageRule

/** Settings in TOML that a person selects by name. The file is the name followed by `ending`. */
export interface ProfileRule {
  readonly kind: 'profile'
  readonly directory: string
  readonly ending: string
}

/** A directory with a file of hooks, or with a manifest that holds or names hooks. */
export interface PackageRule {
  readonly kind: 'plugin' | 'extension'
  readonly lies: RegistryRule | CacheRule | FolderRule
  /** Paths in the package's directory; the first that exists is used. */
  readonly manifests: readonly string[]
  /** Whether a directory without a manifest is not a package. */
  readonly needsManifest: boolean
  readonly hooks: string
  /**
   * The effect of the key `hooks` of a manifest, which names files or holds hooks. `instead`: it replaces the usual file.
   * `wrapped`: the hooks are under a key `hooks` of their own, as in a file. Null if the agent ignores the key.
   */
  readonly named: { readonly instead: boolean; readonly wrapped: boolean } | null
}

/** Packages that the settings enable under a key, by `name@market`. */
export interface RegistryRule {
  readonly by: 'registry'
  readonly enabled: string
  /** File that lists the copy of each package. */
  readonly installed: string
  /** File that lists each market. The agent loads packages of a local market from the market itself instead of the copy. */
  readonly markets: string
  /** File in a market that lists its packages and may hold hooks. */
  readonly catalog: string
}

/** Packages that a table lists by `name@market` and does not disable. They are in `market/name/version`. */
export interface CacheRule {
  readonly by: 'cache'
  readonly table: string
  readonly directory: string
  /** The version that is preferred to all others. */
  readonly first: string
  /** Key of the settings; if it is false, the agent loads no package. */
  readonly unless: readonly string[]
}

/** All packages in a directory that are not disabled. */
export interface FolderRule {
  readonly by: 'folder'
  readonly scope: 'user' | 'project'
  readonly directory: string
  /** File that marks a package as a link to another directory: `{ "type": "link", "source": … }`. */
  readonly link: string | null
  /** How a package is disabled: by `name` and `ending` under a key of the settings, or by a file in `directory` that lists paths. */
  readonly off: { readonly key: string; readonly ending: string } | { readonly file: string }
}

export interface HookSwitch {
  /** Kind of file that holds the key. */
  readonly holds: 'hooks' | 'toml'
  readonly key: readonly string[]
  /** The value that disables hooks. */
  readonly off: boolean
}

/** The file that overrides all other settings, and a file beside it that all others override. */
export interface MachineRule {
  /** An environment variable that names the file. */
  readonly variable: string
  /** Full path by `process.platform`; `other` for every platform that is not listed. */
  readonly file: { readonly darwin: string; readonly win32: string; readonly other: string }
  /** The file with defaults: an environment variable that names it, or else its name in the same directory. */
  readonly defaults: { readonly variable: string; readonly name: string }
}

export type TrustFile =
  | {
      readonly kind: 'folders'
      readonly user: string
      /** Key of the settings; if it is false, the agent trusts every folder. */
      readonly unless: readonly string[]
      /** An environment variable; if it is `true`, the agent trusts every folder. */
      readonly variable: string
      /** Tells the user how to trust a folder that was refused before. */
      readonly revise: string
    }
  /** `server`: arguments that start the agent as a server that lists hooks and whether each is trusted. */
  | { readonly kind: 'hooks'; readonly user: string; readonly server: readonly string[] }

/** The place and the form of MCP servers in the settings of the agent. */
export interface ServerRule {
  readonly format: 'json' | 'toml'
  /** The key of the object that has the servers by name. */
  readonly key: string
  /** Files in a project. The first that exists is used, or else the first. */
  readonly project: readonly string[]
  /** Files below the user's home, likewise. */
  readonly user: readonly string[]
  readonly moved: SettingsRule['moved']
  /** `list`: the command is a list of words. `string`: it is the program, and `args` has the other words. */
  readonly command: 'list' | 'string'
  /** Keys beside the command. */
  readonly keys: Readonly<Record<string, string | boolean>>
  /** The step that a person must take before the agent starts a server of a project; null if there is none. */
  readonly approval: string | null
}

/** How to run one prompt without a person. */
export interface HeadlessRule {
  /** `{prompt_file}` is the path of the prompt, `{message_file}` the path for the agent's last message. */
  readonly args: readonly string[]
  /** `file`: `args` name the prompt, and standard input is closed at once. */
  readonly prompt: 'stdin' | 'file'
  /** Forms in the prompt that the agent acts on. */
  readonly expansions: readonly Expansion[]
  /** Format of standard output. */
  readonly output: 'claude-json' | 'codex-jsonl' | 'gemini-json' | 'opencode-jsonl' | 'text'
  /** Environment variables that are set unless the agent inherits them. */
  readonly env: Readonly<Record<string, string>>
  /** Meanings of exit codes, beyond failure. */
  readonly exits: Readonly<Record<number, string>>
}

/**
 * How `doctor` tries the agent: headless, in an empty home and an empty directory, against a fake model. In texts, `{url}` is the
 * fake model, `{project}` the directory and `{version}` the agent's version.
 */
export interface TrialRule {
  /** The prompt comes on standard input. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Files to create, by path below the home. */
  readonly home: Readonly<Record<string, string>>
  /** Files to create, by path below the directory that the agent starts in. */
  readonly project: Readonly<Record<string, string>>
  /** Settings of the user that the trial needs beside hooks. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Keys of the user's settings that the trial copies, because they decide whether hooks run or which model is used. */
  readonly keeps: readonly string[]
  /** The approval that the trial gives on the command line and a person gives by hand; null if there is none. */
  readonly waives: string | null
}

export interface Agent {
  readonly id: string
  readonly title: string
  readonly program: string
  /** Prefix of session ids; left out if they are UUIDs. */
  readonly sessionPrefix?: string
  /** The version on which this description was measured; null if it was not. */
  readonly testedVersion: string | null
  /** Arguments that print the version. */
  readonly versionArgs: readonly string[]
  readonly headless: HeadlessRule
  /**
   * Names of instruction files. The agent loads the first name that exists, in each directory from the root of the project down to the one
   * that it starts in.
   */
  readonly memory: readonly string[]
  /** Whether the agent chooses the name for each directory by itself, instead of one for all of them. */
  readonly memoryPerDirectory?: boolean
  /** More instruction files, in the same directories. The agent loads each that exists. */
  readonly memoryToo?: readonly string[]
  /** Directories of more instruction files in Markdown, in the same directories and at any depth. The agent loads each, unless its front matter has `paths`. */
  readonly memoryFolders?: readonly string[]
  /** The most bytes of instruction files that the agent loads, the user's own file first. It drops the rest silently. */
  readonly memoryLimit?: MemoryLimit
  /** Settings of a project that name more instruction files, and the key. */
  readonly memoryNamed?: { readonly files: readonly string[]; readonly key: string }
  /** Settings of the user that name more instruction files, under a nested key. The same file in a trusted project overrides it. */
  readonly memoryNamedByUser?: { readonly file: string; readonly key: readonly [string, string] }
  /** How deep the agent follows `@path` in instruction files; left out if it does not. */
  readonly importSteps?: number
  /** Null if the agent has no hooks. */
  readonly hooks: HookRules | null
  /** Null if the agent has no MCP servers. */
  readonly servers: ServerRule | null
  /** Null if there are no hooks to try. */
  readonly trial: TrialRule | null
  /** The agent's transcripts; null if it keeps none that foreword can read. */
  readonly transcript: TranscriptRule | null
}

export interface MemoryLimit {
  readonly bytes: number
  readonly user: string
  /** TOML file of the user or the project that overrides `bytes`, and its key. */
  readonly setting: { readonly file: string; readonly key: string }
}

export interface TranscriptRule {
  readonly form: 'claude' | 'codex' | 'gemini' | 'opencode'
  /** Directory of transcripts below the home. Null if our own plugin writes them. */
  readonly directory: string | null
  /**
   * The hooks whose outputs are all in the transcript, or in the prompt, at the next prompt: `every` hook, or each hook of an earlier
   * `prompt`. Then an output that is not there is lost, although no model has answered.
   */
  readonly holdsOutputsOf: 'every' | 'prompt' | 'none'
}
