import { coreCatalogue } from '@contract/core-catalogue.js'
import { describe, expect, it } from 'vitest'
import { instanceOf } from '../../agents/kit/simulator/instance.js'
import { metaTools } from '../../src-main/consumers/mcp/meta-tools/index.js'
import { toolsOf } from '../../src-main/consumers/mcp/tools.js'
import type { CapabilityOffer } from '../../src-main/gateway/ports/registry.js'
import { containsGameText } from '../../src-main/policy/text/game-text.js'

const link = { server: { id: 'demo', name: 'Demo', kind: 'simulator', state: 'online' } }
const offers = new Map(
  [...coreCatalogue].map(([id, manifest]) => [id, [{ manifest, link }] as unknown as CapabilityOffer[]]),
)
const tools = new Map(toolsOf(offers).map((tool) => [String(tool._meta?.capabilityId), tool]))
const hintsOf = (id: string) => tools.get(id)?.annotations
const actions = [...coreCatalogue.values()].filter(({ type }) => type === 'action')

describe('the hints of tools for clients', () => {
  it('are there for everything that can be called', () => {
    const callable = [...coreCatalogue.values()].filter(({ type }) => type !== 'event').map(({ id }) => id)
    expect([...tools.keys()].sort()).toEqual(callable.sort())
  })

  it('say that a context only reads, can be repeated and destroys nothing', () => {
    for (const { id, type } of coreCatalogue.values()) {
      if (type === 'event') continue
      expect([id, hintsOf(id)?.readOnlyHint]).toEqual([id, type === 'context'])
      if (type === 'context') expect(hintsOf(id)).toMatchObject({ destructiveHint: false, idempotentHint: true })
    }
  })

  it('say that an action is destructive where the catalogue asks a person for it', () => {
    for (const { id, risk } of actions) {
      expect([id, hintsOf(id)?.destructiveHint]).toEqual([id, risk?.level === 'high' || risk?.level === 'critical'])
    }
  })

  it('say that an action can be repeated only where the catalogue does', () => {
    const repeatable = actions.map(({ id }) => id).filter((id) => hintsOf(id)?.idempotentHint)
    expect(repeatable).toEqual(actions.filter(({ tags }) => tags?.includes('idempotent')).map(({ id }) => id))
    // Each of these adds up, or affects whoever is there at the time.
    for (const id of ['player.economy.balance.adjust', 'chat.broadcast', 'entity.remove', 'system.backup']) {
      expect(repeatable).not.toContain(id)
    }
  })

  it('say that the result is open wherever it can hold text that somebody wrote', () => {
    const closed = [...tools].filter(([, { annotations }]) => !annotations?.openWorldHint).map(([id]) => id)
    expect(closed).toEqual(['chat.broadcast', 'entity.remove', 'world.tps.get'])
    for (const id of closed) {
      const result = instanceOf(coreCatalogue.get(id)?.returns ?? {})
      expect(containsGameText(id, result)).toBe(false)
    }
    const own = [...metaTools.values()].map(({ tool }) => tool)
    expect(own.filter(({ annotations }) => !annotations?.openWorldHint).map(({ name }) => name)).toEqual([
      'get_trace_by_id',
    ])
    for (const { annotations } of own) {
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, idempotentHint: true })
    }
  })
})
