import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import type { McpApp } from './app.ts'
import { guarded } from './errors.ts'

/** What a variable of a template, or an argument of a prompt, can be. */
export function serveCompletions(server: Server, { offer }: McpApp): void {
  server.setRequestHandler('completion/complete', async ({ params: { ref, argument } }) => {
    const place = ref.type === 'ref/prompt' ? { prompt: ref.name } : { template: ref.uri }
    const order = { ...place, variable: argument.name, typed: argument.value }
    const known = await guarded(() => offer.complete(order))
    if (known === null) {
      const named = JSON.stringify('prompt' in place ? place.prompt : place.template)
      const message = `There is nothing to complete for "${argument.name}" of ${named}.`
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
    }
    return { completion: { ...known, values: [...known.values] } }
  })
}
