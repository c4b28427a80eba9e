import { CLIENT_INFO_META_KEY, type Server, type ServerContext } from '@modelcontextprotocol/server'
import type { Caller } from '../../app/server/index.ts'

/** Before what foreword says about an answer. */
export const metaPrefix = 'foreword/'

/** Who sent a request: said once per connection before 2026-07-28, and with every request since. */
export type CallerOf = (context: ServerContext) => Caller

export function describeCaller(server: Server, session: string | undefined): CallerOf {
  return (context) => {
    const said = implementationOf(context.mcpReq.envelope) ?? server.getClientVersion()
    return { session: context.sessionId ?? session, client: said === undefined ? null : nameOf(said) }
  }
}

/** A stranger's: looked at before it is believed. */
function implementationOf(envelope: object | undefined): Implementation | undefined {
  const said: unknown = Object.entries(envelope ?? {}).find(([key]) => key === CLIENT_INFO_META_KEY)?.[1]
  if (typeof said !== 'object' || said === null) return undefined
  const { name, version } = said as Partial<Record<keyof Implementation, unknown>>
  return typeof name === 'string' && typeof version === 'string' ? { name, version } : undefined
}

interface Implementation {
  readonly name: string
  readonly version: string
}

const maxNameLength = 200

function nameOf({ name, version }: Implementation): string {
  return `${name} ${version}`.slice(0, maxNameLength)
}
