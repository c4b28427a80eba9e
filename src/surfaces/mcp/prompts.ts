import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import { makeStartPrompt } from '../../app/server/index.ts'
import type { McpApp } from './app.ts'
import { type CallerOf, metaPrefix } from './caller.ts'
import { guarded } from './errors.ts'

/** One prompt: a task with its context, as an agent gets it that is dispatched. */
export function servePrompts(server: Server, { offer }: McpApp, scheme: string, callerOf: CallerOf): void {
  const start = makeStartPrompt(scheme)
  server.setRequestHandler('prompts/list', () => ({
    prompts: [{ ...start, arguments: start.arguments.map((one) => ({ ...one })) }],
  }))
  server.setRequestHandler('prompts/get', async ({ params }, context) => {
    if (params.name !== start.name)
      throw wrong(`There is no prompt "${params.name}"; there is "${start.name}".`)
    const { task = '', level = '', ...stray } = params.arguments ?? {}
    const [other] = Object.keys(stray)
    if (other !== undefined) throw wrong(`${start.name} has no argument "${other}"; it has: task, level.`)
    if (task.trim() === '') throw wrong('"task" must say what is to be done.')
    const order = { task, level: level === '' ? null : level }
    const { text, tokens, injection_id } = await guarded(() => offer.start(order, callerOf(context)))
    return {
      description: start.description,
      messages: [{ role: 'user', content: { type: 'text', text } }],
      _meta: { [`${metaPrefix}tokens`]: tokens, [`${metaPrefix}receipt`]: injection_id },
    }
  })
}

function wrong(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}
