// Wires the servers: what MCP offers over stdio or HTTP, the token, and when the process stops.
import { randomUUID } from 'node:crypto'
import { openMemoryCache, readOncePerTurn } from '../adapters/cache/index.ts'
import { userDirectory } from '../adapters/disk/index.ts'
import { headFilesOf } from '../adapters/git/head.ts'
import { refusedClean } from '../app/clean.ts'
import { cachedWhileUnchangedSync } from '../app/file-memo.ts'
import { inertness } from '../app/hook/inert.ts'
import type { ContextShowAnswer, ServeOptions, Serving } from '../app/index.ts'
import { withMemoryCache } from '../app/memory-cache.ts'
import { openOffer } from '../app/offer/offer.ts'
import { warnOnce } from '../app/offer/warn-once.ts'
import { batchingRecorder } from '../app/record/group-commit.ts'
import type { Request } from '../core/plan/index.ts'
import type { Project } from '../ports/index.ts'
import type { HttpRoute, RequestLine } from '../surfaces/http/index.ts'
import type { McpApp } from '../surfaces/mcp/index.ts'
import { trustPlace } from './hook.ts'
import type { Parts } from './parts.ts'
import { openProjectStore } from './project-store.ts'

export interface OfferParts extends Parts {
  /** The state of every source of the project. */
  status(project: Project, asked: Request): Promise<ContextShowAnswer>
}

export async function offerFor(parts: OfferParts, project: Project): Promise<McpApp> {
  const { around } = parts
  const warn = warnOnce(parts.warn)
  const objects = openMemoryCache()
  const shop = withMemoryCache(parts.shop, project, {
    cache: openMemoryCache(parts.shop.cache),
    objects,
    fileVersions: readOncePerTurn(parts.shop.fileVersions, project),
    headFiles: (directory) => headFilesOf(around.env, directory),
  })
  const { recorder, counting, close } = openProjectStore(around.env, project, true)
  const findTrustPlace = () =>
    cachedWhileUnchangedSync({ ...shop, cache: objects }, project, ['trust-place'], () => ({
      value: trustPlace({ ...parts, shop }, project),
      files: [''],
    }))
  const offer = openOffer({
    shop,
    project,
    recorder: batchingRecorder(recorder),
    counting,
    inert: () => inertness(shop, project, findTrustPlace()),
    status: (asked) => parts.status(project, asked),
    warn,
  })
  return { version: around.version, offer, newSession: () => randomUUID(), warn, close }
}

export async function serveHttp(parts: OfferParts, project: Project, choice: ServeOptions): Promise<Serving> {
  const { openServerToken } = await import('../adapters/keys/index.ts')
  const { openHttp, waitForStopSignal } = await import('../surfaces/http/index.ts')
  const { openWeb } = await import('../surfaces/mcp/web.ts')
  // The user who starts the server hears now what is wrong with the manifest, instead of each client.
  await refusedClean(parts.shop, project, () => parts.shop.loadManifest(project.manifestFile))
  const app = await offerFor(parts, project)
  const { inert } = await app.offer.about()
  const token = openServerToken(userDirectory('state', parts.around.env), { renew: choice.newToken })
  const web = openWeb(app)
  const http = await openHttp({
    host: choice.host,
    port: choice.port,
    allowed: choice.allowHosts,
    tokenNeeded: choice.requireToken,
    routes: [
      { path: '/mcp', methods: ['POST', 'GET', 'DELETE'], writes: false, answer: web.answer },
      healthRoute(parts.around.version),
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
  { method, path, status, ms, fault }: RequestLine,
  log: ServeOptions['log'],
  warn: McpApp['warn'],
): void {
  const request = `${method} ${path ?? '(elsewhere)'}`
  log?.(`${request} ${status} ${ms} ms`)
  if (fault !== null) warn({ detail: `${request} failed: ${fault}` })
}
