import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryStores } from '../../../../src-main/storage/stores.js'
import { core, FakeServer, manifestOf } from '../../../fakes/fake-provider.js'
import { GatewayUnderTest } from '../../../fakes/gateway-under-test.js'
import { times } from '../../../fixtures/properties.js'

const some = fc.record({
  id: fc.constantFrom('ext.test.a', 'ext.test.b', 'ext.test.c'),
  version: fc.constantFrom('1.0.0', '1.0.1', '2.0.0'),
  description: fc.constantFrom('One.', 'Another.'),
  permissions: fc.constantFrom<string[]>(['mcp.context.x', 'mcp.context.y'], ['mcp.context.y', 'mcp.context.x'], []),
})
const manifest = fc.oneof(
  some.map((members) => manifestOf(members)),
  fc.constantFrom(core('world.time.get'), core('world.time.set')),
)
const offer = fc.uniqueArray(manifest, { selector: ({ id }) => id, maxLength: 4 })
/** What happens to a server: it offers something, or the owner accepts or rejects what waits. */
const steps = fc.array(fc.oneof(offer, fc.constantFrom('accept' as const, 'reject' as const)), { maxLength: 12 })

function sceneOf() {
  const { gateway, provider } = new GatewayUnderTest({ stores: { manifests: memoryStores().manifests } })
  const present = (capabilities: readonly CapabilityManifest[]) =>
    provider.host.present(new FakeServer({ id: 'survival', capabilities }))
  const look = () => {
    const { capabilities = [], quarantined = [] } = gateway.registry.link('survival')?.server ?? {}
    return {
      capabilities,
      quarantined: quarantined.map(({ id, reason, fingerprint }) => ({ id, reason, fingerprint })),
    }
  }
  const decide = (decision: 'accept' | 'reject') => gateway.trust[decision]('survival', look().quarantined, 'ada')
  return { gateway, present, look, decide }
}

describe('an offer that is compared before it is presented', () => {
  it('is listed and quarantined exactly as one that is not, whatever came before', () =>
    times(100).forAllAsync(steps, async (all) => {
      const [prepared, plain] = [sceneOf(), sceneOf()]
      for (const one of all) {
        if (typeof one === 'string') {
          prepared.decide(one)
          plain.decide(one)
        } else {
          await prepared.gateway.trust.prepare('survival', one)
          prepared.present(one)
          // Equal, and not the same objects: nothing that was compared before is found again.
          plain.present(structuredClone(one))
        }
        expect(prepared.look()).toEqual(plain.look())
      }
    }))

  it('lets the event loop turn meanwhile', async () => {
    const { gateway, present } = sceneOf()
    present([])
    let turns = 0
    const count = () => {
      turns += 1
      next = setImmediate(count)
    }
    let next = setImmediate(count)
    await gateway.trust.prepare(
      'survival',
      Array.from({ length: 512 }, (_, at) => manifestOf({ id: `ext.test.m${at}` })),
    )
    clearImmediate(next)
    expect(turns).toBeGreaterThanOrEqual(7)
  })
})
