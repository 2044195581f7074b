/** Attacks on OAuth over the real listener: the response to each attack, and that no other client is affected. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { maxConsents } from '../../../src-main/gateway/clients/consents.js'
import { maxWrongTokens } from '../../../src-main/network/http/lock-out.js'
import { McpScene } from '../../fakes/mcp-scene.js'
import { OAuthProgram, openPage, redirectOf, redirectUri } from '../../fakes/oauth-program.js'
import { openProfileStores } from '../../fakes/profile-stores.js'
import { folderForEach, openForEach } from '../../fixtures/for-each.js'
import { until } from '../../fixtures/until.js'

let scene: McpScene
const profile = folderForEach()
const stores = openForEach(() => openProfileStores(profile()))

beforeEach(async () => {
  scene = await McpScene.open(stores().clients, stores().oauth)
  scene.consents.attach()
})
afterEach(async () => {
  await scene.close()
})

const known = (name?: string) => OAuthProgram.known(scene.endpoint, name)

/** The person accepts what is asked next. */
const sayYes = () => {
  const end = scene.consents.onDidOpen(({ id }) => {
    end()
    queueMicrotask(() => scene.consents.decide(id, 'accept'))
  })
}

async function codeFor(program: OAuthProgram): Promise<string> {
  sayYes()
  const location = await redirectOf(await openPage(program.authoriseUrl()))
  return location.searchParams.get('code') ?? ''
}

async function tokensFor(program: OAuthProgram) {
  return (await program.exchange(await codeFor(program))).body
}

const comeWith = (token: string) =>
  fetch(new URL('/api/v1/servers', scene.endpoint), {
    headers: { authorization: `Bearer ${token}`, connection: 'close' },
  })

const written = () => readdirSync(profile()).map((name) => readFileSync(path.join(profile(), name)).toString('latin1'))

