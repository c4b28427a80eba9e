import { CLIENT_INFO_META_KEY, type Server, type ServerContext } from '@modelcontextprotocol/server'
import type { Caller } from '../../app/server/index.ts'

/** Prefix of foreword's keys in `_meta`. */
export const metaPrefix = 'foreword/'

/** Finds the client of a request. Clients name themselves once per connection before 2026-07-28, and in every request since. */
export type GetCaller = (context: ServerContext) => Caller

export function makeGetCaller(server: Server, session: string | undefined): GetCaller {
  return (context) => {
    const client = parseImplementation(context.mcpReq.envelope) ?? server.getClientVersion()
    return { session: context.sessionId ?? session, client: client === undefined ? null : formatName(client) }
  }
}

/** Validates the value, because the client is not trusted. */
function parseImplementation(envelope: object | undefined): Implementation | undefined {
  const value: unknown = Object.entries(envelope ?? {}).find(([key]) => key === CLIENT_INFO_META_KEY)?.[1]
  if (typeof value !== 'object' || value === null) return undefined
  const { name, version } = value as Partial<Record<keyof Implementation, unknown>>
  return typeof name === 'string' && typeof version === 'string' ? { name, version } : undefined
}

interface Implementation {
  readonly name: string
  readonly version: string
}

const maxNameLength = 200

function formatName({ name, version }: Implementation): string {
  return `${name} ${version}`.slice(0, maxNameLength)
}
