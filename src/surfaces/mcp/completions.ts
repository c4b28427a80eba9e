import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import type { McpApp } from './app.ts'
import { withProtocolErrors } from './errors.ts'

/** Completes variables of templates and arguments of prompts. */
export function serveCompletions(server: Server, { service: offer }: McpApp): void {
  server.setRequestHandler('completion/complete', async ({ params: { ref, argument } }) => {
    const place = ref.type === 'ref/prompt' ? { prompt: ref.name } : { template: ref.uri }
    const input = { ...place, variable: argument.name, typed: argument.value }
    const known = await withProtocolErrors(() => offer.complete(input))
    if (known === null) {
      const named = JSON.stringify('prompt' in place ? place.prompt : place.template)
      const message = `No completions for "${argument.name}" of ${named}.`
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
    }
    return { completion: { ...known, values: [...known.values] } }
  })
}
