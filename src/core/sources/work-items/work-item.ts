/** Something that is to be done, as an adapter tells of it. None of it can be relied on. */
export interface WorkItem {
  /** As the adapter gives it; no other item of the list has it. */
  readonly id: string
  /** The adapter that tells of it, as the manifest or the user names it. */
  readonly adapter: string
  /** What it is called wherever it is told of: its id, with every character that means something elsewhere written as `%xx`; its place in the list where the id may not be said. */
  readonly name: string
  /** Whether its id may be said. */
  readonly sayable: boolean
  /** `adapter/`, the adapter's name, its own name. */
  readonly path: string
  /** One of those that the manifest lists, or `unknown`. */
  readonly state: string
  /** 0 comes first. */
  readonly priority: number | null
  /** On one line, as are the summary and each tag; empty where there is none. */
  readonly title: string
  readonly summary: string
  readonly tags: readonly string[]
  /** The same before anything of it was cut, to be looked at and not shown; null where nothing was. */
  readonly whole: Pick<WorkItem, 'title' | 'summary' | 'tags'> | null
  readonly freshness: Freshness
  /** What was wrong with it, in the published words. */
  readonly warnings: readonly string[]
}

/** How old an item was when it was fetched, by the times of the data alone. What is not known is null. */
export interface Freshness {
  readonly adapter_fetched_at: string | null
  readonly source_updated_at: string | null
  /** From its last change to its fetching; below zero where the clocks of the two disagree. */
  readonly staleness_seconds: number | null
  readonly stale: boolean | null
}

/** What an adapter gave. */
export interface WorkList {
  readonly status: 'loaded'
  /** What it calls itself; null where it does not say so in a way that can be shown. */
  readonly adapterId: string | null
  readonly fetchedAt: string | null
  readonly items: readonly WorkItem[]
  /** What was wrong with the list as a whole. */
  readonly warnings: readonly string[]
}

/** Why an adapter gave nothing, each with what it means. */
export const degradations = {
  missing_adapter_file: 'no file is named for it, and no plugin of this name is configured',
  file_not_found: 'its file is not there',
  unreadable: 'its file may not be read, or is no text; or what a plugin answered is none',
  invalid_json: 'what it gave is no JSON',
  invalid_payload_shape: 'what it gave is JSON, and no object',
  items_not_list: 'what it gave has no list of items',
  too_large: 'it gave more than it may',
  timeout: 'it took longer than it may',
  not_enabled: 'the user has not enabled the plugin for this project',
  not_ready: 'the user has enabled the plugin, but its program or its token is not there',
  not_trusted: 'the manifest is not trusted, so no plugin was started',
  failed: 'the plugin could not be asked, or ended with an error',
} as const

export type Degradation = keyof typeof degradations

export interface DegradedAdapter {
  readonly status: 'degraded'
  readonly reason: Degradation
  /** In words, without any of what was given. */
  readonly detail: string
}
