import { coreCatalogue } from '@contract/core-catalogue.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { metaTools } from '../../../../src-main/consumers/mcp/meta-tools/index.js'
import { capabilityIdOf, maxNameLength, ownVerbs, toolNameOf } from '../../../../src-main/consumers/mcp/tool-name.js'
import { offersOf, toolsOf } from '../../../../src-main/consumers/mcp/tools.js'
import { Registry } from '../../../../src-main/gateway/trust/registry.js'
import { FakeServer, manifestOf } from '../../../fakes/fake-provider.js'
import { forAll } from '../../../fixtures/properties.js'

/** Ids as the contract's schema lets them through: 64 characters at most. */
const id = fc
  .array(fc.oneof(fc.stringMatching(/^[a-z][a-z0-9]{0,14}$/), fc.constantFrom(...ownVerbs, 'for', 'servers')), {
    minLength: 1,
    maxLength: 8,
  })
  .map((parts) => parts.join('.').slice(0, 64).replace(/\.$/u, ''))

describe('a tool name', () => {
  it('is one that every client takes', () =>
    forAll(id, (one) => void expect(toolNameOf(one)).toMatch(/^[a-z][a-z0-9_]{0,39}$/)))

  it('belongs to one capability', () =>
    forAll(id, id, (one, other) => void expect(toolNameOf(one) === toolNameOf(other)).toBe(one === other)))

  it('leads back to its capability among all that are offered, and to no other', () =>
    forAll(fc.uniqueArray(id, { minLength: 1, maxLength: 20 }), (ids) => {
      const registry = new Registry()
      registry.present(new FakeServer({ id: 'a', capabilities: ids.map((one) => manifestOf({ id: one })) }))
      const capabilities = registry.capabilities()
      for (const one of ids)
        expect(offersOf(capabilities, toolNameOf(one))?.map(({ manifest }) => manifest.id)).toEqual([one])
      expect(toolsOf(capabilities).map(({ name }) => name)).toEqual(ids.map(toolNameOf).sort())
    }))

  it('says the id of every core capability in full', () => {
    for (const known of coreCatalogue.keys()) expect(capabilityIdOf(toolNameOf(known))).toBe(known)
  })

  it('is short and still readable where an id is long, and the same every time', () => {
    const long = 'ext.shopkeeper.inventory.management.restock.all'
    expect(toolNameOf(long)).toMatch(/^ext_shopkeeper_inv__[a-z2-7]{20}$/)
    expect(toolNameOf(long)).toBe(toolNameOf(long))
    expect(toolNameOf(long).length).toBeLessThanOrEqual(maxNameLength)
  })

  it('of a meta tool is never that of a capability', () => {
    for (const name of metaTools.keys()) {
      expect(ownVerbs).toContain(name.split('_')[0])
      expect(name.length).toBeLessThanOrEqual(maxNameLength)
      expect(toolNameOf(name.replaceAll('_', '.'))).not.toBe(name)
    }
  })
})
