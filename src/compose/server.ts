// Wires the servers: MCP over stdio or HTTP, the access token, and the stop signal.
import { randomUUID } from 'node:crypto'
import { openMemoryCache, readOncePerTurn } from '../adapters/cache/index.ts'
import { getUserDirectory } from '../adapters/disk/index.ts'
import { listHeadFilesOfDirectory } from '../adapters/git/head.ts'
import { memoizeWhileUnchangedSync } from '../app/engine/file-memo.ts'
import { withMemoryCache } from '../app/engine/memory-cache.ts'
import type { ContextShowResult } from '../app/history/index.ts'
import { makeGroupCommitRecorder } from '../app/record/group-commit.ts'
import { withRedactedRefusals } from '../app/redaction/redactor.ts'
import { openProjectService } from '../app/server/project-service.ts'
import { warnOnce } from '../app/server/warn-once.ts'
import type { ServeOptions, Serving } from '../app/services/index.ts'
import { findUntrustedReason } from '../app/session/hook/find-untrusted-reason.ts'
import type { Request } from '../core/plan/index.ts'
import type { Project } from '../ports/index.ts'
import type { HttpRoute, RequestLogLine } from '../surfaces/http/index.ts'
import type { McpApp } from '../surfaces/mcp/index.ts'
import { makeTrustKey } from './hook.ts'
import type { ComposeParts } from './process-info.ts'
import { openProjectStore } from './project-store.ts'

export interface ServerParts extends ComposeParts {
  /** The state of every source of the project. */
  status(project: Project, asked: Request): Promise<ContextShowResult>
}

export async function openProjectServer(
  parts: ServerParts,
  project: Project,
  { hasHooks }: { readonly hasHooks: boolean } = { hasHooks: false },
): Promise<McpApp> {
  const { processInfo } = parts
  const warn = warnOnce(parts.warn)
  const objects = openMemoryCache()
  const engine = withMemoryCache(parts.engine, project, {
    cache: openMemoryCache(parts.engine.cache),
    objects,
    fileVersions: readOncePerTurn(parts.engine.fileVersions, project),
    headFiles: (directory) => listHeadFilesOfDirectory(processInfo.env, directory),
  })
  const { recorder, counting, close } = openProjectStore(processInfo.env, project, true)
  const findTrustKey = () =>
    memoizeWhileUnchangedSync({ ...engine, cache: objects }, project, ['trust-key'], () => ({
      value: makeTrustKey(parts, project),
      files: [''],
    }))
  const service = openProjectService({
    engine,
    project,
    recorder: makeGroupCommitRecorder(recorder),
    counting,
    inert: () => findUntrustedReason(engine, project, findTrustKey()),
    hasHooks,
    status: (asked) => parts.status(project, asked),
    warn,
  })
  return { version: processInfo.version, service, newSession: () => randomUUID(), warn, close }
}

export async function serveHttp(
  parts: ServerParts,
  project: Project,
  choice: ServeOptions,
): Promise<Serving> {
  const { openServerToken } = await import('../adapters/store/keys/token.ts')
  const { openHttpServer, waitForStopSignal } = await import('../surfaces/http/index.ts')
  const { openMcpWeb } = await import('../surfaces/mcp/web.ts')
  // Report faults of the manifest now, to the user who starts the server, instead of to each client.
  await withRedactedRefusals(parts.engine, project, () => parts.engine.loadManifest(project.manifestFile))
  const app = await openProjectServer(parts, project)
  const { inert } = await app.service.about()
  const token = openServerToken(getUserDirectory('state', parts.processInfo.env), { renew: choice.newToken })
  const web = openMcpWeb(app)
  const http = await openHttpServer({
    host: choice.host,
    port: choice.port,
    allowed: choice.allowHosts,
    tokenNeeded: choice.requireToken,
    routes: [
      { path: '/mcp', methods: ['POST', 'GET', 'DELETE'], writes: false, answer: web.answer },
      healthRoute(parts.processInfo.version),
    ],
    isToken: token.matches,
    tell: (line) => logRequest(line, choice.log, app.warn),
  })
  const { url, host, port, names, tokenNeeded } = http
  return {
    where: {
      url,
      mcp: `${url}/mcp`,
      host,
      port,
      names,
      project: project.name,
      root: project.root,
      token_file: token.file,
      token_needed: tokenNeeded,
      pid: process.pid,
      inert,
    },
    ended: waitForStopSignal()
      .then(() => http.stop(web.close))
      .then(app.close),
  }
}

function healthRoute(version: string): HttpRoute {
  return {
    path: '/health',
    methods: ['GET'],
    writes: false,
    answer: async () => Response.json({ status: 'ok', name: 'foreword', version }),
  }
}

function logRequest(
  { method, path, status, ms, fault }: RequestLogLine,
  log: ServeOptions['log'],
  warn: McpApp['warn'],
): void {
  const request = `${method} ${path ?? '(elsewhere)'}`
  log?.(`${request} ${status} ${ms} ms`)
  if (fault !== null) warn({ detail: `${request} failed: ${fault}` })
}
