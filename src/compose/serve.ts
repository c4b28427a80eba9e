// The server over HTTP, put together: the surfaces that have something to answer, the token, and what makes it stop.
import { join } from 'node:path'
import { userDirectory } from '../adapters/disk/index.ts'
import { openToken, type Token } from '../adapters/keys/index.ts'
import { refusedClean } from '../app/clean.ts'
import type { ServeOptions, Serving } from '../app/index.ts'
import { Refusal } from '../core/values/index.ts'
import type { Project } from '../ports/index.ts'
import { type HttpRoute, openHttp, type RequestLine } from '../surfaces/http/index.ts'
import type { McpApp } from '../surfaces/mcp/index.ts'
import { openWeb } from '../surfaces/mcp/web.ts'
import { type OfferParts, offerFor } from './offer.ts'

export async function serveHttp(parts: OfferParts, project: Project, choice: ServeOptions): Promise<Serving> {
  // Somebody sits in front of it: what is wrong with the manifest is said now, and not to each client.
  await refusedClean(parts.shop, project, () => parts.shop.loadManifest(project.manifestFile))
  const app = await offerFor(parts, project)
  const { inert } = await app.offer.about()
  const token = tokenOf(parts.around.env, choice.newToken)
  const web = openWeb(app)
  const http = await openHttp({
    host: choice.host,
    port: choice.port,
    allowed: choice.allowHosts,
    tokenNeeded: choice.requireToken,
    routes: [
      { path: '/mcp', methods: ['POST', 'GET', 'DELETE'], writes: false, answer: web.answer },
      health(parts.around.version),
    ],
    isToken: token.matches,
    tell: (line) => tell(line, choice.log, app.warn),
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
    ended: toldToStop()
      .then(() => http.stop(web.close))
      .then(app.close),
  }
}

function health(version: string): HttpRoute {
  return {
    path: '/health',
    methods: ['GET'],
    writes: false,
    answer: async () => Response.json({ status: 'ok', name: 'foreword', version }),
  }
}

function tokenOf(env: NodeJS.ProcessEnv, renew: boolean): Token {
  const state = userDirectory('state', env)
  if (state === null) {
    throw new Refusal(
      'not-writable',
      'There is no place for the token: neither HOME nor XDG_STATE_HOME names a directory.',
      'Set XDG_STATE_HOME to a directory of your own.',
    )
  }
  return openToken(join(state, 'serve'), { renew })
}

function tell(
  { method, path, status, ms, fault }: RequestLine,
  log: ServeOptions['log'],
  warn: McpApp['warn'],
): void {
  const asked = `${method} ${path ?? '(elsewhere)'}`
  log?.(`${asked} ${status} ${ms} ms`)
  if (fault !== null) warn({ detail: `${asked} failed: ${fault}` })
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Once. After that a signal does what it always does, for somebody without patience. */
function toldToStop(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      for (const signal of signals) process.off(signal, stop)
      resolve()
    }
    for (const signal of signals) process.on(signal, stop)
  })
}
