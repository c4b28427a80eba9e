// What a coding agent is, as data: how it is started, what it does with what a hook prints, and where it keeps what it was told.

/** What happens in a session, in our words. */
export type HookEvent = 'session-start' | 'prompt' | 'before-compaction' | 'subagent-start' | 'session-end'

/** How much of what one hook prints reaches the model whole. */
export interface HookCap {
  readonly amount: number
  readonly unit: 'utf-16' | 'bytes'
  /** What happens beyond it. */
  readonly beyond: 'head' | 'head-and-tail'
}

/** One event as the agent knows it. */
export interface EventRule {
  /** The agent's own name for it. */
  readonly name: string
  /** Whether what is printed reaches the model, and in which form it must be printed for that. */
  readonly takes: 'json' | 'plain' | 'nothing'
  readonly timeoutSeconds: number
}

/** What it does with hooks. */
export interface HookRules {
  readonly events: Readonly<Partial<Record<HookEvent, EventRule>>>
  readonly cap: HookCap | null
  /** Characters that reach the model as entities. */
  readonly escapes: readonly string[]
  /** Whether a session that is resumed has lost what hooks gave it. */
  readonly forgetsOnResume: boolean
  /** What the model takes it for. */
  readonly authority: 'system' | 'developer' | 'user' | 'data'
  readonly settings: SettingsRule
}

export interface SettingsRule {
  /** `hooks`: a JSON file with a `hooks` key; `plugin`: a file of its own in a directory of plugins. */
  readonly kind: 'hooks' | 'plugin'
  /** In the project. */
  readonly project: string
  /** Below the user's home. */
  readonly user: string
  /** Where else hooks may stand, or be switched off, later ones counting more: looked at, never written. */
  readonly also: readonly HookPlace[]
  /** What else may bring hooks along: looked at, never written. */
  readonly addOns: readonly AddOnRule[]
  /** Keys that switch all hooks off. */
  readonly switches: readonly HookSwitch[]
  /** A variable that moves it: its value stands in place of the beginning of `user`. */
  readonly moved: { readonly variable: string; readonly instead: string }
  /** What runs a command of a hook; null where that is code of our own. */
  readonly shell: readonly string[] | null
  /** Whether a program that is gone blocks its prompts. */
  readonly blocks: boolean
  /** What a time limit is counted in. */
  readonly timeoutUnit: 'seconds' | 'milliseconds'
  /** Raises the cap: the key, units per token, and how many tokens we ask for. */
  readonly limitKey: { readonly key: string; readonly bytesPerToken: number; readonly tokens: number } | null
  /** What a person must still do before hooks run; null when nothing. */
  readonly trust: string | null
  /** Where it keeps what a person has trusted, below the home as `user`: folders by path, or hooks by their place. */
  readonly trustFile: TrustFile | null
}

export interface HookPlace {
  readonly scope: 'user' | 'project'
  /** Below the home as `user`, or in the project. */
  readonly path: string
  /** Hooks in JSON, hooks in TOML, a JSON file with a list `plugin`, or a directory of plugins. */
  readonly holds: 'hooks' | 'toml' | 'plugin-list' | 'plugins'
}

/** What a person adds to an agent. Paths are below the home as `user`, or in the project where that is said. */
export type AddOnRule = ProfileRule | PackageRule

/** Settings in TOML that count only where they are asked for by name, which stands in front of `ending`. */
export interface ProfileRule {
  readonly kind: 'profile'
  readonly directory: string
  readonly ending: string
}

/** Directories with a file of hooks, or with a manifest that has or names hooks. */
export interface PackageRule {
  readonly kind: 'plugin' | 'extension'
  readonly lies: RegistryRule | CacheRule | FolderRule
  /** In its directory, as all that follows; the first that is there counts. */
  readonly manifests: readonly string[]
  /** Whether it is none without a manifest. */
  readonly needsManifest: boolean
  readonly hooks: string
  /**
   * What the key `hooks` of a manifest does, which names files or has hooks itself. `instead`: then the usual file does not count.
   * `wrapped`: hooks stand there as in a file, under a key `hooks` of their own. Null where the key does nothing.
   */
  readonly named: { readonly instead: boolean; readonly wrapped: boolean } | null
}

/** Those that settings set to true under a key, by `name@market`. */
export interface RegistryRule {
  readonly by: 'registry'
  readonly enabled: string
  /** Where each was copied to. */
  readonly installed: string
  /** Where each market lies: what a market in a directory of the person has is used there, and not the copy. */
  readonly markets: string
  /** In a market: what it has, and where. Hooks may stand there, too. */
  readonly catalog: string
}

