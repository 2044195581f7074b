import { describe, expect, it } from 'vitest'
import { routeOf } from '../../../../src-main/network/http/route.js'

const mcp = { path: '/mcp' }
const api = { path: '/api/v1', below: true }
const special = { path: '/api/v1/special' }

describe('a path', () => {
  it.each([
    ['/mcp', mcp],
    ['/api/v1', api],
    ['/api/v1/', api],
    ['/api/v1/capabilities', api],
    ['/api/v1/../../mcp', api],
    ['/api/v1/special', special],
    ['/api/v1/special/more', api],
  ])('%s is a route', (path, route) => expect(routeOf([mcp, api, special], path)).toBe(route))

  it.each(['', '/', '/mcp/', '/mcp/x', '/MCP', '/mcp%2F', '/api', '/api/v10', '/api/v1x', '//api/v1/x', '/API/v1/x'])(
    '%j belongs to no route',
    (path) => expect(routeOf([mcp, api, special], path)).toBeUndefined(),
  )
})
