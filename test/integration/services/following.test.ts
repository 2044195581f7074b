/** Resources of services that clients subscribe to, through the real listener: clients and services of both eras. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import { RelayScene } from '../../fakes/relay-scene.js'
import { fixture } from '../../fakes/services-scene.js'
import { cleanUpForEach } from '../../fixtures/for-each.js'
import { until } from '../../fixtures/until.js'

const uri = 'note://one'
const cleanUp = cleanUpForEach()

type Era = 'newer' | 'older'

async function client(scene: RelayScene, era: Era) {
  const one = new Client(
    { name: `client ${era}`, version: '1.0.0' },
    { versionNegotiation: { mode: era === 'newer' ? 'auto' : 'legacy' } },
  )
  const updated: string[] = []
  const changed: string[] = []
  one.setNotificationHandler('notifications/resources/updated', ({ params }) => void updated.push(params.uri))
  for (const list of ['tools', 'prompts', 'resources'] as const) {
    one.setNotificationHandler(`notifications/${list}/list_changed`, () => void changed.push(list))
  }
  const requestInit = { headers: { authorization: `Bearer ${scene.token}` } }
  await one.connect(new StreamableHTTPClientTransport(scene.url, { requestInit }))
  cleanUp.add(one, (it) => it.close())
  const call = async (name: string): Promise<string> => {
    const { content } = await one.callTool({ name, arguments: {} })
    return (content as { text?: string }[])[0]?.text ?? ''
  }
  const follow = async (): Promise<() => Promise<unknown>> => {
    if (era === 'older') {
      await one.subscribeResource({ uri })
      return () => one.unsubscribeResource({ uri })
    }
    const filter = { resourceSubscriptions: [uri], resourcesListChanged: true, promptsListChanged: true }
    const subscription = await one.listen(filter)
    expect(subscription.honoredFilter.resourceSubscriptions).toEqual([uri])
    return () => subscription.close()
  }
  return { updated, changed, call, follow }
}

const open = async (service: Era): Promise<RelayScene> =>
  cleanUp.add(await RelayScene.open(fixture('following.mjs', service)), (scene) => scene.close())

describe.each<[Era, Era]>([
  ['newer', 'newer'],
  ['newer', 'older'],
  ['older', 'newer'],
  ['older', 'older'],
])('a service of the %s era and a client of the %s era', (service, era) => {
  it('notifies subscribers of a change, and nobody else', async () => {
    const scene = await open(service)
    const follower = await client(scene, era)
    const other = await client(scene, era)
    const end = await follower.follow()
    // The service is asked in the background.
    await until(async () => {
      await other.call('touch')
      return follower.updated.length > 0
    })
    expect(new Set(follower.updated)).toEqual(new Set([uri]))
    expect(other.updated).toEqual([])
    await end()
  })

  it('notifies of a changed list of resources', async () => {
    const scene = await open(service)
    const follower = await client(scene, era)
    await follower.follow()
    await follower.call('grow')
    await until(() => follower.changed.includes('resources'))
  })
})

it('is subscribed to once for several subscribers, and unsubscribed after the last', async () => {
  const scene = await open('older')
  const [one, two] = [await client(scene, 'older'), await client(scene, 'newer')]
  const [endOne, endTwo] = [await one.follow(), await two.follow()]
  await until(async () => (await one.call('asked')) === 'subscribe')
  await endOne()
  expect(await one.call('asked')).toBe('subscribe')
  await endTwo()
  await until(async () => (await one.call('asked')) === 'subscribe unsubscribe')
})

it('is not subscribed to at an address that it does not list', async () => {
  const scene = await open('older')
  const one = new Client({ name: 'a client', version: '1.0.0' })
  const requestInit = { headers: { authorization: `Bearer ${scene.token}` } }
  await one.connect(new StreamableHTTPClientTransport(scene.url, { requestInit }))
  cleanUp.add(one, (it) => it.close())
  await expect(one.subscribeResource({ uri: 'note://other' })).rejects.toThrow('note://other')
})