/** Those that a table has by `name@market`, unless they are switched off there: in `market/name/version`. */
export interface CacheRule {
  readonly by: 'cache'
  readonly table: string
  readonly directory: string
  /** The version that counts before all others. */
  readonly first: string
  /** A key of the settings that is false where none is loaded. */
  readonly unless: readonly string[]
}

/** All that lie in a directory and are not switched off. */
export interface FolderRule {
  readonly by: 'folder'
  readonly scope: 'user' | 'project'
  readonly directory: string
  /** A file in its directory by which it is a link to another one: `{ "type": "link", "source": … }`. */
  readonly link: string | null
  /** By `name` and the ending under a key of the settings; or by a file in `directory`, which says for which paths. */
  readonly off: { readonly key: string; readonly ending: string } | { readonly file: string }
}

export interface HookSwitch {
  /** Which of the files have it. */
  readonly holds: 'hooks' | 'toml'
  readonly key: readonly string[]
  /** The value by which no hook runs. */
  readonly off: boolean
}

export type TrustFile =
  | { readonly kind: 'folders'; readonly user: string }
  /** `server`: words that start it as a server which lists hooks and whether each is trusted. */
  | { readonly kind: 'hooks'; readonly user: string; readonly server: readonly string[] }

/** How it runs one prompt without a person. */
export interface HeadlessRule {
  /** `{prompt_file}` stands for the path of the prompt, `{message_file}` for where its last words go. */
  readonly args: readonly string[]
  /** `file`: the prompt is named in `args`; standard input is closed at once. */
  readonly prompt: 'stdin' | 'file'
  /** What it prints. */
  readonly output: 'claude-json' | 'codex-jsonl' | 'gemini-json' | 'opencode-jsonl' | 'text'
  /** Set for it where it does not inherit them. */
  readonly env: Readonly<Record<string, string>>
  /** Exit codes that mean more than failure. */
  readonly exits: Readonly<Record<number, string>>
}

/**
 * How it is tried: headless, in an empty home and an empty directory, with a model endpoint of ours. In texts, `{url}` stands for
 * the endpoint, `{project}` for the directory and `{version}` for the agent's version.
 */
export interface TrialRule {
  /** The prompt comes on standard input. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Files by path: below its home, and below the directory that it is started in. */
  readonly home: Readonly<Record<string, string>>
  readonly project: Readonly<Record<string, string>>
  /** What the settings file of the user must hold beside hooks. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Keys of a person's settings, in JSON or TOML, that decide whether hooks run, or which model is asked: they hold in a trial too. */
  readonly keeps: readonly string[]
  /** What it was told on its command line that a person would have to say themselves; null for nothing. */
  readonly waives: string | null
}

export interface Agent {
  readonly id: string
  readonly title: string
  readonly program: string
  /** What the names of its sessions begin with, before letters and digits; left out where they are UUIDs. */
  readonly sessionPrefix?: string
  /** Prints its version. */
  readonly versionArgs: readonly string[]
  readonly headless: HeadlessRule
  /** Files in the root of a project: the first that is there it loads by itself. */
  readonly memory: readonly string[]
  /** Further ones, each of which it loads beside that. */
  readonly memoryToo?: readonly string[]
  /** How many bytes of them it loads, the user's own (a path below the home, as of settings) counted first. It cuts the rest without a word. */
  readonly memoryCap?: MemoryCap
  /** Settings of a project that name more of them, and under which key. */
  readonly memoryNamed?: { readonly files: readonly string[]; readonly key: string }
  /** Settings of the user (a path below the home, as of settings) that do, under a key in a key. What the same file of a project has there counts instead, where the agent trusts it. */
  readonly memoryNamedByUser?: { readonly file: string; readonly key: readonly [string, string] }
  /** How many steps it follows `@path` in them; left out where it does not. */
  readonly importSteps?: number
  /** Null where it has no hooks. */
  readonly hooks: HookRules | null
  /** Null where there are no hooks to try. */
  readonly trial: TrialRule | null
  /** Its own record of a session; null where it keeps none that can be read. */
  readonly transcript: TranscriptRule | null
}

export interface MemoryCap {
  readonly bytes: number
  readonly user: string
  /** What says another number: a file in TOML, of the user (as of settings) or in the project, and its key. */
  readonly setting: { readonly file: string; readonly key: string }
}

export interface TranscriptRule {
  readonly form: 'claude' | 'codex' | 'gemini' | 'opencode'
  /** Where it keeps them: below the home, as of settings. Null where our plugin tells what the agent does not keep. */
  readonly directory: string | null
}
