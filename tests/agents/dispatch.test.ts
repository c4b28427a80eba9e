// `foreword dispatch` starts the real programs: checks the requests to their model and the reported outcome.
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isInstalled, releases } from '../../scripts/agents.ts'
import { startFakeModel } from '../../src/adapters/agents/index.ts'
import type { ModelEndpoint } from '../../src/ports/index.ts'
import { type AgentId, Desk, type Ended, task } from './desk.ts'
import { describeAgent, isWanted } from './installed.ts'

const ids = ['claude', 'codex', 'gemini', 'opencode'] as const satisfies readonly AgentId[]

const manifest = `foreword: 1
name: shop
measure: chars/4
levels: { standard: { budget: 40000 } }
default_level: standard
ceiling: 40000
sections:
  guide: { sources: ["file:guide.md"] }
`
/** 60 KB with characters that agents are known to change. */
const guide = `# Guide\n\n${Array.from({ length: 1500 }, (_, i) => `- guide ${i}: a < b && c > d, "é 漢 😀"`).join('\n')}\n`
const files = { '.foreword/manifest.yaml': manifest, 'guide.md': guide }

/** Replaces the model with one that fails. */
async function withModel<T>(answer: RequestListener, act: (url: string) => Promise<T>): Promise<T> {
  const server = createServer(answer)
  await new Promise<void>((fulfil) => server.listen(0, '127.0.0.1', fulfil))
  try {
    return await act(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

async function atDesk<T>(desk: Desk, act: (desk: Desk) => Promise<T>): Promise<T> {
  try {
    return await act(desk)
  } finally {
    desk.close()
  }
}

const refusing: RequestListener = (request, response) => {
  request.resume().on('end', () => {
    response.writeHead(400, { 'content-type': 'application/json' })
    const error = {
      type: 'invalid_request_error',
      code: 400,
      status: 'INVALID_ARGUMENT',
      message: 'REFUSED-HERE',
    }
    response.end(JSON.stringify({ type: 'error', error }))
  })
}

for (const id of ids) {
  describeAgent(id, () => {
    let endpoint: ModelEndpoint
    let desk: Desk
    let ended: Ended
    beforeAll(async () => {
      endpoint = await startFakeModel()
      desk = new Desk([id], endpoint.url, files)
      ended = await desk.dispatch(`--executor=${id}`, '--context')
    })
    afterAll(async () => {
      desk?.close()
      await endpoint?.close()
    })

    it('is asked just what the run directory says: 60 KB of context, then the task', () => {
      const [run] = ended.runs
      const prompt = desk.read(run!, 'prompt.md')
      expect(prompt).toContain('- guide 1499: ')
      expect(prompt.endsWith(`<task>\n${task}\n</task>\n`)).toBe(true)
      const texts = endpoint.requests().flatMap((request) => request.texts)
      expect(texts.filter(({ text }) => text.trim() === prompt.trim()).length).toBeGreaterThan(0)
    })

    it('is understood: what it answered, in which session, at what cost', () => {
      expect(ended.code).toBe(0)
      expect(ended.runs).toMatchObject([
        {
          agent: id,
          status: 'success',
          exit_code: 0,
          blocked: false,
          error: null,
          usage: { input: expect.any(Number) },
        },
      ])
      const [run] = ended.runs
      expect(run!.message).toMatch(/\S/)
      expect(run!.session_id).toMatch(/\S/)
      expect(JSON.parse(desk.read(run!, 'summary.json'))).toMatchObject({
        executor: id,
        session_id: run!.session_id,
        context_injection_id: run!.injection_id,
      })
    })

    it('has failed where its API refuses, whatever it ends with', () =>
      withModel(refusing, (url) =>
        atDesk(new Desk([id], url, files), async (other) => {
          const { code, runs } = await other.dispatch(`--executor=${id}`, '--timeout=60')
          expect(code).toBe(1)
          expect(runs).toMatchObject([{ status: 'failed', blocked: false }])
          expect(`${runs[0]!.error} ${runs[0]!.message}`).toContain('REFUSED-HERE')
        }),
      ))

    it('is ended with all that it started where its API never answers', () =>
      withModel(
        (request) => void request.resume(),
        (url) =>
          atDesk(new Desk([id], url, files), async (other) => {
            const running = other.dispatch(`--executor=${id}`, '--timeout=8')
            await expect.poll(() => other.processes().length, { timeout: 7_000 }).toBeGreaterThan(0)
            const { code, runs } = await running
            expect(code).toBe(1)
            expect(runs).toMatchObject([{ status: 'timeout' }])
            expect(other.processes()).toEqual([])
          }),
      ))
  })
}

/** A foreign hook that blocks every prompt. These agents still exit with 0. */
const blocking = (event: string) => {
  const hooks = [{ type: 'command', command: 'echo BLOCKED-HERE >&2; exit 2' }]
  return JSON.stringify({ hooks: { [event]: [{ hooks }] } })
}

for (const [id, event] of [
  ['claude', 'UserPromptSubmit'],
  ['gemini', 'BeforeAgent'],
] as const) {
  describeAgent(id, () => {
    it('has failed where a hook has blocked the prompt, although it ends with 0', async () => {
      const endpoint = await startFakeModel()
      try {
        const desk = new Desk([id], endpoint.url, { ...files, [`.${id}/settings.json`]: blocking(event) })
        await atDesk(desk, async () => {
          const { code, runs } = await desk.dispatch(`--executor=${id}`)
          expect(code).toBe(1)
          expect(runs).toMatchObject([{ status: 'failed', exit_code: 0, blocked: true }])
        })
        expect(JSON.stringify(endpoint.requests())).not.toContain('TASK-MARKER')
      } finally {
        await endpoint.close()
      }
    })
  })
}

describe.skipIf(!isWanted || !releases.every(isInstalled))('all of them at once', () => {
  it('work in a worktree each, stand in one table, and are joined to their receipts', async () => {
    const endpoint = await startFakeModel()
    try {
      await atDesk(new Desk(ids, endpoint.url, files), async (desk) => {
        const { out, code } = await desk.foreword('dispatch', '.', task, '--executor=all', '--context')
        expect(code).toBe(0)
        const rows = out.slice(out.indexOf('\nagent ')).trim().split('\n')
        expect(rows.map((row) => row.split(/\s+/).slice(0, 2))).toEqual([
          ['agent', 'status'],
          ...ids.map((id) => [id, 'success']),
        ])
        const log = JSON.parse((await desk.foreword('log', '--json')).out).injections
        expect(log.map((row: { agent: string; outcome: string }) => [row.agent, row.outcome]).sort()).toEqual(
          ids.map((id) => [id, 'success']),
        )
        const workspaces = join(desk.home, '.local/state/foreword/workspaces')
        for (const { run_id } of log) {
          const summary = JSON.parse(readFileSync(join(desk.repo, 'runs', run_id, 'summary.json'), 'utf8'))
          expect(summary).toMatchObject({
            workspace: join(workspaces, run_id, 'repo'),
            branch: `foreword/${run_id}`,
            changes: 'none',
          })
        }
        expect(readdirSync(workspaces)).toEqual([])
        const report = JSON.parse((await desk.foreword('report', '--json')).out)
        expect(report.runs).toBe(ids.length)
      })
    } finally {
      await endpoint.close()
    }
  })
})
