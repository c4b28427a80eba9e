import type { ListResourcesResult, ReadResourceResult, Server } from '@modelcontextprotocol/server'
import type { ReadResult } from '../../app/engine/index.ts'
import type { ServerResource } from '../../app/server/index.ts'
import type { McpApp } from './app.ts'
import { type GetCaller, metaPrefix } from './caller.ts'
import { makeReadError, withProtocolErrors } from './errors.ts'
import { makePage } from './page.ts'

const mimeType = 'text/markdown'

export function serveResources(
  server: Server,
  { service: offer }: McpApp,
  callerOf: GetCaller,
  listed: () => void,
): void {
  server.setRequestHandler('resources/list', async ({ params }): Promise<ListResourcesResult> => {
    const { items, next } = await withProtocolErrors(async () =>
      makePage(await offer.resources(params?.cursor !== undefined), ({ address }) => address, params?.cursor),
    )
    listed()
    return { resources: items.map(describeResource), ...(next !== null && { nextCursor: next }) }
  })
  server.setRequestHandler('resources/templates/list', async ({ params }) => {
    const { items, next } = await withProtocolErrors(async () =>
      makePage(await offer.templates(), ({ template }) => template, params?.cursor),
    )
    const resourceTemplates = items.map(({ template, name, about }) => ({
      uriTemplate: template,
      name,
      mimeType,
      ...(about !== null && { description: about }),
    }))
    return { resourceTemplates, ...(next !== null && { nextCursor: next }) }
  })
  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    try {
      return makeContents(
        uri,
        await offer.read({ address: uri, budget: null, task: null }, callerOf(context)),
      )
    } catch (error) {
      throw makeReadError(error, uri)
    }
  })
}

function describeResource({ address, name, about, kind, tier }: ServerResource) {
  return {
    uri: address,
    name,
    mimeType,
    ...(about !== null && { description: about }),
    _meta: { [`${metaPrefix}kind`]: kind, ...(tier !== null && { [`${metaPrefix}tier`]: tier }) },
  }
}

/** The same bytes as `foreword read`, with facts about them in `_meta`. */
function makeContents(uri: string, answer: ReadResult): ReadResourceResult {
  return { contents: [{ uri, mimeType, text: answer.text, _meta: makeResourceMeta(answer) }] }
}

export function makeResourceMeta({ injection_id, tokens, measure, digest, cut, diagnostics }: ReadResult) {
  const stale = diagnostics.filter(({ code }) => code === 'stale').map(({ detail }) => detail)
  return {
    [`${metaPrefix}tokens`]: tokens,
    [`${metaPrefix}measure`]: measure,
    [`${metaPrefix}digest`]: digest,
    [`${metaPrefix}cut`]: cut,
    [`${metaPrefix}stale`]: stale,
    [`${metaPrefix}receipt`]: injection_id,
  }
}
