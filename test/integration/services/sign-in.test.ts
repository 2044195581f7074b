/** Signing in to a service: an MCP server of the SDK behind an independent authorization server, and a person's browser. */

import type { HttpServiceConfig } from '@shared/servers/service.js'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type AuthorizationServer,
  browse,
  serve,
  startAuthorizationServer,
  startGuardedServer,
} from '../../fakes/authorization-scene.js'
import { ServicesScene } from '../../fakes/services-scene.js'
import { cleanUpForEach } from '../../fixtures/for-each.js'

const cleanUp = cleanUpForEach()
let scene: ServicesScene
beforeEach(() => {
  scene = cleanUp.add(new ServicesScene(), (one) => one.close())
})

const authorizationServer = async (options = {}): Promise<AuthorizationServer> =>
  cleanUp.add(await startAuthorizationServer(options), (one) => one.close())
const guarded = async (authorization: Parameters<typeof startGuardedServer>[0]) =>
  cleanUp.add(await startGuardedServer(authorization), (one) => one.close())

const at = (url: string, more: Partial<HttpServiceConfig> = {}): HttpServiceConfig => ({
  ...{ type: 'http', url, enabled: true, namespace: 'far' },
  ...more,
})
const state = () => scene.services.list()[0]
const running = (): Promise<void> => scene.until(() => state()?.status === 'running')

