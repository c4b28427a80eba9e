import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import { makeStartPrompt } from '../../app/server/index.ts'
import type { McpApp } from './app.ts'
import { type GetCaller, metaPrefix } from './caller.ts'
import { withProtocolErrors } from './errors.ts'

/** Offers one prompt: a task with its context, as `dispatch` sends it. */
export function servePrompts(
  server: Server,
  { service: offer }: McpApp,
  scheme: string,
  callerOf: GetCaller,
): void {
  const start = makeStartPrompt(scheme)
  server.setRequestHandler('prompts/list', () => ({
    prompts: [{ ...start, arguments: start.arguments.map((argument) => ({ ...argument })) }],
  }))
  server.setRequestHandler('prompts/get', async ({ params }, context) => {
    if (params.name !== start.name)
      throw makeParamsError(`Unknown prompt "${params.name}". Prompts: ${start.name}.`)
    const { task = '', level = '', ...stray } = params.arguments ?? {}
    const [other] = Object.keys(stray)
    if (other !== undefined)
      throw makeParamsError(`Unknown argument "${other}" of ${start.name}. Arguments: task, level.`)
    if (task.trim() === '') throw makeParamsError('"task" must be text.')
    const input = { task, level: level === '' ? null : level }
    const { text, tokens, injection_id } = await withProtocolErrors(() =>
      offer.start(input, callerOf(context)),
    )
    return {
      description: start.description,
      messages: [{ role: 'user', content: { type: 'text', text } }],
      _meta: { [`${metaPrefix}tokens`]: tokens, [`${metaPrefix}receipt`]: injection_id },
    }
  })
}

function makeParamsError(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}
