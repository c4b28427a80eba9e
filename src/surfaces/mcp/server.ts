import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import type { OfferAbout } from '../../app/index.ts'
import { Refusal, reasonOf } from '../../core/values/index.ts'
import type { McpApp } from './app.ts'
import { callerOf } from './caller.ts'
import { wordsOf } from './errors.ts'
import { serveResources } from './resources.ts'
import { serveTools } from './tools.ts'

/** A server for one connection, or for one request where the protocol has no connections. */
export async function makeServer(
  app: McpApp,
  session: string | undefined,
  listed = () => {},
): Promise<Server> {
  const { project, scheme, instructions } = await aboutOrWhyNot(app)
  const server = new StrictServer(
    { name: 'foreword', title: project === '' ? 'foreword' : `foreword: ${project}`, version: app.version },
    {
      instructions,
      capabilities: { resources: { subscribe: true, listChanged: true }, tools: {} },
    },
  )
  const caller = callerOf(server, session)
  serveResources(server, app, caller, listed)
  serveTools(server, app, scheme, caller)
  return server
}

/** A manifest with a fault in it may be mended while the server runs: it starts, and says what is wrong. */
async function aboutOrWhyNot({ offer }: McpApp): Promise<OfferAbout> {
  try {
    return await offer.about()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const words = wordsOf(error)
    return { project: '', scheme: 'foreword', instructions: `No context is offered: ${words}`, inert: words }
  }
}

type Handler = Parameters<Server['_wrapHandler']>[1]

/** Our handlers end in protocol errors only: what else is thrown is the SDK's, about parameters that its schema does not know. */
class StrictServer extends Server {
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    return super._wrapHandler(method, async (request, context) => {
      try {
        return await handler(request, context)
      } catch (error) {
        if (error instanceof ProtocolError) throw error
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          `The parameters of ${method} are wrong: ${reasonOf(error)}`,
        )
      }
    })
  }
}