describe('a service that asks for OAuth', () => {
  it('waits for a person, who signs in once; then its tools are there', async () => {
    const authorization = await authorizationServer()
    const server = await guarded(authorization)
    await scene.apply({ far: at(server.address) })
    expect(state()).toMatchObject({ status: 'error', signIn: 'needed', lastError: { code: 2001 } })
    expect(authorization.requests).toEqual([])

    const address = await scene.services.signIn('far')
    expect(state()).toMatchObject({ signIn: 'waiting' })
    const { searchParams } = new URL(address)
    expect(searchParams.get('code_challenge_method')).toBe('S256')
    expect(searchParams.get('resource')).toBe(server.address)
    await expect(browse(address)).resolves.toMatchObject({ status: 200 })
    await running()
    expect(state()).toMatchObject({ signIn: 'signed-in' })
    const { outcome } = await scene.call('ext.far.whoami')
    expect(outcome).toMatchObject({ kind: 'done' })
    expect(new Set(server.tokens).size).toBe(1)
  })

  it('keeps its tokens in the store of secrets and out of the log and the trail', async () => {
    const server = await guarded(await authorizationServer())
    await scene.apply({ far: at(server.address) })
    await browse(await scene.services.signIn('far'))
    await running()
    await scene.call('ext.far.whoami')
    const [token = ''] = server.tokens
    expect(token.length).toBeGreaterThan(20)
    expect(new Set(scene.secrets.keys())).toEqual(new Set(['service-sign-in:far', 'service-sign-ins']))
    expect([...scene.secrets.values()].join()).toContain(token)
    const written = JSON.stringify([
      scene.log,
      scene.audit.recent(100),
      scene.services.list(),
      scene.services.log('far'),
    ])
    expect(written).not.toContain(token)
  })

  it('is reached again after a restart without a browser', async () => {
    const server = await guarded(await authorizationServer())
    await scene.apply({ far: at(server.address) })
    await browse(await scene.services.signIn('far'))
    await running()
    const later = cleanUp.add(new ServicesScene(), (one) => one.close())
    for (const [name, secret] of scene.secrets) later.secrets.set(name, secret)
    await later.apply({ far: at(server.address) })
    expect(later.services.list()).toMatchObject([{ status: 'running', signIn: 'signed-in' }])
  })

  it('gets a fresh token before the old one ends', async () => {
    // Shorter than the time before its end at which a token is replaced.
    const server = await guarded(await authorizationServer({ tokenSeconds: 20 }))
    await scene.apply({ far: at(server.address) })
    await browse(await scene.services.signIn('far'))
    await running()
    await scene.call('ext.far.whoami')
    await scene.call('ext.far.whoami')
    expect(new Set(server.tokens).size).toBeGreaterThan(1)
  })

  it('waits for a person again when its refresh token is refused', async () => {
    const server = await guarded(await authorizationServer())
    await scene.apply({ far: at(server.address) })
    await browse(await scene.services.signIn('far'))
    await running()
    const name = 'service-sign-in:far'
    const text = scene.secrets.get(name) ?? ''
    const later = cleanUp.add(new ServicesScene(), (one) => one.close())
    const record = JSON.parse(text)
    later.secrets.set(
      name,
      JSON.stringify({ ...record, tokens: { ...record.tokens, access_token: 'ended', refresh_token: 'ended' } }),
    )
    await later.apply({ far: at(server.address) })
    expect(later.services.list()).toMatchObject([{ status: 'error', signIn: 'needed' }])
    expect(later.secrets.get(name)).not.toContain('ended')
  })

  it('revokes and forgets its tokens at a sign-out', async () => {
    const authorization = await authorizationServer()
    const server = await guarded(authorization)
    await scene.apply({ far: at(server.address) })
    await browse(await scene.services.signIn('far'))
    await running()
    const [token = ''] = server.tokens
    await scene.services.signOut('far')
    expect(scene.secrets.size).toBe(0)
    expect(authorization.requests).toContain('POST /token/revocation')
    await expect(authorization.provider.AccessToken.find(token)).resolves.toBeUndefined()
    await scene.until(() => state()?.signIn === 'needed')
  })

  it.each([
    ['removed', () => scene.apply({})],
    ['given another address', () => scene.apply({ far: at('http://127.0.0.1:9/mcp') })],
  ])('is forgotten when it is %s', async (_what, change) => {
    const server = await guarded(await authorizationServer())
    await scene.apply({ far: at(server.address) })
    await browse(await scene.services.signIn('far'))
    await running()
    await change()
    expect(scene.secrets.size).toBe(0)
  })

  it('is removed when its configuration was removed while Gatehouse did not run', async () => {
    const authorization = await authorizationServer()
    const server = await guarded(authorization)
    await scene.apply({ far: at(server.address), near: at(server.address, { namespace: 'near' }) })
    for (const name of ['far', 'near']) await browse(await scene.services.signIn(name))
    await scene.until(() => scene.services.list().every(({ signIn }) => signIn === 'signed-in'))
    const later = cleanUp.add(new ServicesScene(), (one) => one.close())
    for (const [name, secret] of scene.secrets) later.secrets.set(name, secret)
    await later.services.signOutOthers(new Set(['near']))
    expect(new Set(later.secrets.keys())).toEqual(new Set(['service-sign-in:near', 'service-sign-ins']))
    expect(authorization.requests.filter((request) => request === 'POST /token/revocation')).toHaveLength(1)
  })

  it('uses the client of the configuration and registers none', async () => {
    const client = {
      client_id: 'gatehouse-of-the-test',
      client_secret: 'a secret of the client',
      application_type: 'native',
      redirect_uris: ['http://127.0.0.1/callback'],
    }
    const authorization = await authorizationServer({ clients: [client] })
    const server = await guarded(authorization)
    await scene.apply({
      far: at(server.address, { oauth: { clientId: client.client_id, clientSecret: client.client_secret } }),
    })
    await expect(browse(await scene.services.signIn('far'))).resolves.toMatchObject({ status: 200 })
    await running()
    expect(authorization.requests).not.toContain('POST /reg')
  })

  it('rejects the code of a sign-in that is not pending', async () => {
    const server = await guarded(await authorizationServer())
    await scene.apply({ far: at(server.address) })
    const address = await scene.services.signIn('far')
    const back = new URL(new URL(address).searchParams.get('redirect_uri') ?? '')
    for (const query of ['code=stolen', 'code=stolen&state=wrong', 'error=access_denied']) {
      const response = await fetch(`${back.href}?${query}`, { headers: { connection: 'close' } })
      expect(response.status).toBe(400)
    }
    expect((await fetch(new URL('/other', back), { headers: { connection: 'close' } })).status).toBe(404)
    expect(state()).toMatchObject({ signIn: 'waiting' })
    await browse(address)
    await running()
  })

  it('reports that the person refused in the browser, without external text', async () => {
    const server = await guarded(await authorizationServer())
    await scene.apply({ far: at(server.address) })
    const { searchParams } = new URL(await scene.services.signIn('far'))
    const back = new URL(searchParams.get('redirect_uri') ?? '')
    back.search = new URLSearchParams({
      state: searchParams.get('state') ?? '',
      error: 'access_denied',
      error_description: 'call this number',
    }).toString()
    await fetch(back, { headers: { connection: 'close' } })
    await scene.until(() => state()?.signIn === 'needed')
    expect(state()?.signInProblem).toMatch(/refused in the browser/u)
    expect(JSON.stringify(state())).not.toContain('number')
  })

  it('does not start a sign-in while the configuration has a key for it', async () => {
    const server = await guarded(await authorizationServer())
    await scene.apply({ far: at(server.address, { headers: { Authorization: 'Bearer of the owner' } }) })
    expect(state()).toMatchObject({ status: 'error' })
    expect(state()?.signIn).toBeUndefined()
    await expect(scene.services.signIn('far')).rejects.toThrow('did not ask')
  })

  it.each([
    ['with a key in its address', '?api_key=of-the-owner'],
    ['with a long key under any name', '?x=0123456789abcdef0123456789abcdef'],
  ])('does not start a sign-in %s', async (_what, query) => {
    const authorization = await authorizationServer()
    const server = await guarded(authorization)
    await scene.apply({ far: at(server.address + query) })
    expect(state()).toMatchObject({ status: 'error' })
    expect(state()?.signIn).toBeUndefined()
    await expect(scene.services.signIn('far')).rejects.toThrow('did not ask')
    expect(authorization.requests).toEqual([])
  })

  it('names its address without the query to the authorization server', async () => {
    const server = await guarded(await authorizationServer())
    await scene.apply({ far: at(`${server.address}?team=red`) })
    const { searchParams } = new URL(await scene.services.signIn('far'))
    expect(searchParams.get('resource')).toBe(server.address)
  })

  it('stays signed out when a refresh was in progress, and its tokens are revoked', async () => {
    const authorization = await authorizationServer({ tokenSeconds: 20 })
    const server = await guarded(authorization)
    await scene.apply({ far: at(server.address) })
    await browse(await scene.services.signIn('far'))
    await running()
    const before = authorization.requests.length
    const held = authorization.hold('POST /token')
    const call = scene.call('ext.far.whoami')
    await held.arrived
    await scene.services.signOut('far')
    held.release()
    await call
    await scene.until(() => state()?.signIn === 'needed')
    expect(scene.secrets.size).toBe(0)
    const sent = authorization.requests.slice(before).filter((request) => request === 'POST /token/revocation')
    expect(sent).toHaveLength(2)
  })
})

