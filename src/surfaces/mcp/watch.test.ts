import { afterEach, describe, expect, it } from 'vitest'
import { Refusal } from '../../core/values/index.ts'
import { ResourceWatch, type WatchListener } from './watch.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** The content of each address; anything else is none. */
function watching(versions: Map<string, string>) {
  const looked: string[] = []
  const offer = {
    async look(uri: string) {
      looked.push(uri)
      const version = versions.get(uri)
      if (version === undefined) throw new Refusal('unknown-address', `${uri} is no address`)
      return version
    },
    resources: async () => [],
  }
  const troubles: string[] = []
  const watch = new ResourceWatch(offer, ({ detail }) => troubles.push(detail))
  const listen = (...uris: string[]) => {
    const heard: string[] = []
    const listener: WatchListener & { readonly uris: Set<string> } = {
      uris: new Set(uris),
      list: false,
      updated: (uri) => heard.push(uri),
      listChanged() {},
    }
    stops.push(watch.listen(listener))
    return { heard, listener }
  }
  return { watch, listen, looked, troubles }
}

const within = { timeout: 10_000, interval: 50 }

describe('a watch', () => {
  it('reports changes although another subscription has an invalid address', async () => {
    const versions = new Map([['shop://a', '1']])
    const { watch, listen, troubles } = watching(versions)
    const { heard } = listen('shop://none', 'shop://a')
    await expect(watch.begin('shop://none')).rejects.toThrow('is no address')
    await watch.begin('shop://a')
    versions.set('shop://a', '2')
    await expect.poll(() => heard, within).toEqual(['shop://a'])
    expect(troubles).toEqual([])
  })

  it('forgets a resource without subscribers, and begins anew for a new subscriber', async () => {
    const versions = new Map(['shop://a', 'shop://b'].map((uri) => [uri, '1']))
    const { watch, listen, looked } = watching(versions)
    const stays = listen('shop://b')
    const goes = listen('shop://a')
    await Promise.all([watch.begin('shop://a'), watch.begin('shop://b')])
    goes.listener.uris.delete('shop://a')
    // A round passes without it.
    const before = looked.length
    await expect.poll(() => looked.length, within).toBeGreaterThan(before)
    versions.set('shop://a', '2')
    goes.listener.uris.add('shop://a')
    await watch.begin('shop://a')
    versions.set('shop://b', '2')
    await expect.poll(() => stays.heard, within).toEqual(['shop://b'])
    expect(goes.heard).toEqual([])
    versions.set('shop://a', '3')
    await expect.poll(() => goes.heard, within).toEqual(['shop://a'])
  })
})
