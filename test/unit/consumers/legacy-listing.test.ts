import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resourcesOf, targetOfResource, targetOfTool, toolsOf } from '../../../src-main/consumers/mcp-legacy/listing.js'
import { FakeServer, manifestOf } from '../../fakes/fake-provider.js'
import { forAll } from '../../fixtures/properties.js'

const capabilitiesOf = (ids: readonly string[], type: 'context' | 'action' = 'context') => {
  const link = new FakeServer({ id: 'only' })
  return new Map(ids.map((id) => [id, [{ manifest: manifestOf({ id, type }), link }]]))
}
const resourceIds = (ids: readonly string[]) => resourcesOf(capabilitiesOf(ids)).map(({ resourceId }) => resourceId)

describe('the resources of the older dialect', () => {
  it('leave out the verb', () =>
    expect(resourceIds(['world.time.get', 'player.list'])).toEqual(['player/list', 'world/time']))

  it('keep the verb when another resource has the name without it', () =>
    expect(resourceIds(['world.time', 'world.time.get'])).toEqual(['world/time', 'world/time/get']))

  it('contain no action', () => {
    const capabilities = capabilitiesOf(['world.time.get'], 'action')
    expect(resourcesOf(capabilities)).toEqual([])
    expect(targetOfResource(capabilities, 'world/time')).toBeUndefined()
    expect(targetOfTool(capabilities, 'world/time/get')).toBeDefined()
  })
})

it('every tool and every resource is found under the id in the list', () => {
  const id = fc.array(fc.constantFrom('a', 'b', 'get'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.'))
  forAll(fc.uniqueArray(id, { maxLength: 12 }), (ids) => {
    const capabilities = capabilitiesOf(ids)
    const [tools, resources] = [toolsOf(capabilities), resourcesOf(capabilities)]
    const sorted = [...ids].sort()
    expect(tools.map(({ toolId }) => targetOfTool(capabilities, toolId)?.manifest.id)).toEqual(sorted)
    expect(resources.map(({ resourceId }) => targetOfResource(capabilities, resourceId)?.manifest.id)).toEqual(sorted)
  })
})
