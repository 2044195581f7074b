import { describe, expect, it } from 'vitest'
import { AgentScene } from '../../../../test/fakes/agent-scene.js'
import { FakeClock } from '../../../../test/fakes/fake-clock.js'
import { manifestOf } from '../../../../test/fakes/fake-provider.js'
import { eventData, mockOf, withoutMockData } from '../../simulator/mock.js'
import { serveMockAgent } from '../../simulator/mock-agent.js'
import { stepIntervalMs } from '../../simulator/scenario.js'

const price = manifestOf({
  id: 'ext.shopkeeper.price.get',
  returns: { type: 'object', required: ['coins'], properties: { coins: { type: 'integer', minimum: 0 } } },
})
const sold = manifestOf({
  id: 'ext.shopkeeper.sold',
  type: 'event',
  returns: { type: 'object', required: ['shop'], properties: { shop: { type: 'string' } } },
  examples: [
    { name: 'One', parameters: {}, response: { shop: 'Bakery' } },
    { name: 'Another', parameters: {}, response: { shop: 'Mill' } },
  ],
})
const impossible = manifestOf({ id: 'ext.shopkeeper.riddle.get', returns: { type: 'object', not: {} } })

describe('a mock', () => {
  it('sends the examples of an event in turn, and generates data where there are none', () => {
    expect([0, 1, 2].map((count) => eventData(sold, count))).toEqual([
      { shop: 'Bakery' },
      { shop: 'Mill' },
      { shop: 'Bakery' },
    ])
    const { examples, ...bare } = sold
    expect(eventData(bare, 0)).toEqual({ shop: expect.any(String) })
  })

  it('rejects a schema that it cannot generate data for', () => {
    expect(withoutMockData([price, sold, impossible])).toEqual([impossible])
    const [riddle] = mockOf([impossible])
    expect(() => riddle?.run?.({}, {})).toThrow('The mock cannot generate')
  })

  it('is an agent that a gateway takes, answers through the one path, and emits its events', async () => {
    const clock = new FakeClock()
    const agent = await serveMockAgent({ manifests: [price, sold], port: 0, token: 't', clock })
    const scene = new AgentScene()
    try {
      const { capabilities, refused } = await scene.dial(agent.address, 't')
      expect(capabilities.map(({ id }) => id)).toEqual([price.id, sold.id])
      expect(refused).toEqual([])
      expect((await scene.call(price.id)).outcome).toMatchObject({ kind: 'done', data: { coins: expect.any(Number) } })
      const received = scene.next(sold.id)
      await clock.advance(stepIntervalMs)
      expect((await received).data).toEqual({ shop: 'Bakery' })
    } finally {
      await scene.stop()
      await agent.close()
    }
    expect(clock.waiting).toBe(0)
  })
})
