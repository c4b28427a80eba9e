/** The input of the engine. It holds everything that can differ between two packets of the same repository state. */
export interface Request {
  /** The name of the repository, never its path. */
  readonly repo: string
  /** A level's name or a number; null for the manifest's default. */
  readonly level: string | null
  readonly agent: string | null
  readonly role: string | null
  readonly task: string | null
  readonly trigger: string | null
  readonly rework: boolean
  readonly flags: readonly string[]
  readonly vars: Readonly<Record<string, string>>
  /** Only these sections, with their content instead of their address; null for all, as the manifest delivers them. */
  readonly only: readonly string[] | null
  /** Only the content of this address; null for a packet. */
  readonly address: string | null
  /** The file that `address` names, if it is a path. Only a caller that has checked it against the sources of the manifest sets it. */
  readonly file?: FileRequest
  /** The most that `address` may take; null for the budget of its tier. */
  readonly budget: number | null
  /** The limit of the packet's channel, beside the budget; null if it has none. */
  readonly channelLimit: ChannelLimit | null
  /** Whether tags reach the agent as tags. */
  readonly tags: boolean
  /** Forms that are neutralised, because the agent would act on them. Empty if the packet is for no particular agent. */
  readonly expansions: readonly Expansion[]
  /** Files that the agent has already loaded itself. */
  readonly loaded: readonly string[]
  /** Digests of their texts. The same text under another name is not sent either. */
  readonly loadedTexts: readonly string[]
  /** Settings of a bundle; null for a packet. */
  readonly bundle: BundleRequest | null
  /** Ages in other units than days. */
  readonly ages: { readonly transitions?: number; readonly turns?: number }
}

/** A file that a source of the manifest names. */
export interface FileRequest {
  readonly path: string
  /** The tier of the section with that source. */
  readonly tier?: string
  /** The permissions of that source. */
  readonly allow: { readonly external: boolean; readonly sensitive: boolean }
}

export interface ChannelLimit {
  readonly amount: number
  readonly unit: 'utf-16' | 'bytes'
  /** Whether the limit also cuts protected sections, after all others, because the channel cannot carry more. */
  readonly cutProtected: boolean
}

/** A form in a text that makes the agent read a file, run a command or load a skill by itself. */
export interface Expansion {
  readonly mark: string
  /**
   * The place where the agent acts on the mark. `word`: not after a letter or digit. `text`: at the start of the whole text. `name`: before
   * a letter or digit, even if a backslash precedes the mark.
   */
  readonly at: 'anywhere' | 'word' | 'text' | 'name'
}

export interface BundleRequest {
  /** Overrides the number of the level; null keeps it. */
  readonly documents: number | null
  readonly excerpt: number | null
  /** The last step of the fallback to try, `none`, or null for the manifest's default. */
  readonly fallback: string | null
  /** Adapters to call, each with its file if the request names one. */
  readonly adapters: readonly { readonly name: string; readonly file: string | null }[]
  /** Path of the bundle if it is in the project, because a bundle must not contain itself. */
  readonly output: string | null
}

export function makeRequest(values: Partial<Request> & Pick<Request, 'repo'>): Request {
  return {
    level: null,
    agent: null,
    role: null,
    task: null,
    trigger: null,
    rework: false,
    flags: [],
    vars: {},
    only: null,
    address: null,
    budget: null,
    channelLimit: null,
    tags: true,
    expansions: [],
    loaded: [],
    loadedTexts: [],
    bundle: null,
    ages: {},
    ...values,
  }
}
