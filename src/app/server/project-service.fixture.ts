// A project of real files in a temporary directory, served to a test client.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { hash, ids, openDiskCache, openFileVersions } from '../../adapters/cache/index.ts'
import { openFiles } from '../../adapters/files/index.ts'
import { openCoChanges } from '../../adapters/git/co-changes.ts'
import { openGit } from '../../adapters/git/index.ts'
import { loadManifest } from '../../adapters/manifests/index.ts'
import { outlineMarkdown } from '../../adapters/markdown/index.ts'
import { openRelevance } from '../../adapters/relevance/index.ts'
import { readKnownSecrets } from '../../adapters/secrets/index.ts'
import { makeTokenCounter } from '../../adapters/tokenizer/index.ts'
import type { InjectionBody, Parcel } from '../../core/receipt/index.ts'
import { createKnownValueRule } from '../../core/redact/index.ts'
import type { EngineServices, Project, SourceReader } from '../../ports/index.ts'
import { showContext } from '../history/show-context.ts'
import type { Caller } from './project-info.ts'
import { openProjectService } from './project-service.ts'
import { measureToolList } from './server-tools.ts'

/** Two collections, computed addresses, and a section without an address. */
export const manifest = `
foreword: 1
name: notebook
scheme: notes
measure: chars/4
levels: { standard: { budget: 2000 }, small: { budget: 300 } }
default_level: standard
ceiling: 4000
tiers:
  identity: { budget: 500, delivery: push, authority: rule, collections: digest }
  work: { budget: 1000, delivery: declare }
  reference: { budget: 1500, delivery: pull }
collections:
  decisions: { files: decisions/*.md, about: What was decided }
  plans: { files: plans/*.md, status: { values: { draft: [], active: [] } }, active: [active] }
contexts:
  voice: { files: voice/*.md }
  linked: { relevance: { around: [plans], files: ["**/*.md"] } }
states:
  plan: { active: plans }
plugins:
  tickets: { about: Tickets, provides: [open, closed] }
sections:
  decisions: { tier: identity, sources: ["notes://docs/decisions/"] }
  rules: { tier: identity, sources: ["file:RULES.md"], missing: skip, heading: Rules of the house }
  plan: { tier: work, sources: ["notes://state/plan"], missing: skip }
  linked: { tier: reference, sources: ["notes://context/linked"], missing: skip }
`

export const testCaller: Caller = { session: 'mcp-1', client: 'peer 1.0' }

export class ServedProject {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'offer-')))
  /** An environment without anything of the user who runs the tests. */
  private readonly env = { PATH: process.env.PATH, HOME: this.root, GIT_CONFIG_NOSYSTEM: '1' }
  readonly parcels: Parcel[] = []
  /** Paths that were opened. */
  readonly opened: string[] = []
  inert: string | null = null

  constructor(files: Readonly<Record<string, string>> = {}) {
    this.write({ 'foreword.yaml': manifest, ...files })
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.root, path)), { recursive: true })
      writeFileSync(join(this.root, path), text)
    }
  }

  /** The recorded entries, in order. */
  get bodies(): InjectionBody[] {
    return this.parcels.map(({ draft }) => JSON.parse(draft.body))
  }

  offer() {
    const engine = this.engine()
    const project: Project = {
      name: 'shop',
      root: this.root,
      roots: {},
      manifestFile: join(this.root, 'foreword.yaml'),
    }
    return openProjectService({
      engine,
      project,
      recorder: {
        record: async (parcels) => {
          this.parcels.push(...parcels)
          return { kept: 'store', troubles: [] }
        },
      },
      counting: async () => ({ sessions: null, trouble: null }),
      inert: async () => this.inert,
      hasHooks: false,
      status: (request) =>
        showContext(engine, {
          project,
          request,
          ledger: 'shop',
          last: null,
          sent: null,
          delivery: null,
          trail: [],
          toolCost: (scheme) => measureToolList(engine, scheme),
        }),
      warn: () => undefined,
    })
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true })
  }

  private engine(): EngineServices {
    const nothing = async () => {
      throw new Error('nobody should ask for it')
    }
    const relevance = openRelevance({ directory: null, changes: openCoChanges(this.env) })
    return {
      build: 'test',
      version: '0.0.0',
      clock: { now: () => new Date('2026-01-03T18:30:00Z') },
      ids,
      hash,
      cache: openDiskCache({ directory: null, build: 'test' }),
      fileVersions: openFileVersions(),
      systemTime: Date.now,
      digestFile: (file) => hash(file),
      readProjectText: () => null,
      listProjectMarkdown: () => [],
      readUserText: () => null,
      sources: async (project, exclude) => this.watched(openFiles({ ...project, exclude, hash })),
      // The build makes the exact table, and these tests run without a build.
      counter: async (unit) =>
        makeTokenCounter(unit === 'o200k' ? 'chars/4' : unit, { tableFile: '/nowhere', hash }),
      shippedManifest: () => null,
      loadManifest: async (file) =>
        loadManifest(file, { presets: '/nowhere', hash, schemes: ['file'], published: {} }),
      repository: nothing,
      outliner: async () => outlineMarkdown,
      projectRedactionRules: async ({ root }, { known }) => {
        const { values, files, places } = readKnownSecrets({ root, ...known, environment: {} })
        const rules = values.length === 0 ? [] : [createKnownValueRule(values)]
        return { rules, trouble: [], files, places, elsewhere: false }
      },
      versions: async () => openGit(this.env),
      pluginDeps: nothing,
      relevance: async () => relevance,
      session: async () => null,
      trust: async () => ({ state: 'own', digest: '', files: [] }),
      records: async () => ({ records: [], trouble: null }),
      commit: () => null,
    }
  }

  private watched(reader: SourceReader): SourceReader {
    return {
      ...reader,
      read: (path, allow) => {
        this.opened.push(path)
        return reader.read(path, allow)
      },
    }
  }
}
