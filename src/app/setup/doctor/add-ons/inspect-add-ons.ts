// Hooks that plugins, extensions and profiles of an agent bring along: listed, never run.
import type { AddOnRule, Agent, PackageRule, ProfileRule } from '../../../../agents/index.ts'
import { makeTextRedactor } from '../../../redaction/index.ts'
import type { DoctorDeps, InspectedFile } from '../doctor-tools.ts'
import { asList, getMember, listHookHandlers, redactHooks } from '../other-hooks.ts'
import type { DoctorFile } from '../outputs.ts'
import {
  type AddOnPackage,
  type AddOnSearch,
  findAddOnCandidates,
  isRecord,
  normalizeInsidePath,
} from './candidates.ts'
import { openSettingsReader } from './settings-reader.ts'

/** More than anybody has. What others have put there is not read without an end. */
const maxCount = { addOns: 500, files: 20 }

interface Found {
  readonly add_on: NonNullable<DoctorFile['add_on']>
  readonly scope: DoctorFile['scope']
  readonly hooks: readonly HooksIn[]
}

/** Events with their hooks, and where they stand. */
interface HooksIn {
  readonly file: string
  readonly events: unknown
}

export interface AddOns {
  readonly files: readonly DoctorFile[]
  readonly notes: readonly string[]
}

/** `files` are the settings of the agent, which say what is switched on. What has no hooks is not told of. */
export function inspectAddOns(tools: DoctorDeps, agent: Agent, files: readonly InspectedFile[]): AddOns {
  const shelf = openSettingsReader(tools)
  const search = { tools, agent, files, shelf }
  const all = agent.hooks!.settings.addOns.flatMap((rule) => addOnsOf(search, rule))
  const found = all.slice(0, maxCount.addOns).flatMap((look) => shown(look()))
  const isCut = all.length > maxCount.addOns
  return {
    files: found.filter(({ foreign }) => foreign.length > 0),
    notes: [
      ...shelf.faults().map((fault) => `Not every hook of others is listed: ${fault}`),
      ...(isCut ? [`Of its plugins, extensions and profiles, only ${maxCount.addOns} were looked at.`] : []),
    ],
  }
}

function shown(found: Found | null): DoctorFile[] {
  if (found === null) return []
  const { add_on, scope, hooks } = found
  const clean = makeTextRedactor()
  const named = { ...add_on, name: clean(add_on.name) }
  return hooks.map(({ file, events }) => {
    return {
      scope,
      file,
      add_on: named,
      state: 'read',
      own: [],
      foreign: redactHooks(listHookHandlers(events)),
    }
  })
}

/** Each is looked at when it is called for. */
function addOnsOf(search: AddOnSearch, rule: AddOnRule): (() => Found | null)[] {
  if (rule.kind === 'profile') return profiles(search, rule)
  return findAddOnCandidates(search, rule).map((find) => () => {
    const one = find()
    if (one === null) return null
    const add_on = { kind: rule.kind, name: one.name }
    return { add_on, scope: one.scope, hooks: hooksOf(search, rule, one) }
  })
}

function profiles({ tools, agent, shelf }: AddOnSearch, rule: ProfileRule): (() => Found)[] {
  const { file: directory } = tools.userPlace(agent.hooks!.settings, rule.directory)
  const names = (tools.names(directory, null) ?? []).filter(
    (name) => name.endsWith(rule.ending) && name !== rule.ending,
  )
  return names.map((name) => () => {
    const file = `${directory}/${name}`
    const events = getMember(shelf.data({ file, within: null }), 'hooks')
    const add_on = { kind: rule.kind, name: name.slice(0, -rule.ending.length) }
    return { add_on, scope: 'user', hooks: [{ file, events }] }
  })
}

function hooksOf(
  { shelf }: AddOnSearch,
  rule: PackageRule,
  { directory, within, listed }: AddOnPackage,
): HooksIn[] {
  const read = (path: string) => shelf.data({ file: `${directory}/${path}`, within })
  const manifest = rule.manifests.find((path) => read(path) !== undefined)
  if (manifest === undefined && rule.needsManifest) return []
  const named =
    rule.named === null || manifest === undefined ? [] : partsOf(getMember(read(manifest), 'hooks'))
  const inline = named.flatMap((part): HooksIn[] => {
    const events = rule.named?.wrapped ? getMember(part, 'hooks') : part
    return isRecord(part) && isRecord(events) ? [{ file: `${directory}/${manifest}`, events }] : []
  })
  const paths = named.flatMap((part) => (typeof part === 'string' ? (normalizeInsidePath(part) ?? []) : []))
  const usual = rule.named?.instead && paths.length + inline.length > 0 ? [] : [rule.hooks]
  const files = [...new Set([...usual, ...paths])].map((path) => {
    return { file: `${directory}/${path}`, events: getMember(read(path), 'hooks') }
  })
  const own = [...files, ...inline]
  if (listed === null) return own
  const rest = manifest === undefined ? [] : own.map((one) => without(one, listed.events))
  return [...rest, listed]
}

/** Of the same event, hooks in a catalog take the place of others. */
function without({ file, events }: HooksIn, listed: object): HooksIn {
  const rest = Object.entries(events ?? {}).filter(([event]) => !Object.hasOwn(listed, event))
  return { file, events: Object.fromEntries(rest) }
}

function partsOf(hooks: unknown): readonly unknown[] {
  return (Array.isArray(hooks) ? asList(hooks) : [hooks]).slice(0, maxCount.files)
}
