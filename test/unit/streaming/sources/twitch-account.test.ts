import { afterEach, describe, expect, it } from 'vitest'
import { isOfTwitch } from '../../../../src-main/streaming/sources/twitch/twitch-account.js'
import type { SendToTwitch } from '../../../../src-main/streaming/sources/twitch/twitch-http.js'
import { openTwitchScene, type TwitchScene } from '../../../fakes/twitch/twitch-scene.js'

let scene: TwitchScene
afterEach(() => scene.stop())

const isOut = ({ kind }: { kind: string }) => kind === 'signed-out'

describe('signing in at Twitch', () => {
  it('shows a code and waits until the person has entered it', async () => {
    scene = await openTwitchScene()
    const { account, clock, twitch, accountIs } = scene
    await account.signIn({ polls: false })
    expect(account.state).toEqual({
      kind: 'signing-in',
      code: 'ABCDEFGH',
      address: 'https://www.twitch.tv/activate?device-code=ABCDEFGH',
    })
    await clock.advance(5_000)
    twitch.accounts.confirm()
    await clock.advance(5_000)
    expect(await accountIs(account, ({ kind }) => kind !== 'signing-in')).toEqual({
      kind: 'signed-in',
      login: 'nova',
      isKept: true,
    })
    expect(account.user).toEqual({ id: '695682330', login: 'nova', mayManagePolls: false })
  })

  it('says that nobody entered the code in half an hour', async () => {
    scene = await openTwitchScene()
    await scene.account.signIn({ polls: false })
    const ended = scene.accountIs(scene.account, isOut)
    for (let polls = 0; polls < 361 && !isOut(scene.account.state); polls++) await scene.clock.advance(5_000)
    expect(await ended).toEqual({ kind: 'signed-out', why: 'expired' })
  })

  it('says that Twitch does not know the client ID', async () => {
    scene = await openTwitchScene()
    scene.settings.clientId = 'unknown'
    await expect(scene.account.signIn({ polls: false })).rejects.toThrow('Twitch does not know this client ID.')
  })

  it('ends when the person cancels, whatever comes later', async () => {
    scene = await openTwitchScene()
    await scene.account.signIn({ polls: false })
    scene.account.cancel()
    scene.twitch.accounts.confirm()
    await scene.clock.advance(60_000)
    expect(scene.account.state).toEqual({ kind: 'signed-out' })
    expect(scene.tokens()).toEqual({})
  })

  it('asks for no more than reading the chat, unless polls are wanted', async () => {
    scene = await openTwitchScene()
    await scene.signIn()
    expect(scene.twitch.accounts.grantOf(scene.tokens().access ?? '')?.scopes).toEqual(['user:read:chat'])
    await scene.signIn(true)
    expect(scene.twitch.accounts.grantOf(scene.tokens().access ?? '')?.scopes).toEqual([
      'user:read:chat',
      'channel:manage:polls',
    ])
  })

  it.each([
    ['https://www.twitch.tv/activate', true],
    ['https://twitch.tv.example/activate', false],
    ['https://eviltwitch.tv/activate', false],
    ['http://www.twitch.tv/activate', false],
    ['https://www.twitch.tv@example.com/', false],
    ['javascript:alert(1)', false],
  ])('sends the person to %s: %s', async (address, isAllowed) => {
    scene = await openTwitchScene()
    expect(isOfTwitch(address)).toBe(isAllowed)
  })
})

