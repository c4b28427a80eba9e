/** A task as an adapter reports it. Nothing in it is authoritative. */
export interface WorkItem {
  /** The adapter's id, unique within its list. */
  readonly id: string
  /** The adapter's name in the manifest or by the user. */
  readonly adapter: string
  /** Its name in paths and messages: the encoded id (`%xx`) or, if the id is not safe to show, its place in the list. */
  readonly name: string
  /** Whether its id is safe to show. */
  readonly sayable: boolean
  /** `adapter/<adapter>/<name>`. */
  readonly path: string
  /** A state that the manifest lists, or `unknown`. */
  readonly state: string
  /** 0 comes first. */
  readonly priority: number | null
  /** One line, like the summary and each tag; empty if there is none. */
  readonly title: string
  readonly summary: string
  readonly tags: readonly string[]
  /** The same fields before they were cut. They are scanned for secrets and never shown. Null if nothing was cut. */
  readonly whole: Pick<WorkItem, 'title' | 'summary' | 'tags'> | null
  readonly freshness: Freshness
  /** Problems of the item, in the published words. */
  readonly warnings: readonly string[]
}

/** The age of an item when it was fetched, by the times in the data alone. Unknown values are null. */
export interface Freshness {
  readonly adapter_fetched_at: string | null
  readonly source_updated_at: string | null
  /** Seconds from the last change to the fetch; negative if the two clocks disagree. */
  readonly staleness_seconds: number | null
  readonly stale: boolean | null
}

/** The list of an adapter. */
export interface WorkList {
  readonly status: 'loaded'
  /** The adapter's own id; null if it is missing or not safe to show. */
  readonly adapterId: string | null
  readonly fetchedAt: string | null
  readonly items: readonly WorkItem[]
  /** Problems of the list as a whole. */
  readonly warnings: readonly string[]
}

/** The reasons why an adapter gives no items, each with its meaning. */
export const degradations = {
  missing_adapter_file: 'no file is named for it, and no plugin of this name is configured',
  file_not_found: 'its file does not exist',
  unreadable: 'its file cannot be read, or its content is not text',
  invalid_json: 'its content is not JSON',
  invalid_payload_shape: 'its content is JSON, but not an object',
  items_not_list: 'its content has no list `items`',
  too_large: 'its content is larger than the limit',
  timeout: 'it did not answer in time',
  not_enabled: 'the user has not enabled the plugin for this project',
  not_ready: 'the user has enabled the plugin, but its program or its token is missing',
  not_trusted: 'the manifest is not trusted, so no plugin was started',
  failed: 'the plugin could not be reached, or ended with an error',
} as const

export type Degradation = keyof typeof degradations

export interface DegradedAdapter {
  readonly status: 'degraded'
  readonly reason: Degradation
  /** In words, without any content of the adapter. */
  readonly detail: string
}
