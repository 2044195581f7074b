import { GatewayError } from '@contract/gateway-error.js'
import { describe, expect, it } from 'vitest'
import { createContractAjv } from '../../../../src-main/validation/ajv.js'
import { manifestOf } from '../../../../test/fakes/fake-provider.js'
import type { Capability } from '../../sdk/capability.js'
import { core, coreEvent } from '../../sdk/core.js'
import { AgentOffer, satisfiesVersion } from '../../sdk/offer.js'
import { provider } from '../../sdk/provider.js'

const ajv = createContractAjv()
const offering = (...capabilities: readonly Capability[]) => {
  const offer = new AgentOffer(ajv)
  offer.set(capabilities)
  return offer
}
const shop = provider({ id: 'shop', name: 'Shop', version: '2.0.0' })
const declared = { id: 'ext.shop.list', name: 'List', description: 'Lists.' }

describe('a declared provider', () => {
  // verifies: agents-sdk
  it('builds manifests that match the declaration', () => {
    const context = shop.context({ ...declared, tags: ['shop'] }, () => ({}))
    expect(context.manifest).toEqual({
      ...declared,
      version: '1.0.0',
      type: 'context',
      provider: { id: 'shop', name: 'Shop', version: '2.0.0' },
      risk: { level: 'low' },
      permissions: ['mcp.context.ext.shop.list'],
      tags: ['shop'],
    })
    expect(shop.action(declared, () => ({})).manifest).toMatchObject({ type: 'action', risk: { level: 'medium' } })
    const risky = {
      ...declared,
      risk: 'high',
      riskReason: 'Sells.',
      rollbackSupported: true,
      snapshotRequired: true,
    } as const
    expect(shop.action(risky, () => ({})).manifest.risk).toEqual({
      level: 'high',
      reason: 'Sells.',
      rollbackSupported: true,
      snapshotRequired: true,
    })
    const event = shop.event({ ...declared, permissions: ['mcp.event.shop'] })
    expect(event.manifest).toMatchObject({ type: 'event', permissions: ['mcp.event.shop'] })
    expect(() => offering(context)).not.toThrow()
  })

  it.each<[string, Capability, string]>([
    ['an id outside its namespace', shop.context({ ...declared, id: 'shop.list' }, () => ({})), 'ext.{provider}'],
    ['an id that is none', shop.context({ ...declared, id: 'ext.Shop' }, () => ({})), 'ext.Shop has no valid manifest'],
    ['a version that is none', shop.context({ ...declared, version: '1' }, () => ({})), '/version'],
    [
      'a schema that does not compile',
      shop.context({ ...declared, parameters: { type: 'object', properties: { a: { type: 'text' } } } }, () => ({})),
      'does not compile',
    ],
    [
      'an example that does not fit',
      shop.context(
        {
          ...declared,
          parameters: { type: 'object', properties: { a: { type: 'integer' } } },
          examples: [{ name: 'Wrong', parameters: { a: 'b' } }],
        },
        () => ({}),
      ),
      '/examples/0/parameters/a: it does not fit its own parameters: expected integer, got "b"',
    ],
    ['no handler', { manifest: manifestOf({ id: 'ext.shop.list' }) }, 'has no handler'],
    ['an event with a handler', { ...coreEvent('player.join'), run: () => ({}) }, 'events cannot be called'],
  ])('is not served with %s', (_what, capability, words) => {
    expect(() =>
      offering(
        core('world.tps.get', () => ({ tps: 20 })),
        capability,
      ),
    ).toThrow(words)
  })
})

describe('a request', () => {
  const parameters = {}

  it('runs with defaults filled in, and passes the caller to the handler', async () => {
    const received: unknown[] = []
    const offer = offering(
      core('entity.list', (given, call) => {
        received.push(given, call)
        return { entities: [], total: 0 }
      }),
    )
    const context = { caller: 'mcp:claude', sessionId: 's', traceId: 't' }
    await offer.respond({ capabilityId: 'entity.list', parameters: { worldName: 'world' }, context })
    expect(received).toEqual([{ worldName: 'world', radius: 64, limit: 100 }, context])
  })

  it('never sends a result that the manifest does not allow', async () => {
    const offer = offering(core('world.tps.get', () => ({ tps: 'fast' }) as never))
    expect(await offer.respond({ capabilityId: 'world.tps.get', parameters })).toMatchObject({
      success: false,
      error: { code: 'SYSTEM.INTERNAL_ERROR', details: { errors: [{ path: '/tps', expected: 'number' }] } },
    })
  })

  it('that meets a bug returns an agent failure, and logs what and where for the author', async () => {
    const received: unknown[] = []
    const offer = new AgentOffer(ajv, (error, capabilityId) => received.push([capabilityId, String(error)]))
    const bug = shop.context(declared, () => {
      throw new TypeError('coins is undefined')
    })
    offer.set([bug, core('world.tps.get', () => ({ tps: 'fast' }) as never)])
    const { error } = await offer.respond({ capabilityId: 'ext.shop.list', parameters })
    expect(error?.message).toContain('The agent failed.')
    expect(error?.suggestion).toContain("the agent's log")
    expect(JSON.stringify(error)).not.toMatch(/Gatehouse|coins/u)
    await offer.respond({ capabilityId: 'world.tps.get', parameters })
    expect(received).toEqual([
      ['ext.shop.list', 'TypeError: coins is undefined'],
      ['world.tps.get', 'Error: world.tps.get returned "fast" at "/tps" instead of number: see its returns'],
    ])
  })

  it('is refused with the error of its handler, and a refusal is no bug', async () => {
    const offer = new AgentOffer(ajv, () => expect.unreachable())
    offer.set([
      shop.context(declared, () => {
        throw new GatewayError('BUSINESS.OPERATION_FAILED')
      }),
    ])
    const { error } = await offer.respond({ capabilityId: 'ext.shop.list', parameters })
    expect(error?.code).toBe('BUSINESS.OPERATION_FAILED')
  })

  it('gets a response also when the error handler throws', async () => {
    const offer = new AgentOffer(ajv, () => {
      throw new Error('The log is full')
    })
    offer.set([core('world.tps.get', () => ({ tps: 'fast' }) as never)])
    expect(await offer.respond({ capabilityId: 'world.tps.get', parameters })).toMatchObject({ success: false })
  })

  it('for a version that is not offered is refused', async () => {
    const offer = offering(core('world.tps.get', () => ({ tps: 20 })))
    const codeOf = async (version: string) =>
      (await offer.respond({ capabilityId: 'world.tps.get', version, parameters })).error?.code
    expect(await codeOf('1.0.0')).toBeUndefined()
    expect(await codeOf('2.0.0')).toBe('PROTOCOL.VERSION_MISMATCH')
  })

  it.each([
    ['1.2.3', '1.2.3', true],
    ['1.2.0', '1.2.9', true],
    ['1.3.0', '1.2.0', true],
    ['1.2.0', '1.3.0', false],
    ['2.0.0', '1.9.0', false],
    ['1.0.0', '2.0.0', false],
  ])('offered %s, asked %s: %s', (offered, asked, answer) => expect(satisfiesVersion(offered, asked)).toBe(answer))
})
