import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { explainPacket } from '../../src/app/engine/index.ts'
import { compose } from '../../src/compose/index.ts'
import { renderPrompt } from '../../src/core/packet/index.ts'
import { type BundleRequest, makeRequest } from '../../src/core/plan/index.ts'
import { Refusal } from '../../src/core/values/index.ts'

export const home = join(import.meta.dirname, '../..')

/** request.json of a golden case. */
export interface CaseRequest {
  /** The title of the test: requirement ids and a sentence. */
  readonly shows: string
  readonly now: string
  readonly level?: string
  readonly agent?: string
  readonly task?: string
  readonly vars?: Record<string, string>
  /** Reads this address instead of compiling a packet. */
  readonly address?: string
  /** The size limit for reading it. */
  readonly budget?: number
  /** Opt-in sections to include. */
  readonly flags?: string[]
  /** The options of a bundle, with files of adapters relative to the case. */
  readonly bundle?: Partial<BundleRequest>
  /** Uses the project's own manifest in the published form. */
  readonly own?: boolean
  /** Named roots, relative to the case. */
  readonly roots?: Record<string, string>
  /** False if nothing may be cached. */
  readonly cached?: boolean
}

export interface CaseResult {
  /** The text that the agent would get, or the reason why it gets none. */
  readonly packet: string
  readonly receipt: string
  readonly cached: boolean
}

export interface Case {
  readonly preset: string
  readonly name: string
  readonly directory: string
  readonly request: CaseRequest
}

export function allCases(): Case[] {
  return readdirSync(join(home, 'presets'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: preset }) =>
      readdirSync(join(home, 'presets', preset, 'cases')).map((name) => {
        const directory = join(home, 'presets', preset, 'cases', name)
        return {
          preset,
          name,
          directory,
          request: JSON.parse(readFileSync(join(directory, 'request.json'), 'utf8')),
        }
      }),
    )
}

/** The file of the case with the text that the agent would get. */
export function packetFile({ request }: Case): string {
  return request.bundle === undefined ? 'packet.md' : 'bundle.json'
}

function bundleOf({ bundle }: CaseRequest, directory: string): BundleRequest | null {
  if (bundle === undefined) return null
  const adapters = (bundle.adapters ?? []).map(({ name, file }) => ({
    name,
    file: file === null ? null : join(directory, file),
  }))
  return { documents: null, excerpt: null, fallback: null, output: null, ...bundle, adapters }
}

/** Compiles a case as the program would, with a fixed clock and fixed random values. */
export async function runCase(
  goldenCase: Case,
  directory: string,
  cache: string | null,
): Promise<CaseResult> {
  const app = compose(
    {
      version: 'test',
      build: 'test',
      env: { FOREWORD_CACHE_DIR: cache ?? '', PATH: process.env.PATH },
      cwd: directory,
      home,
      ids: { random: () => 'a1b2c3' },
    },
    { now: new Date(goldenCase.request.now), cache: cache !== null, warn: () => undefined },
  )
  const {
    level = null,
    agent = null,
    task = null,
    vars = {},
    address = null,
    budget = null,
  } = goldenCase.request
  const { flags = [] } = goldenCase.request
  const roots = goldenCase.request.roots ?? {}
  const project = {
    ...app.project({
      repo: 'repo',
      ...(goldenCase.request.own !== true && { preset: goldenCase.preset }),
      roots,
    }),
    name: vars.app_id ?? 'repo',
  }
  try {
    const compiled = await explainPacket(app.engine, {
      project,
      request: makeRequest({
        ...{ repo: project.name, level, agent, task, vars, address, budget, flags },
        bundle: bundleOf(goldenCase.request, directory),
      }),
    })
    const { manifest_digest: _, engine: __, commit: ___, ...receipt } = compiled.receipt
    const packet =
      task === null || goldenCase.request.bundle
        ? compiled.text
        : renderPrompt(compiled.packet.render, compiled.text, task)
    return { packet, receipt: `${JSON.stringify(receipt, null, 2)}\n`, cached: compiled.cached }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return {
      packet: '',
      receipt: `${JSON.stringify({ refused: error.code, message: error.message, fix: error.fix }, null, 2)}\n`,
      cached: false,
    }
  }
}
