import { once } from 'node:events'
import { type ConnectionOptions, connect } from 'node:tls'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemNetwork } from '../../../src-main/approvers/lan/lan-network.js'
import { builtPage, home, LanScene } from '../../fakes/lan-scene.js'
import { lanPeer, Phone } from '../../fakes/phone.js'
import { CleanUp } from '../../fixtures/programs.js'

const cleanUp = new CleanUp()
let scene: LanScene
beforeEach(() => {
  scene = new LanScene(cleanUp)
})
afterEach(() => cleanUp.run())

describe('the LAN listener', () => {
  it('is closed until a person opens it, and can be closed again', async () => {
    await scene.change({ enabled: false })
    expect(scene.lan.seen.lan).toEqual({ kind: 'off' })
    await scene.change({ enabled: true })
    const phone = await scene.phone()
    expect((await phone.send('/')).status).toBe(200)
    await scene.change({ enabled: false })
    await expect(phone.send('/')).rejects.toThrow()
  })

  it('closes connections from this computer at once', async () => {
    const program = await scene.phone('127.0.0.1')
    await expect(program.send('/')).rejects.toThrow()
    expect(systemNetwork.mayConnect('127.0.0.1', '127.0.0.1')).toBe(false)
    expect(systemNetwork.mayConnect(lanPeer, '127.0.0.1')).toBe(false)
  })

  it('serves none of the gateway’s own routes', async () => {
    const phone = await scene.paired()
    for (const path of [
      '/mcp',
      '/mcp-legacy',
      '/api/v1/servers',
      '/.well-known/oauth-protected-resource',
      '/api/answer',
    ])
      expect((await phone.send(path)).status).toBe(404)
    expect((await phone.post('/mcp', {})).status).toBe(404)
    expect((await phone.send('/', { method: 'CONNECT' }).catch(() => ({ status: 0 }))).status).not.toBe(200)
  })

  it('rejects tokens of clients and of the bridge', async () => {
    const phone = await scene.phone()
    for (const token of ['a'.repeat(43), `gh_0a1b2c3d_${'a'.repeat(43)}`]) {
      const headers = { authorization: `Bearer ${token}` }
      expect((await phone.send('/api/stream', { headers })).status).toBe(401)
      expect((await phone.post('/api/answer', { id: 'x', decision: 'approve' }, headers)).status).toBe(401)
    }
  })

  it('rejects an invented key, and a cookie that is sent twice', async () => {
    const phone = await scene.paired()
    const key = phone.cookies.get('__Host-gatehouse-key') ?? ''
    const withCookie = (cookie: string) => phone.send('/api/stream', { headers: { cookie } })
    const made = `${key.slice(0, 9)}${'a'.repeat(43)}`
    expect((await withCookie(`__Host-gatehouse-key=${made}`)).status).toBe(401)
    expect((await withCookie(`__Host-gatehouse-key=${made}; __Host-gatehouse-key=${key}`)).status).toBe(401)
    expect((await withCookie(`gatehouse-key=${key}`)).status).toBe(401)
  })

  it('refuses forms of other pages, and pages under other names', async () => {
    const phone = await scene.paired()
    const answer = (headers: Record<string, string>) => phone.post('/api/here', {}, headers)
    expect((await answer({ origin: 'https://evil.example' })).status).toBe(403)
    expect((await answer({ origin: 'null' })).status).toBe(403)
    expect((await answer({ origin: phone.origin.replace('https', 'http') })).status).toBe(403)
    expect((await answer({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await answer({ host: 'rebound.example:8799' })).status).toBe(403)
    expect((await answer({ 'content-type': 'text/plain' })).status).toBe(400)
    const bare = { method: 'POST', body: {}, headers: { 'content-type': 'application/json' } }
    expect((await phone.send('/api/here', bare)).status).toBe(403)
    expect((await phone.send('/api/stream', { headers: { 'sec-fetch-site': 'same-site' } })).status).toBe(403)
    expect((await phone.send('/', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(200)
  })

  it.each([
    ['no JSON', '{'],
    ['a list of nothing', 'null'],
    ['too much', `"${'x'.repeat(5_000)}"`],
  ])('takes no body that is %s', async (_what, body) => {
    const phone = await scene.paired()
    const headers = { origin: phone.origin, 'content-type': 'application/json' }
    expect((await phone.send('/api/here', { method: 'POST', body, headers })).status).toBe(400)
  })

  it('does not log a body whose connection closes before its end', async () => {
    const phone = await scene.phone()
    await phone.disconnectWithinBody('/api/pair')
    expect((await phone.send('/')).status).toBe(200)
    expect(scene.under.log.lines).toEqual([])
  })

  it('serves one request of a connection at a time, and logs no more', async () => {
    const { origin } = await scene.phone()
    const { hostname, port, host } = new URL(origin)
    const from = { host: hostname, port: Number(port), localAddress: lanPeer }
    const socket = connect({ ...from, rejectUnauthorized: false } as ConnectionOptions)
    let received = ''
    socket.on('data', (data) => {
      received += data
    })
    socket.on('error', () => {})
    const closed = once(socket, 'close')
    const get = `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`
    const post = `POST /api/pair HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nContent-Type: application/json\r\n`
    socket.write(`${get.repeat(3)}${post}Content-Length: 100\r\n\r\n{`)
    await closed
    expect(received.split('HTTP/1.1').length - 1).toBeLessThanOrEqual(1)
    expect(scene.under.log.lines).toEqual([])
  })

  it('slows down a client that sends endless requests', async () => {
    const phone = await scene.phone()
    const answers = await Promise.all(Array.from({ length: 30 }, () => phone.send('/phone.css')))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    let last = 200
    for (let time = 0; last === 200 && time < 300; time += 1) last = (await phone.send('/phone.css')).status
    expect(last).toBe(429)
    await scene.under.clock.advance(60_000)
    expect((await phone.send('/phone.css')).status).toBe(200)
  })

  it('serves its page with a strict content policy, never cached', async () => {
    const phone = await scene.phone()
    const [{ headers, text }, again] = [await phone.send('/pair'), await phone.send('/pair')]
    const policy = `${headers['content-security-policy']}`
    expect(policy).toContain("default-src 'none'; script-src 'nonce-")
    expect(policy).not.toContain('unsafe')
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toBe(again.headers['content-security-policy'])
    const nonce = /script-src 'nonce-([^']+)'/u.exec(policy)?.[1]
    expect(text).toContain(`<script src="/phone.js" nonce="${nonce}"`)
    expect(text).not.toMatch(/<script(?! src=)|<style| on\w+=/u)
    expect(text).toContain('lang="en"')
    expect((await phone.send('/', { headers: { 'accept-language': 'zh-CN,zh;q=0.9' } })).text).toContain('lang="zh-CN"')
  })

  it('speaks no TLS older than 1.2', async () => {
    const { origin } = await scene.phone()
    const { hostname, port } = new URL(origin)
    const handshake = (maxVersion: 'TLSv1.1' | 'TLSv1.2') =>
      new Promise((resolve) => {
        const from = { host: hostname, port: Number(port), localAddress: lanPeer }
        const socket = connect({
          ...from,
          minVersion: 'TLSv1',
          maxVersion,
          rejectUnauthorized: false,
        } as ConnectionOptions)
        const end = (how: string) => {
          socket.destroy()
          resolve(how)
        }
        socket.once('secureConnect', () => end('spoken'))
        socket.once('error', () => end('refused'))
        socket.once('close', () => end('refused'))
      })
    expect(await handshake('TLSv1.2')).toBe('spoken')
    expect(await handshake('TLSv1.1')).toBe('refused')
  })

  it('keeps its certificate over a restart', async () => {
    const phone = await scene.phone()
    await scene.change({ enabled: false })
    await scene.change({ enabled: true })
    const { lan } = scene.lan.seen
    if (lan.kind !== 'on') throw new Error('The listener is closed.')
    const again = new Phone(lan.origins[0] ?? '', lan.fingerprint)
    expect((await again.send('/')).status).toBe(200)
    await expect(new Phone(again.origin, 'AB:CD').send('/')).rejects.toThrow('another certificate')
    expect(phone.origin).toMatch(/^https:\/\/127\.0\.0\.1:/u)
  })

  it('reports that there is no network, and opens when there is one', async () => {
    scene.available = []
    await scene.change({ enabled: false })
    await scene.change({ enabled: true })
    expect(scene.lan.seen.lan).toEqual({ kind: 'no-network' })
    scene.available = [{ ...home, kind: 'wifi', address: '127.0.0.1' }]
    await scene.under.clock.advance(15_000)
    await scene.lan.settled()
    expect(scene.lan.seen.lan).toMatchObject({ kind: 'on' })
  })

  it('says that no chosen network is left, and does not open in a new one by itself', async () => {
    const phone = await scene.phone()
    const cafe = { interface: 'wlan0', network: '10.0.0.0/24', kind: 'wifi', address: '127.0.0.1' } as const
    scene.available = [cafe]
    await scene.under.clock.advance(15_000)
    await scene.lan.settled()
    expect(scene.lan.seen.lan).toEqual({ kind: 'no-network' })
    expect(scene.lan.seen.networks).toEqual([
      { interface: 'wlan0', network: '10.0.0.0/24', isChosen: false, present: { kind: 'wifi', address: '127.0.0.1' } },
      { ...home, isChosen: true },
    ])
    await expect(phone.send('/')).rejects.toThrow()
    expect(scene.under.log.lines).toContainEqual(
      expect.objectContaining({ level: 'warn', details: { networks: ['wlan0 127.0.0.0/8'] } }),
    )
    await scene.change({ networks: [home, cafe] })
    expect(scene.lan.seen.lan).toMatchObject({ kind: 'on' })
  })

  it('chooses the only ordinary network when it is switched on, and stays with it', async () => {
    const { enabled, port } = { enabled: true, port: 0 }
    scene.settings.lanApprovals = { enabled, port }
    await scene.change({})
    await scene.lan.settled()
    expect(scene.lan.seen.lan).toMatchObject({ kind: 'on' })
    expect(scene.settings.lanApprovals).toEqual({ enabled, port, networks: [home] })
  })

  it('opens nowhere until the owner chooses where several networks are ordinary', async () => {
    const cable = { interface: 'eth0', network: '10.0.0.0/24', kind: 'wired', address: '127.0.0.3' } as const
    scene.available = [...scene.available, cable]
    scene.settings.lanApprovals = { enabled: true, port: 0 }
    await scene.change({})
    expect(scene.lan.seen.lan).toEqual({ kind: 'no-choice' })
    await scene.change({ networks: [{ interface: 'eth0', network: '10.0.0.0/24' }] })
    expect(scene.lan.seen.lan).toMatchObject({
      kind: 'on',
      origins: [expect.stringMatching(/^https:\/\/127\.0\.0\.3:/u)],
    })
    await scene.change({ networks: [] })
    expect(scene.lan.seen.lan).toEqual({ kind: 'no-choice' })
  })

  it('opens in no network that is joined after it was switched on without one', async () => {
    const joined = scene.available
    scene.available = []
    scene.settings.lanApprovals = { enabled: true, port: 0 }
    await scene.change({})
    await scene.lan.settled()
    expect(scene.settings.lanApprovals.networks).toEqual([])
    scene.available = joined
    await scene.under.clock.advance(15_000)
    await scene.lan.settled()
    expect(scene.lan.seen.lan).toEqual({ kind: 'no-choice' })
  })

  it('reports why it cannot open, and opens once it can', async () => {
    const phone = await scene.phone()
    const taken = Number(new URL(phone.origin).port)
    const other = new LanScene(cleanUp)
    await other.change({ port: taken })
    expect(other.lan.seen.lan).toMatchObject({ kind: 'failed', error: { code: 'SYSTEM.SERVICE_UNAVAILABLE' } })
    await scene.change({ enabled: false })
    await other.under.clock.advance(15_000)
    await other.lan.settled()
    expect(other.lan.seen.lan).toMatchObject({ kind: 'on' })
  })

  it('serves the built page, which inserts only text', async () => {
    const { script, style } = await builtPage()
    expect(style).toContain('prefers-color-scheme')
    expect(script).toContain('/api/stream')
    expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(/u)
  })
})
