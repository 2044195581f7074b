import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listTools } from '../../../../src-main/consumers/mcp/handlers/tools.js'
import { distinctNames, relayedNames } from '../../../../src-main/consumers/mcp/relayed-tools.js'
import { offersOf, toolNameIn, toolsOf } from '../../../../src-main/consumers/mcp/tools.js'
import { acceptedName } from '../../../../src-main/gateway/ports/client-name.js'
import type { CapabilityOffer } from '../../../../src-main/gateway/ports/registry.js'
import { capabilityIdsOf } from '../../../../src-main/providers/mcp-service/tools/capability-id.js'
import { forAll } from '../../../fixtures/properties.js'

const accepted = /^[a-zA-Z0-9_-]{1,64}$/

interface Offered {
  readonly namespace: string
  readonly tools: readonly string[]
}

/** Names that collide often, and names of any script. */
const toolName = fc.oneof(
  fc.stringMatching(/^[ab][._/-][ab]$/),
  fc.constantFrom('world_time_set', 'list_servers', 'get_approval', '查询天气', '天气', 'a'.repeat(100), '/', '_'),
  fc.string({ minLength: 1, maxLength: 90, unit: 'grapheme' }),
)
const service = fc.record({ tools: fc.uniqueArray(toolName, { maxLength: 6 }) })
const services = fc
  .array(service, { maxLength: 4 })
  .map((some) =>
    some.map(({ tools }, index): Offered => ({ namespace: ['one', 'one_a', 'two', 'x'][index] ?? 'y', tools })),
  )

/** The offers of a registry, as the services and their tools come. */
function registryOf(offered: readonly Offered[], hasNamespaces: boolean) {
  const all = new Map<string, readonly CapabilityOffer[]>()
  for (const { namespace, tools } of offered) {
    const idOf = capabilityIdsOf(namespace.replaceAll('_', ''), tools)
    const prefix = hasNamespaces ? `${namespace}_` : ''
    const link = { server: { kind: 'service', id: namespace }, relays: new Map() }
    for (const tool of tools) {
      const id = idOf.get(tool) as string
      const name = acceptedName(`${prefix}${tool}`)
      const definition = { name: tool, inputSchema: { type: 'object' } }
      link.relays.set(id, { name, definition, digest: '' })
      const relayed = link.relays.get(id)
      const manifest = { id, type: 'action', name: tool, tags: [] }
      all.set(id, [{ manifest, link, relayed } as unknown as CapabilityOffer])
    }
  }
  return all
}

const shuffled = (offered: readonly Offered[], seed: number): readonly Offered[] =>
  offered
    .map(({ namespace, tools }) => ({ namespace, tools: seed % 2 ? [...tools].reverse() : [...tools].sort() }))
    .sort((one, other) => (seed % 3 ? 1 : -1) * (one.namespace < other.namespace ? -1 : 1))

describe('the names of tools of services', () => {
  it('are accepted by every client, belong to one tool and map back to it', () =>
    forAll(services, fc.boolean(), (offered, hasNamespaces) => {
      const all = registryOf(offered, hasNamespaces)
      const list = { tools: () => toolsOf(all), onDidChange: () => () => {}, close() {} }
      const names = listTools(list, { offersSuggestions: () => true }, all).map(({ name }) => name)
      expect(new Set(names).size).toBe(names.length)
      for (const name of names) expect(name).toMatch(accepted)
      expect(relayedNames(all).nameOf.size).toBe(all.size)
      for (const id of all.keys()) {
        expect(offersOf(all, toolNameIn(all, id) as string)?.map(({ manifest }) => manifest.id)).toEqual([id])
      }
    }))

  it('are the same in whatever order services and their tools come', () =>
    forAll(services, fc.boolean(), fc.nat(5), (offered, hasNamespaces, seed) => {
      const names = (some: readonly Offered[]) =>
        [...relayedNames(registryOf(some, hasNamespaces)).nameOf].sort(([one], [other]) => (one < other ? -1 : 1))
      expect(names(shuffled(offered, seed))).toEqual(names(offered))
    }))

  it('never pass from one tool to another when both want it', () => {
    const named = (wanted: Record<string, string>) => distinctNames(new Map(Object.entries(wanted)), () => false)
    const both = named({ a: 'echo', b: 'echo' })
    expect([...both.values()]).not.toContain('echo')
    // A service that lists the name another tool has with its hash does not take it over.
    const [name] = [...both.values()] as [string]
    const all = named({ a: 'echo', b: 'echo', c: name })
    expect(all.get('a')).toBe(both.get('a'))
    expect(all.get('c')).not.toBe(name)
  })

  it('leave the names of the core catalogue to worlds, also before a world is connected', () => {
    const all = registryOf([{ namespace: 'world', tools: ['time_set'] }], true)
    expect(toolsOf(all).map(({ name }) => name)).toEqual([expect.stringMatching(/^world_time_set_[\da-f]{8}$/u)])
  })
})