describe('the tokens of Twitch', () => {
  it('are validated at the start and every hour', async () => {
    const urls: string[] = []
    const counted =
      (send: SendToTwitch): SendToTwitch =>
      (request) => {
        urls.push(request.url)
        return send(request)
      }
    scene = await openTwitchScene({ send: counted })
    await scene.signIn()
    const validations = () => urls.filter((url) => url.endsWith('/oauth2/validate')).length
    expect(validations()).toBe(1)
    await scene.clock.advance(3_600_000)
    expect(validations()).toBe(2)
    const next = scene.open()
    await next.account.start()
    expect(validations()).toBe(3)
    expect(next.account.state).toEqual({ kind: 'signed-in', login: 'nova', isKept: true })
    next.source.stop()
    next.account.stop()
  })

  it('are refreshed when they have ended, and the new ones are stored before they are used', async () => {
    const seen: { url: string; stored: string }[] = []
    const watched =
      (send: SendToTwitch): SendToTwitch =>
      (request) => {
        seen.push({
          url: `${request.headers?.authorization ?? ''} ${request.url}`,
          stored: scene?.tokens().access ?? '',
        })
        return send(request)
      }
    scene = await openTwitchScene({ send: watched })
    await scene.signIn()
    scene.twitch.accounts.expire()
    const answer = await scene.account.call('GET', '/helix/users')
    expect(answer.status).toBe(200)
    for (const { url, stored } of seen) {
      const used = /^(?:OAuth|Bearer) (\S+)/u.exec(url)?.[1]
      if (used !== undefined) expect(stored).toBe(used)
    }
  })

  it('are refreshed once, however many requests need it', async () => {
    scene = await openTwitchScene()
    await scene.signIn()
    scene.twitch.accounts.expire()
    const answers = await Promise.all(Array.from({ length: 5 }, () => scene.account.call('GET', '/helix/users')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(scene.twitch.accounts.used).toHaveLength(1)
  })

  it('lost between Twitch and the store cost one sign-in', async () => {
    scene = await openTwitchScene()
    await scene.signIn()
    const before = scene.secrets.get('twitch:tokens') ?? ''
    scene.twitch.accounts.expire()
    await scene.account.call('GET', '/helix/users')
    scene.twitch.accounts.expire()
    scene.secrets.set('twitch:tokens', before)
    const next = scene.open()
    await next.account.start()
    expect(next.account.state).toEqual({ kind: 'signed-out', why: 'ended' })
    expect(scene.secrets.get('twitch:tokens')).toBeUndefined()
    next.source.stop()
  })

  it('are kept while Twitch cannot be reached', async () => {
    let isDown = false
    const failing =
      (send: SendToTwitch): SendToTwitch =>
      (request) =>
        isDown ? Promise.resolve({ status: 0, body: {}, resetAt: undefined }) : send(request)
    scene = await openTwitchScene({ send: failing })
    await scene.signIn()
    isDown = true
    await scene.clock.advance(7_200_000)
    expect(scene.tokens().access).toBeDefined()
    isDown = false
    await scene.clock.advance(60_000)
    expect(scene.account.state.kind).toBe('signed-in')
  })

  it('cannot be refreshed by an application that is not public, and it says so', async () => {
    scene = await openTwitchScene()
    await scene.signIn()
    scene.twitch.accounts.isConfidential = true
    scene.twitch.accounts.expire()
    await scene.account.call('GET', '/helix/users')
    expect(scene.account.state).toEqual({ kind: 'signed-out', why: 'not-public' })
  })

  it('are revoked at Twitch and forgotten here by signing out', async () => {
    scene = await openTwitchScene()
    await scene.signIn()
    const { access } = scene.tokens()
    await scene.account.signOut()
    expect(scene.twitch.accounts.revoked).toEqual([access])
    expect(scene.tokens()).toEqual({})
    expect(scene.source.state).toMatchObject({ why: 'signed-out' })
  })

  it.each([
    ['a refresh', 'refresh_token', () => scene.account.signOut()],
    ['a sign-in', 'device_code', () => scene.account.cancel()],
  ])('are revoked at Twitch too when %s ends only after the person has left', async (_what, grant, leave) => {
    let isLeaving = false
    const revoked: string[] = []
    const late =
      (send: SendToTwitch): SendToTwitch =>
      async (request) => {
        const answer = await send(request)
        const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
        if (isLeaving && answer.status === 200 && form.get('grant_type')?.endsWith(grant)) await leave()
        if (request.url.endsWith('/revoke') && answer.status === 200) revoked.push(form.get('token') ?? '')
        return answer
      }
    scene = await openTwitchScene({ send: late })
    const { account, twitch, clock } = scene
    if (grant === 'refresh_token') {
      await scene.signIn()
      twitch.accounts.expire()
      isLeaving = true
      await account.call('GET', '/helix/users')
    } else {
      await account.signIn({ polls: false })
      twitch.accounts.confirm()
      isLeaving = true
      await clock.advance(5_000)
    }
    await expect.poll(() => revoked.length).toBeGreaterThan(0)
    expect(twitch.accounts.grantOf(revoked.at(-1) ?? '')).toBeUndefined()
    expect(twitch.accounts.isEmpty).toBe(true)
    expect(scene.tokens()).toEqual({})
    expect(account.state).toEqual({ kind: 'signed-out' })
  })

  it('of another client ID are not used', async () => {
    scene = await openTwitchScene()
    await scene.signIn()
    scene.settings.clientId = 'another'
    const next = scene.open()
    await next.account.start()
    expect(next.account.state).toEqual({ kind: 'signed-out' })
    next.source.stop()
  })

  it('are never in the log', async () => {
    scene = await openTwitchScene()
    await scene.online()
    const { access = '', refresh = '' } = scene.tokens()
    scene.twitch.accounts.disconnect()
    await scene.account.call('GET', '/helix/users')
    const logged = JSON.stringify(scene.log.lines)
    expect(logged).not.toContain(access)
    expect(logged).not.toContain(refresh)
  })
})
