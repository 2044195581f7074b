import { afterEach, describe, expect, it } from 'vitest'
import { AgentScene } from '../../../../test/fakes/agent-scene.js'
import { CleanUp } from '../../../../test/fixtures/programs.js'
import { readmeExample, startReadmeAgent } from '../../../../test/fixtures/readme-agent.js'

describe('the first agent of the README', () => {
  const cleanUp = new CleanUp()
  afterEach(() => cleanUp.run())

  it('is shorter than 30 lines', () => {
    expect(readmeExample.trim().split('\n').length).toBeGreaterThan(10)
    expect(readmeExample.trim().split('\n').length).toBeLessThan(30)
  })

  // verifies: agents-sdk
  it('runs as written, and a gateway registers it, calls it and receives its events', async () => {
    const { address, token } = await startReadmeAgent(cleanUp)

    const scene = cleanUp.add(new AgentScene(), (open) => open.stop())
    const server = await scene.dial(address, token)
    expect(server.refused).toEqual([])
    expect(server.capabilities.map(({ id }) => id)).toEqual([
      'ext.shopkeeper.price.get',
      'ext.shopkeeper.sold',
      'world.tps.get',
    ])
    const price = (name: unknown) => scene.call('ext.shopkeeper.price.get', { name })
    expect((await price('Bakery')).outcome).toMatchObject({ kind: 'done', data: { coins: 12 } })
    expect((await price('Forge')).outcome).toMatchObject({ error: { message: 'No shop called Forge.' } })
    expect((await price(5)).outcome).toMatchObject({ error: { code: 'PROTOCOL.SCHEMA_VALIDATION_FAILED' } })
    expect((await scene.call('world.tps.get')).outcome).toMatchObject({ data: { tps: 20 } })
    expect(await scene.next('ext.shopkeeper.sold')).toMatchObject({ data: { name: 'Bakery' } })
  })
})
