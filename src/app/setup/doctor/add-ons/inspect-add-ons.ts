// Lists the hooks that an agent's plugins, extensions and profiles bring. Never runs them.
import type { AddOnRule, Agent, PackageRule, ProfileRule } from '../../../../agents/index.ts'
import { makeTextRedactor } from '../../../redaction/index.ts'
import type { DoctorDeps, InspectedFile } from '../doctor-deps.ts'
import type { DoctorFile } from '../doctor-output.ts'
import { asList, getMember, listHookHandlers, redactHooks } from '../other-hooks.ts'
import {
  type AddOnPackage,
  type AddOnSearch,
  findAddOnCandidates,
  isPlainObject,
  normalizeInsidePath,
} from './add-on-candidates.ts'
import { openSettingsReader } from './settings-reader.ts'

/** More than real users have. The limits stop a search through foreign files. */
const maxCount = { addOns: 500, files: 20 }

interface FoundAddOn {
  readonly add_on: NonNullable<DoctorFile['add_on']>
  readonly scope: DoctorFile['scope']
  readonly hooks: readonly HooksInFile[]
}

/** Events with their hooks, and their file. */
interface HooksInFile {
  readonly file: string
  readonly events: unknown
}

export interface AddOns {
  readonly files: readonly DoctorFile[]
  readonly notes: readonly string[]
}

/** Lists add-ons with hooks. `files` are the settings of the agent, which enable add-ons. */
export function inspectAddOns(deps: DoctorDeps, agent: Agent, files: readonly InspectedFile[]): AddOns {
  const reader = openSettingsReader(deps)
  const search = { deps, agent, files, reader }
  const all = agent.hooks!.settings.addOns.flatMap((rule) => findAddOns(search, rule))
  const found = all.slice(0, maxCount.addOns).flatMap((look) => toDoctorFiles(look()))
  const isCut = all.length > maxCount.addOns
  return {
    files: found.filter(({ foreign }) => foreign.length > 0),
    notes: [
      ...reader.faults().map((fault) => `Some hooks of other programs are not listed: ${fault}`),
      ...(isCut ? [`Only ${maxCount.addOns} of its plugins, extensions and profiles were inspected.`] : []),
    ],
  }
}

function toDoctorFiles(found: FoundAddOn | null): DoctorFile[] {
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

/** Returns functions, so that an add-on is read only when its function is called. */
function findAddOns(search: AddOnSearch, rule: AddOnRule): (() => FoundAddOn | null)[] {
  if (rule.kind === 'profile') return findProfiles(search, rule)
  return findAddOnCandidates(search, rule).map((find) => () => {
    const found = find()
    if (found === null) return null
    const add_on = { kind: rule.kind, name: found.name }
    return { add_on, scope: found.scope, hooks: readHooks(search, rule, found) }
  })
}

function findProfiles({ deps, agent, reader }: AddOnSearch, rule: ProfileRule): (() => FoundAddOn)[] {
  const { file: directory } = deps.userPlace(agent.hooks!.settings, rule.directory)
  const names = (deps.names(directory, null) ?? []).filter(
    (name) => name.endsWith(rule.ending) && name !== rule.ending,
  )
  return names.map((name) => () => {
    const file = `${directory}/${name}`
    const events = getMember(reader.data({ file, within: null }), 'hooks')
    const add_on = { kind: rule.kind, name: name.slice(0, -rule.ending.length) }
    return { add_on, scope: 'user', hooks: [{ file, events }] }
  })
}

function readHooks(
  { reader }: AddOnSearch,
  rule: PackageRule,
  { directory, within, listed }: AddOnPackage,
): HooksInFile[] {
  const read = (path: string) => reader.data({ file: `${directory}/${path}`, within })
  const manifest = rule.manifests.find((path) => read(path) !== undefined)
  if (manifest === undefined && rule.needsManifest) return []
  const named =
    rule.named === null || manifest === undefined ? [] : listParts(getMember(read(manifest), 'hooks'))
  const inline = named.flatMap((part): HooksInFile[] => {
    const events = rule.named?.wrapped ? getMember(part, 'hooks') : part
    return isPlainObject(part) && isPlainObject(events) ? [{ file: `${directory}/${manifest}`, events }] : []
  })
  const paths = named.flatMap((part) => (typeof part === 'string' ? (normalizeInsidePath(part) ?? []) : []))
  const usual = rule.named?.instead && paths.length + inline.length > 0 ? [] : [rule.hooks]
  const files = [...new Set([...usual, ...paths])].map((path) => {
    return { file: `${directory}/${path}`, events: getMember(read(path), 'hooks') }
  })
  const own = [...files, ...inline]
  if (listed === null) return own
  const rest = manifest === undefined ? [] : own.map((hooks) => removeEvents(hooks, listed.events))
  return [...rest, listed]
}

/** Hooks in a catalog replace other hooks of the same event. */
function removeEvents({ file, events }: HooksInFile, listed: object): HooksInFile {
  const rest = Object.entries(events ?? {}).filter(([event]) => !Object.hasOwn(listed, event))
  return { file, events: Object.fromEntries(rest) }
}

function listParts(hooks: unknown): readonly unknown[] {
  return (Array.isArray(hooks) ? asList(hooks) : [hooks]).slice(0, maxCount.files)
}
