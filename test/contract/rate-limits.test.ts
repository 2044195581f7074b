import { readFileSync } from 'node:fs'
import path from 'node:path'
import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { describe, expect, it } from 'vitest'
import { admitInProcess as admit } from '../fakes/admission.js'
import { core } from '../fakes/fake-provider.js'
import { endOf, GatewayUnderTest } from '../fakes/gateway-under-test.js'

const examples = ['3.2.1-context', '3.2.2-action', '3.2.3-event'].map(
  (name) =>
    JSON.parse(
      readFileSync(path.resolve(import.meta.dirname, `../fixtures/specification/${name}.json`), 'utf8'),
    ) as CapabilityManifest,
)

/** Calls a minute or an hour of each capability of docs/protocol.md#core-capabilities. */
const limits: Readonly<Record<string, string>> = {
  'world.time.get': '100/minute',
  'world.time.set': '30/minute',
  'world.weather.get': '100/minute',
  'world.weather.set': '30/minute',
  'world.rule.get': '100/minute',
  'world.rule.set': '10/minute',
  'world.tps.get': '100/minute',
  'world.block.get': '100/minute',
  'world.block.set': '30/minute',
  'player.list': '100/minute',
  'player.info.get': '100/minute',
  'player.teleport': '30/minute',
  'player.kick': '10/minute',
  'player.ban': '5/minute',
  'player.mute': '10/minute',
  'player.economy.balance.get': '100/minute',
  'player.economy.balance.adjust': '10/minute',
  'entity.list': '30/minute',
  'entity.remove': '10/minute',
  'system.backup': '4/hour',
  'system.restore': '2/hour',
  'system.reload': '4/hour',
  'chat.broadcast': '20/minute',
}

const callable = [...coreCatalogue.values()].filter(({ type }) => type !== 'event')

/** How many calls in a row are not refused for their rate. */
async function callsUntilLimited(under: GatewayUnderTest, { id, examples: [example] = [] }: CapabilityManifest) {
  for (let count = 0; count <= 1_000; count++) {
    if (endOf(await under.call(id, example?.parameters ?? {})) === 'SYSTEM.RATE_LIMITED') return count
  }
  return Number.POSITIVE_INFINITY
}

describe('the rate limits of the core catalogue', () => {
  it('are those of the reference examples', () => {
    for (const { id, rateLimit } of examples) expect(coreCatalogue.get(id)?.rateLimit, id).toEqual(rateLimit)
  })

  it('are those of the table, for every capability of the contract', () => {
    const stored = callable.map(({ id, rateLimit }) => [id, `${rateLimit?.requests}/${rateLimit?.period}`])
    expect(Object.fromEntries(stored)).toEqual(limits)
  })

  it('allow at most the reference rate of a context or an action', () => {
    for (const { id, type, rateLimit } of coreCatalogue.values()) {
      const example = examples.find((one) => one.type === type)
      const { requests = 0, subscriptions = 0 } = example?.rateLimit ?? {}
      expect(['minute', 'hour', 'connection'], id).toContain(rateLimit?.period)
      expect(rateLimit?.requests ?? 0, id).toBeLessThanOrEqual(requests)
      expect(rateLimit?.subscriptions ?? 0, id).toBeLessThanOrEqual(subscriptions)
    }
  })

  // verifies: manifest-rate-limit
  it.each(callable.map((manifest) => [manifest.id, manifest] as const))(
    'apply when %s is called',
    async (id, manifest) => {
      const under = new GatewayUnderTest()
      under.serve('overworld', [id])
      expect(await callsUntilLimited(under, manifest)).toBe(manifest.rateLimit?.requests)
    },
  )
})

describe('the own limit of an agent for a core capability', () => {
  const served = async (rateLimit: CapabilityManifest['rateLimit']) => {
    const under = new GatewayUnderTest()
    const { capabilities } = await admit([{ ...core('world.time.get'), rateLimit }])
    under.serve('overworld', [], { capabilities })
    return under
  }

  // verifies: manifest-rate-limit
  it('applies to a call when it is lower', async () => {
    const under = await served({ requests: 3, period: 'minute' })
    expect(await callsUntilLimited(under, core('world.time.get'))).toBe(3)
  })

  it('does not apply when it is higher', async () => {
    const under = await served({ requests: 500, period: 'second' })
    expect(await callsUntilLimited(under, core('world.time.get'))).toBe(100)
  })

  it('applies together with the catalogue limit when it allows a smaller burst but a higher rate', async () => {
    const under = await served({ requests: 10, period: 'second' })
    let done = 0
    for (let second = 0; second < 30; second++) {
      const more = await callsUntilLimited(under, core('world.time.get'))
      expect(more).toBeLessThanOrEqual(10)
      done += more
      await under.clock.advance(1_000)
    }
    // 100 at once and 29 seconds of 100 a minute.
    expect(done).toBeGreaterThanOrEqual(140)
    expect(done).toBeLessThanOrEqual(149)
  })
})