describe('a hostile authorization server', () => {
  const metadata = (origin: string, change: object = {}) => ({
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    ...change,
  })

  /** @param answer the metadata, or what is sent in its place */
  async function hostile(answer: (origin: string) => object | string) {
    const asked: string[] = []
    const server = cleanUp.add(
      await serve((request, response) => {
        asked.push(request.url ?? '')
        if (request.url === '/register') {
          response.writeHead(201, { 'content-type': 'application/json' })
          return response.end(JSON.stringify({ client_id: 'one', redirect_uris: ['http://127.0.0.1/callback'] }))
        }
        if (!request.url?.startsWith('/.well-known/oauth-authorization-server')) return response.writeHead(404).end()
        const sent = answer(server.origin)
        if (typeof sent === 'object') return response.end(JSON.stringify(sent))
        return response.writeHead(302, { location: sent }).end()
      }),
      (one) => one.close(),
    )
    const resource = await guarded({
      origin: server.origin,
      provider: { AccessToken: { find: async () => undefined } },
    } as never)
    await scene.apply({ far: at(resource.address) })
    return { asked, begun: scene.services.signIn('far') }
  }

  it.each([
    [
      'of another issuer',
      (origin: string) => metadata(origin, { issuer: 'https://login.example' }),
      'another authorization server',
    ],
    ['without PKCE', (origin: string) => metadata(origin, { code_challenge_methods_supported: ['plain'] }), 'PKCE'],
    [
      'that says nothing of PKCE',
      (origin: string) => metadata(origin, { code_challenge_methods_supported: undefined }),
      'PKCE',
    ],
    [
      'with a page without encryption',
      (origin: string) => metadata(origin, { authorization_endpoint: 'http://93.184.216.34/authorize' }),
      'without encryption',
    ],
    [
      'with tokens without encryption',
      (origin: string) => metadata(origin, { token_endpoint: 'http://10.0.0.1/token' }),
      'without encryption',
    ],
    [
      'with a page that is no web address',
      (origin: string) => metadata(origin, { authorization_endpoint: 'file:///etc/passwd' }),
      'Signing in is not possible',
    ],
    [
      'with a page of a script',
      (origin: string) => metadata(origin, { authorization_endpoint: 'javascript:alert(1)' }),
      'Signing in is not possible',
    ],
    [
      'with a huge document',
      (origin: string) => metadata(origin, { x: 'x'.repeat(1_000_000) }),
      'more than 262144 bytes',
    ],
    ['that leads elsewhere', () => 'http://169.254.169.254/latest/meta-data', 'no metadata'],
  ])('%s is rejected before a client is registered', async (_what, answer, reason) => {
    const { begun, asked } = await hostile(answer)
    await expect(begun).rejects.toThrow(reason)
    expect(asked).not.toContain('/register')
    expect(state()).toMatchObject({ signIn: 'needed', status: 'error' })
  })
})
