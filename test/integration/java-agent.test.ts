/** The agent in Java against the contract, and against what the agent SDK in TypeScript makes of the same declarations. */

import { once } from 'node:events'
import { coreCatalogue } from '@contract/core-catalogue.js'
import { frameText, registration } from '@contract/frames.js'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { checkAgent } from '../../agents/kit/check/check-agent.js'
import { provider } from '../../agents/kit/sdk/index.js'
import { systemClock } from '../../src-main/storage/system-clock.js'
import { inProcessThread } from '../fakes/admission.js'
import { cleanUpForEach } from '../fixtures/for-each.js'
import { missingJavaAgent, startJavaAgent, startWithoutToken } from '../fixtures/java-agent.js'

if (missingJavaAgent) console.warn(`The agent in Java is not tested: ${missingJavaAgent}`)

const cleanUp = cleanUpForEach()

describe.skipIf(missingJavaAgent !== undefined)('the agent in Java', () => {
  it('passes the contract check, and skips nothing that the TypeScript SDK passes', async () => {
    const { address, token } = await startJavaAgent(cleanUp)
    const { conforms, findings } = await checkAgent({
      ...{ address, token, actions: true, timeoutMs: 45_000, settleMs: 50, listenMs: 5_000 },
      clock: systemClock,
      schemas: inProcessThread(),
    })
    const complaints = findings.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    expect(complaints.map(({ id, seen }) => [id, ...seen])).toEqual([])
    expect(findings.filter(({ verdict }) => verdict === 'skip').map(({ id }) => id)).toEqual([
      'unknown-player',
      'unknown-world',
    ])
    expect(conforms).toBe(true)
  })

  it('stops when it has no token', () => {
    const { status, stderr } = startWithoutToken()
    expect([status, stderr]).toEqual([1, expect.stringContaining('Set AGENT_TOKEN')])
  })

  it('sends the manifests that the SDK in TypeScript makes of the same declarations', async () => {
    const { address, token } = await startJavaAgent(cleanUp)
    expect(await manifestsOf(address, token)).toEqual(shopManifests())
  })
})

async function manifestsOf(address: string, token: string): Promise<unknown> {
  const socket = cleanUp.add(new WebSocket(address), (open) => open.terminate())
  await once(socket, 'open')
  socket.send(frameText('register', registration(token), 'a-registration'))
  const [data] = await once(socket, 'message')
  return JSON.parse(String(data)).capabilities
}

/** `Shops.java` and `ServerHealth.java`, in TypeScript. In the order of their ids. */
function shopManifests() {
  const shopkeeper = provider({ id: 'shopkeeper', name: 'Shopkeeper' })
  const object = (properties: object, required = Object.keys(properties)) =>
    ({
      type: 'object',
      ...(required.length > 0 && { required }),
      properties,
      additionalProperties: false,
    }) as { type: 'object' }
  const integer = { type: 'integer', minimum: -2_147_483_648, maximum: 2_147_483_647 }
  const name = { type: 'string', minLength: 1, maxLength: 64 }
  const run = () => ({})
  const capabilities = [
    shopkeeper.context(
      {
        ...{ id: 'ext.shopkeeper.list', name: 'List the shops', description: 'Reads the names of all shops.' },
        parameters: object({}),
        returns: object({ shops: { type: 'array', items: { type: 'string' } } }),
      },
      run,
    ),
    shopkeeper.context(
      {
        ...{ id: 'ext.shopkeeper.price.get', name: 'Price of bread' },
        description: 'Reads the price in a shop, in coins.',
        parameters: object({ name }),
        returns: object({ coins: { ...integer, minimum: 0 } }),
        examples: [{ name: 'At the bakery', parameters: { name: 'Bakery' }, response: { coins: 12 } }],
      },
      run,
    ),
    shopkeeper.action(
      {
        ...{ id: 'ext.shopkeeper.price.set', name: 'Set the price' },
        description: 'Sets the price in a shop, in coins.',
        risk: 'high',
        riskReason: 'Players pay the new price at once.',
        parameters: object({ name, coins: { ...integer, minimum: 0, maximum: 100_000 } }),
        returns: object({ before: integer, after: integer }),
        examples: [{ name: 'Dearer bread', parameters: { name: 'Bakery', coins: 14 } }],
      },
      run,
    ),
    shopkeeper.event({
      ...{ id: 'ext.shopkeeper.sold', name: 'Something was sold' },
      description: 'Fires when a shop sells something.',
      returns: object({ shop: { type: 'string' }, coins: integer }),
    }),
  ]
  return [...capabilities.map(({ manifest }) => manifest), coreCatalogue.get('world.tps.get')]
}
