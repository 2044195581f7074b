/** What a client that knows only our address gets, and under which names. RFC 9728, RFC 8414. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryStores } from '../../../src-main/storage/stores.js'
import { McpScene } from '../../fakes/mcp-scene.js'

let scene: McpScene

beforeAll(async () => {
  const { clients, oauth } = memoryStores()
  scene = await McpScene.open(clients, oauth)
})
afterAll(async () => {
  await scene.close()
})

const get = (where: string, headers: Record<string, string> = {}) =>
  fetch(new URL(where, scene.endpoint), { headers: { connection: 'close', ...headers } })

describe('a request without a right token', () => {
  it.each(['/mcp', '/mcp-legacy', '/api/v1'])('to %s gets the address of the metadata', async (resource) => {
    const url = `${scene.endpoint}/.well-known/oauth-protected-resource${resource}`
    const without = await get(resource)
    expect([without.status, without.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer resource_metadata="${url}"`,
    ])
    const wrong = await get(resource, { authorization: 'Bearer gho_wrong' })
    expect(wrong.headers.get('www-authenticate')).toBe(`Bearer error="invalid_token", resource_metadata="${url}"`)
    expect(await (await fetch(url, { headers: { connection: 'close' } })).json()).toMatchObject({
      resource: scene.endpoint + resource,
      authorization_servers: [scene.endpoint],
    })
  })

  it('is identified by the name that it used', async () => {
    const url = new URL('/mcp', scene.endpoint)
    url.hostname = 'localhost'
    const answer = await fetch(url, { headers: { connection: 'close' } })
    expect(answer.headers.get('www-authenticate')).toContain(`"http://${url.host}/.well-known/`)
  })
})

describe('the metadata', () => {
  it('of the authorization server lists its endpoints and its issuer', async () => {
    const { endpoint } = scene
    expect(await (await get('/.well-known/oauth-authorization-server')).json()).toMatchObject({
      issuer: endpoint,
      authorization_endpoint: `${endpoint}/oauth/authorize`,
      token_endpoint: `${endpoint}/oauth/token`,
      registration_endpoint: `${endpoint}/oauth/register`,
      revocation_endpoint: `${endpoint}/oauth/revoke`,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
    })
  })

  it.each([
    ['/.well-known/oauth-protected-resource', 200],
    ['/.well-known/oauth-protected-resource/elsewhere', 404],
    ['/.well-known/oauth-protected-resource/mcp/', 404],
    ['/oauth', 404],
    ['/oauth/authorize/constructor', 404],
    ['/oauth/token', 405],
    ['/oauth/register', 405],
  ])('and other paths: GET %s returns %d', async (where, status) => {
    expect((await get(where)).status).toBe(status)
  })

  it('is for this computer only: no other Host, no other Origin', async () => {
    const origin = { origin: 'https://elsewhere.example' }
    for (const where of ['/.well-known/oauth-authorization-server', '/oauth/authorize', '/oauth/token']) {
      expect((await get(where, origin)).status).toBe(403)
    }
  })
})
