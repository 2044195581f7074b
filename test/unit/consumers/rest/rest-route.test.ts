import { describe, expect, it } from 'vitest'
import { matchesETag } from '../../../../src-main/consumers/rest/responses.js'
import { matchPath } from '../../../../src-main/consumers/rest/rest-route.js'
import { routesWith } from '../../../../src-main/consumers/rest/routes.js'

const table = routesWith(() => ({}))

describe('a path', () => {
  it.each([
    ['/api/v1/capabilities', 'listCapabilities', {}],
    ['/api/v1/capabilities/world.time.get', 'getCapability', { capabilityId: 'world.time.get' }],
    ['/api/v1/capabilities/world.time.set/invoke', 'invokeCapability', { capabilityId: 'world.time.set' }],
    [
      '/api/v1/providers/Shop%20%2F%20keeper/capabilities',
      'listCapabilitiesOfProvider',
      { providerId: 'Shop / keeper' },
    ],
    ['/api/v1/providers/__proto__/capabilities', 'listCapabilitiesOfProvider', { providerId: '__proto__' }],
    ['/api/v1/openapi.json', 'getOpenApiDocument', {}],
  ])('%s is %s', (pathname, operationId, path) => {
    const matched = matchPath(table, pathname)
    expect(matched.routes.map((route) => route.operationId)).toEqual([operationId])
    expect(matched.path).toEqual(path)
  })

  it.each([
    '/api/v1',
    '/api/v1/',
    '/api/v1/capabilities/',
    '/api/v1//capabilities',
    '/api/v1/Capabilities',
    '/api/v1/capabilities/a/b/c',
    '/api/v1/capabilities/%E0%A4%A',
    '/api/v1/providers//capabilities',
    '/api/v2/capabilities',
  ])('%s is not a route', (pathname) => expect(matchPath(table, pathname).routes).toEqual([]))
})

it.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
  ['', false],
  [undefined, false],
])('a client with a cached response responds with 304 to If-None-Match: %s (%s)', (header, known) =>
  expect(matchesETag(header, '"a"')).toBe(known),
)
