import { askIfMeant, defaultAdapter, type Manifest } from '../../../core/manifest/index.ts'
import { isSafeName, type Sanitiser } from '../../../core/redact/index.ts'
import {
  type DegradedAdapter,
  parseWorkItems,
  type RankedWorkItem,
  rankWorkItems,
  type WorkList,
} from '../../../core/sources/index.ts'
import {
  type Diagnostic,
  type FoundSource,
  limitPerKind,
  makeDiagnostic,
  Refusal,
} from '../../../core/values/index.ts'
import type { AdapterResult } from './adapter-result.ts'
import {
  type AdapterDeps,
  type AdapterQuery,
  getLastPathStep,
  readAdapterSource,
} from './read-adapter-source.ts'
import { sanitiseItems } from './sanitise-items.ts'

export interface AdapterInput extends Pick<Manifest, 'adapters' | 'ranking'> {
  /** Adapters to ask. */
  readonly names: readonly string[]
  /** Files that the user named for some adapters, as absolute paths. */
  readonly files: Readonly<Record<string, string>>
  readonly task: string | null
  /** Checks everything that an adapter says before other code sees it. */
  readonly sanitiser: Sanitiser
}

/**
 * Asks all adapters at once, so the total time is that of the slowest. Each returns its best work items that may be shown, or a reason
 * why it has none. Refuses an unknown name before anything is started.
 */
export async function askAdapters(deps: AdapterDeps, input: AdapterInput): Promise<readonly AdapterResult[]> {
  const names = [...new Set(input.names)]
  await refuseUnknown(deps, names, input)
  return Promise.all(names.map((name) => askAdapter(deps, makeQuery(name, input), input)))
}

async function refuseUnknown(
  { plugins }: AdapterDeps,
  names: readonly string[],
  { adapters, files }: AdapterInput,
): Promise<void> {
  const unasked = Object.keys(files).find((name) => !names.includes(name))
  if (unasked !== undefined) {
    const message = `A file is given for the adapter ${JSON.stringify(unasked)}, but the adapter is not named.`
    throw new Refusal('usage', message, 'Name the adapter too, or leave out its file.')
  }
  const declared = new Set([...Object.keys(adapters), ...Object.keys(files)])
  if (names.every((name) => declared.has(name))) return
  const { configuration } = await plugins()
  const known = [...new Set([...declared, ...configuration.plugins.keys()])].sort()
  const unknown = names.find((name) => !known.includes(name))
  if (unknown === undefined) return
  const list = known.length === 0 ? 'No adapter is known.' : `There are: ${known.join(', ')}.`
  const disabled = configuration.fault === null ? '' : ` Plugins are disabled: ${configuration.fault}.`
  const fix = `${askIfMeant(unknown, known)}${list}${disabled}`
  throw new Refusal('usage', `There is no adapter ${JSON.stringify(unknown)}.`, fix)
}

function makeQuery(name: string, { adapters, files }: AdapterInput): AdapterQuery {
  return {
    name,
    rule: Object.hasOwn(adapters, name) ? adapters[name]! : defaultAdapter,
    file: Object.hasOwn(files, name) ? files[name]! : null,
  }
}

async function askAdapter(deps: AdapterDeps, ask: AdapterQuery, input: AdapterInput): Promise<AdapterResult> {
  const { name, rule } = ask
  const reading = await readAdapterSource(deps, ask)
  const staleSeconds = rule.stale_seconds
  const list: WorkList | DegradedAdapter =
    reading.found === null
      ? { status: 'degraded', reason: reading.reason, detail: reading.detail }
      : parseWorkItems(reading.found.text, {
          name,
          staleSeconds,
          states: input.ranking.states,
          isSafeId: (id) => isSafeName(id, input.sanitiser),
        })
  const common = {
    adapter: name,
    maxItems: rule.max_items,
    staleSeconds,
    digest: reading.found?.digest ?? null,
    place: reading.place,
  }
  if (list.status === 'degraded') return { ...common, ...makeDegradedResult(ask, list) }
  const ranked = rankWorkItems(list.items, { ...input.ranking, task: input.task, staleSeconds })
  const { items, refused, diagnostics } = sanitiseItems(ranked, rule.max_items, input.sanitiser)
  const chosen = new Set(items.map(({ path }) => path))
  return {
    ...common,
    status: 'loaded',
    reason: null,
    detail: null,
    adapterId: list.adapterId,
    fetchedAt: list.fetchedAt,
    candidates: ranked.length,
    items,
    refused,
    diagnostics: [
      ...noteHardLink(reading.found),
      ...diagnostics,
      ...selectWarnings(list, [
        ...ranked.filter(({ item }) => chosen.has(item.path)),
        ...ranked.filter(({ item }) => !chosen.has(item.path)),
      ]).map(makeWarning),
    ],
  }
}

function makeDegradedResult(ask: AdapterQuery, { reason, detail }: DegradedAdapter) {
  const published = ['adapter_degraded', reason, ...listPlace(ask, reason)].join(':')
  return {
    status: 'degraded',
    reason,
    detail: `The adapter "${ask.name}" gave no work items: ${detail}`,
    adapterId: null,
    fetchedAt: null,
    candidates: 0,
    items: [],
    refused: [],
    diagnostics: [makeDiagnostic('adapter-degraded', 'warning', published)],
  } as const
}

/** Two of the published reasons have no place. For a file that the user named, only its base name is shown, because a path shows how the user organises files. */
function listPlace({ name, rule, file }: AdapterQuery, reason: DegradedAdapter['reason']): string[] {
  if (reason === 'missing_adapter_file' || reason === 'items_not_list') return []
  return [file === null ? (rule.file ?? name) : getLastPathStep(file)]
}

/** The most warnings of one kind. */
const maxWarnings = 20

/** Warnings about chosen items come first, so that many other items cannot hide them. */
function selectWarnings({ warnings }: WorkList, chosenFirst: readonly RankedWorkItem[]): string[] {
  return limitPerKind([...warnings, ...chosenFirst.flatMap(({ item }) => item.warnings)], maxWarnings)
}

function makeWarning(text: string): Diagnostic {
  return makeDiagnostic('adapter-warning', 'warning', `adapter_warning:${text}`)
}

function noteHardLink(found: FoundSource | null): Diagnostic[] {
  if (found?.hardLinked !== true) return []
  const detail = `${found.path} has another name on this disk (a hard link), which may be outside the project`
  return [makeDiagnostic('source-hard-link', 'note', detail)]
}
