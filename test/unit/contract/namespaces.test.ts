import { isReserved, isThirdParty } from '@contract/namespaces.js'
import { describe, expect, it } from 'vitest'

// verifies: capability-namespaces
describe('a namespace', () => {
  it.each(['mcp.tools', 'system.backup', 'internal.x.y', 'mcp'])('of %s is reserved', (id) => {
    expect(isReserved(id)).toBe(true)
    expect(isThirdParty(id)).toBe(false)
  })

  it.each(['world.time.get', 'mcpx.tools', 'systems.list', 'ext.mcp.list'])('of %s is not', (id) => {
    expect(isReserved(id)).toBe(false)
  })

  it('of a third party names the provider and then the capability', () => {
    expect(isThirdParty('ext.shopkeeper.transaction.list')).toBe(true)
    for (const id of ['ext', 'ext.shopkeeper', 'ext..list', 'extra.shopkeeper.list'])
      expect(isThirdParty(id)).toBe(false)
  })
})