describe('an authorisation', () => {
  it.each<[string, Record<string, string | undefined>, string]>([
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['with a challenge that is the verifier', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['without a method, which would mean plain', { code_challenge_method: undefined }, 'invalid_request'],
    ['with a challenge that no SHA-256 makes', { code_challenge: 'short' }, 'invalid_request'],
    ['for a resource that is somebody else’s', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    ['for a token at once', { response_type: 'token' }, 'unsupported_response_type'],
    ['with a line break in its state', { state: 'a\nb' }, 'invalid_request'],
  ])('%s asks no person and redirects back with an error', async (_what, change, error) => {
    const answer = await redirectOf(await openPage((await known()).authoriseUrl(change)))
    expect(answer.origin + answer.pathname).toBe(redirectUri)
    expect(Object.fromEntries(answer.searchParams)).toMatchObject({ error, iss: scene.endpoint })
    expect(scene.consents.open()).toEqual([])
  })

  it.each<[string, Record<string, string>]>([
    ['a program that is not registered', { client_id: 'oauth-invented' }],
    ['another path', { redirect_uri: 'http://127.0.0.1:33418/other' }],
    ['another host', { redirect_uri: 'http://localhost:33418/callback' }],
    ['another site', { redirect_uri: 'https://elsewhere.example/callback' }],
    ['a script', { redirect_uri: 'javascript:alert(1)' }],
  ])('for %s does not redirect the browser', async (_what, change) => {
    const page = await openPage((await known()).authoriseUrl(change))
    expect([page.status, page.headers.get('location')]).toEqual([400, null])
    expect(scene.consents.open()).toEqual([])
  })

  it('is requested by a whole page, never by a frame within one', async () => {
    const url = (await known()).authoriseUrl()
    for (const headers of [
      { 'sec-fetch-dest': 'image' },
      { 'sec-fetch-dest': 'iframe' },
      { 'sec-fetch-dest': 'empty' },
      { 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch' },
    ]) {
      expect((await openPage(url, headers)).status).toBe(400)
    }
    expect(scene.consents.open()).toEqual([])
  })

  it('is returned to a program that first checks whether it must register again, and asks nobody', async () => {
    const program = await known()
    const accept = { accept: 'application/json' }
    expect((await openPage(program.authoriseUrl(), accept)).status).toBe(406)
    const unknown = await openPage(program.authoriseUrl({ client_id: 'oauth-gone' }), accept)
    expect([unknown.status, await unknown.json()]).toMatchObject([400, { error: 'invalid_client' }])
    expect(scene.consents.open()).toEqual([])
  })

  it('with a parameter twice is refused', async () => {
    const url = (await known()).authoriseUrl()
    url.searchParams.append('redirect_uri', 'https://elsewhere.example/')
    expect((await openPage(url)).status).toBe(400)
  })
})

describe('the page', () => {
  it('shows what the program claims as text, cannot be framed and runs nothing', async () => {
    const program = await known('<img src=x onerror=alert(1)>"&\u202e')
    const page = await openPage(program.authoriseUrl())
    const text = await page.text()
    expect(text).not.toContain('<img')
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&amp;</b>')
    expect(text).not.toMatch(/<script|<form|<button/u)
    const policy = page.headers.get('content-security-policy')
    for (const part of ["default-src 'none'", "frame-ancestors 'none'", "form-action 'none'"]) {
      expect(policy).toContain(part)
    }
    expect(page.headers.get('x-frame-options')).toBe('DENY')
    expect(scene.consents.open()[0]?.code).toMatch(/^[A-Z2-9]{3}-[A-Z2-9]{3}$/u)
    expect(text).toContain(scene.consents.open()[0]?.code)
  })

  it('cannot approve anything', async () => {
    const page = await openPage((await known()).authoriseUrl())
    const [question] = scene.consents.open()
    const wait = /url=(.*)$/u.exec(page.headers.get('refresh') ?? '')?.[1] ?? ''
    for (const where of [wait, `/oauth/consent/${question?.id}`, '/oauth/authorize']) {
      for (const body of ['decision=accept', `id=${question?.id}&consent=accept`]) {
        const headers = { 'content-type': 'application/x-www-form-urlencoded', connection: 'close' }
        const answer = await fetch(new URL(where, scene.endpoint), { method: 'POST', headers, body })
        expect(answer.status).toBeGreaterThanOrEqual(404)
      }
    }
    expect(scene.consents.open()).toEqual([question])
  })

  it('that is reloaded withdraws its first request', async () => {
    const url = (await known()).authoriseUrl()
    const first = await openPage(url)
    await openPage(url)
    expect(scene.consents.open()).toHaveLength(1)
    const stale = await openPage(new URL(/url=(.*)$/u.exec(first.headers.get('refresh') ?? '')?.[1] ?? '', first.url))
    expect(stale.status).toBe(404)
  })
})

describe('no response', () => {
  it('for two minutes is a denial', async () => {
    const page = await openPage((await known()).authoriseUrl())
    await scene.clock.advance(120_000)
    expect((await redirectOf(page)).searchParams.get('error')).toBe('access_denied')
    expect(scene.clients.known().clients).toEqual([])
  })

  it('is a denial beyond the limit of open requests', async () => {
    const program = await known()
    for (let asked = 0; asked < maxConsents.open; asked++) {
      expect((await openPage(program.authoriseUrl({ state: `${asked}` }))).status).toBe(200)
    }
    const more = await redirectOf(await openPage(program.authoriseUrl({ state: 'more' })))
    expect(more.searchParams.get('error')).toBe('access_denied')
    expect(scene.consents.open()).toHaveLength(maxConsents.open)
  })

  it('is a denial at once where no approver is connected', async () => {
    await scene.close()
    scene = await McpScene.open(stores().clients, stores().oauth)
    const answer = await redirectOf(await openPage((await known()).authoriseUrl()))
    expect(answer.searchParams.get('error')).toBe('access_denied')
  })
})

describe('a code', () => {
  it.each<[string, Record<string, string>]>([
    ['another verifier', { code_verifier: 'x'.repeat(43) }],
    ['no verifier', { code_verifier: '' }],
    ['another address', { redirect_uri: 'http://127.0.0.1:1/callback' }],
  ])('with %s is rejected, and stays rejected when corrected', async (_what, change) => {
    const program = await known()
    const code = await codeFor(program)
    expect((await program.exchange(code, change)).status).toBe(400)
    expect((await program.exchange(code)).body).toMatchObject({ error: 'invalid_grant' })
  })

  it('is rejected for another program, and stays valid for its own', async () => {
    const [program, thief] = [await known('One'), await known('Other')]
    const code = await codeFor(program)
    expect((await thief.exchange(code, { code_verifier: program.verifier })).body.error).toBe('invalid_grant')
    expect((await program.exchange(code)).status).toBe(200)
  })

  it('that is used twice revokes the tokens of the first use', async () => {
    const program = await known()
    const code = await codeFor(program)
    const { access_token: access, refresh_token: refresh } = (await program.exchange(code)).body
    expect((await comeWith(access)).status).toBe(200)
    expect((await program.exchange(code)).body.error).toBe('invalid_grant')
    expect((await comeWith(access)).status).toBe(401)
    expect((await program.refresh(refresh)).body.error).toBe('invalid_grant')
  })

  it('used twice at the same moment gives tokens to one at most', async () => {
    const program = await known()
    const code = await codeFor(program)
    const answers = await Promise.all([program.exchange(code), program.exchange(code)])
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  })

  it('is valid for a minute', async () => {
    const program = await known()
    const code = await codeFor(program)
    await scene.clock.advance(60_000)
    expect((await program.exchange(code)).body.error).toBe('invalid_grant')
  })

  it('is not exchanged for another resource', async () => {
    const program = await known()
    const answer = await program.exchange(await codeFor(program), { resource: 'https://elsewhere.example' })
    expect(answer.body.error).toBe('invalid_target')
  })
})

describe('a refresh token', () => {
  it('is accepted at the default path, for clients that do not know the metadata any more', async () => {
    const program = await known()
    const { refresh_token } = await tokensFor(program)
    const form = { grant_type: 'refresh_token', client_id: program.clientId, refresh_token }
    const { body } = await program.post('/token', form)
    expect((await comeWith(body.access_token)).status).toBe(200)
    expect((await program.post('/token', form)).body.error).toBe('invalid_grant')
  })

  it('that is used twice revokes its family and closes open connections', async () => {
    const program = await known()
    const first = await tokensFor(program)
    const second = (await program.refresh(first.refresh_token)).body
    const stream = await fetch(new URL('/api/v1/events?eventId=player.join', scene.endpoint), {
      headers: { authorization: `Bearer ${second.access_token}`, connection: 'close' },
    })
    const ended = { seen: false }
    void stream.text().then(
      () => (ended.seen = true),
      () => (ended.seen = true),
    )
    expect((await program.refresh(first.refresh_token)).body.error).toBe('invalid_grant')
    expect((await comeWith(second.access_token)).status).toBe(401)
    expect((await program.refresh(second.refresh_token)).body.error).toBe('invalid_grant')
    await until(() => ended.seen)
  })

  it('is no access token, and an access token none', async () => {
    const program = await known()
    const { access_token: access, refresh_token: refresh } = await tokensFor(program)
    expect((await comeWith(refresh)).status).toBe(401)
    expect((await program.refresh(access)).body.error).toBe('invalid_grant')
    expect((await comeWith(access)).status).toBe(200)
  })

  it('is revoked by its own program only', async () => {
    const [program, other] = [await known('One'), await known('Other')]
    const { access_token: access, refresh_token: token } = await tokensFor(program)
    expect((await other.post('/oauth/revoke', { client_id: other.clientId, token })).status).toBe(200)
    expect((await comeWith(access)).status).toBe(200)
    expect((await program.post('/oauth/revoke', { client_id: program.clientId, token })).status).toBe(200)
    expect((await comeWith(access)).status).toBe(401)
  })
})

describe('a client that connected by OAuth', () => {
  it('is revoked like any other: its tokens, its program and its name are removed at once', async () => {
    const program = await known()
    const { access_token: access, refresh_token: refresh } = await tokensFor(program)
    const [client] = scene.clients.known().clients
    expect(client).toMatchObject({ name: 'Test program', cameBy: 'oauth', role: 'admin' })
    scene.clients.revoke(client?.id ?? '')
    expect((await comeWith(access)).status).toBe(401)
    expect((await program.refresh(refresh)).body.error).toBe('invalid_client')
    expect((await openPage(program.authoriseUrl())).status).toBe(400)
  })

  it('cannot take the name of another client', async () => {
    scene.clients.add({ name: 'Claude' })
    await tokensFor(await known('claude'))
    expect(new Set(scene.clients.known().clients.map(({ name }) => name))).toEqual(new Set(['Claude', 'claude 2']))
  })

  it('is shown under a name that it claims, not that the owner gave', async () => {
    const { access_token: access } = await tokensFor(await known())
    await fetch(new URL('/api/v1/capabilities/player.list/invoke', scene.endpoint), {
      method: 'POST',
      headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json', connection: 'close' },
      body: '{"parameters":{}}',
    })
    const [entry] = scene.gateway.feed.recent().filter(({ kind }) => kind === 'call')
    expect(entry).toMatchObject({ caller: { name: 'Test program' } })
    expect(entry).not.toHaveProperty('caller.namedByOwner')
  })

  it('is accepted for an hour, then asked to refresh, which is no wrong token', async () => {
    const program = await known()
    const { access_token: access, refresh_token: refresh, expires_in: seconds } = await tokensFor(program)
    expect([3_599, 3_600]).toContain(seconds)
    await scene.clock.advance(3_600_000)
    for (let tries = 0; tries < maxWrongTokens + 1; tries++) expect((await comeWith(access)).status).toBe(401)
    expect((await comeWith((await program.refresh(refresh)).body.access_token)).status).toBe(200)
  })

  // verifies: invariant 8
  it('leaves no secret on the disk and in no log', async () => {
    const program = await known()
    const code = await codeFor(program)
    const { access_token: access, refresh_token: refresh } = (await program.exchange(code)).body
    await program.exchange('ghc_wrong', { code_verifier: 'y'.repeat(43) })
    for (const text of [...written(), JSON.stringify(scene.log.lines)]) {
      for (const secret of [code, access, refresh, program.verifier]) expect(text).not.toContain(secret)
    }
  })
})

describe('a registration', () => {
  it.each([
    ['no address', []],
    ['a script', ['javascript:alert(1)']],
    ['an address of the network', ['http://192.168.0.7/callback']],
    ['an address with a fragment', ['https://a.example/#x']],
    ['a name that only looks like this computer', ['http://localhost.example/callback']],
    ['one good address and one bad', [redirectUri, 'file:///etc/passwd']],
  ])('with %s is refused', async (_what, uris) => {
    const answer = await new OAuthProgram(scene.endpoint).register({ redirect_uris: uris })
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([400, 'invalid_redirect_uri'])
  })

  it('of a web page is refused, whatever it sends', async () => {
    const program = new OAuthProgram(scene.endpoint)
    const metadata = { redirect_uris: [redirectUri] }
    expect((await program.register(metadata, { origin: 'https://elsewhere.example' })).status).toBe(403)
    expect((await program.register(metadata, { 'content-type': 'text/plain' })).status).toBe(400)
  })

  it('after many others is rate limited', async () => {
    const program = new OAuthProgram(scene.endpoint)
    const statuses = new Set<number>()
    for (let tries = 0; tries < 25; tries++)
      statuses.add((await program.register({ redirect_uris: [redirectUri] })).status)
    expect([...statuses]).toEqual([201, 429])
  })

  it('without consent is removed after a day', async () => {
    const program = await known()
    await scene.clock.advance(86_400_000)
    expect((await openPage(program.authoriseUrl())).status).toBe(400)
  })

  it('is for public clients: a request for a client secret gets none', async () => {
    const answer = await new OAuthProgram(scene.endpoint).register({
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'client_secret_basic',
    })
    const body = (await answer.json()) as object
    expect(body).toMatchObject({ token_endpoint_auth_method: 'none' })
    expect(body).not.toHaveProperty('client_secret')
  })
})

describe('guessing at the token endpoint', () => {
  it('is rate limited, while a valid code is accepted', async () => {
    const program = await known()
    const code = await codeFor(program)
    for (let tries = 1; tries < maxWrongTokens; tries++) {
      expect((await program.exchange(`ghc_${tries}`)).status).toBe(400)
    }
    const locked = await program.exchange('ghc_more')
    expect([locked.status, locked.headers.get('retry-after')]).toEqual([429, '30'])
    expect((await program.exchange(code)).status).toBe(200)
  })

  it.each<[string, string, string, number]>([
    ['JSON', 'application/json', '{}', 400],
    ['a parameter twice', 'application/x-www-form-urlencoded', 'code=a&code=b', 400],
    ['too much', 'application/x-www-form-urlencoded', `code=${'a'.repeat(20_000)}`, 400],
  ])('with %s is no request', async (_what, type, body, status) => {
    const answer = await fetch(new URL('/oauth/token', scene.endpoint), {
      method: 'POST',
      headers: { 'content-type': type, connection: 'close' },
      body,
    })
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([status, 'invalid_request'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })
})
