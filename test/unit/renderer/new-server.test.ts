import { describe, expect, it } from 'vitest'
import { isExposed, problemsOf, secretOf } from '../../../src-renderer/features/servers/new-server.js'

const good = { name: 'Survival', address: 'ws://192.168.1.20:8765', token: 'secret' }

describe('the form for a new server', () => {
  it('accepts a complete one', () => expect(problemsOf(good)).toEqual({}))

  it('requires all three fields', () => {
    expect(problemsOf({ name: ' ', address: '', token: ' ' })).toEqual({
      name: 'addServer.nameMissing',
      address: 'addServer.addressMissing',
      token: 'addServer.tokenMissing',
    })
  })

  it.each([
    ['192.168.1.20', 'addServer.addressScheme'],
    ['http://example.org', 'addServer.addressScheme'],
    ['ws://', 'addServer.addressWrong'],
    ['ws://exa mple.org', 'addServer.addressWrong'],
    ['ws://example.org:99999', 'addServer.addressWrong'],
    ['ws://example.org/#token', 'addServer.addressWrong'],
    ['ws://me:secret@example.org', 'addServer.addressSecret'],
  ])('reports what is wrong with %s', (address, problem) =>
    expect(problemsOf({ ...good, address })).toEqual({ address: problem }),
  )

  it.each(['ws://localhost:8765', 'wss://mc.example.org', 'WS://[::1]:8765/agent'])('accepts %s', (address) => {
    expect(problemsOf({ ...good, address })).toEqual({})
  })

  it('takes an address that was typed before stream-safe mode was on', () => {
    expect(problemsOf({ ...good, address: '‹address 3›' })).toEqual({})
    expect(problemsOf({ ...good, address: 'at ‹address 3›' })).toEqual({ address: 'addServer.addressScheme' })
  })

  it('warns of an unencrypted token on the internet, not in a private network', () => {
    expect(isExposed('ws://play.example.org:8765')).toBe(true)
    for (const safe of [
      'wss://play.example.org',
      'ws://localhost',
      'ws://192.168.1.2',
      'ws://[::1]:1',
      'ws://nas.local',
      'ws://mc',
      'ws://',
    ]) {
      expect([safe, isExposed(safe)]).toEqual([safe, false])
    }
  })
})

describe('the form for a server that is there', () => {
  const before = 'ws://192.168.1.20:8765'
  const kept = { ...good, token: '' }

  it('keeps the token when the address stays or becomes better protected', () => {
    for (const address of [before, `${before}/agent`, 'wss://192.168.1.20:8765']) {
      expect(problemsOf({ ...kept, address }, { before, secret: 'token' })).toEqual({})
    }
  })

  it('keeps an address that is redacted in stream-safe mode, and requires the token for any other', () => {
    const redacted = '‹address 2›'
    expect(problemsOf({ ...kept, address: redacted }, { before: redacted, secret: 'token' })).toEqual({})
    expect(problemsOf({ ...good, address: redacted }, { before: redacted, secret: 'token' })).toEqual({})
    expect(problemsOf({ ...kept, address: before }, { before: redacted, secret: 'token' })).toEqual({
      token: 'serverCare.secret.token.forNewAddress',
    })
    expect(problemsOf({ ...kept, address: '‹address 3›' }, { before: redacted, secret: 'token' })).toEqual({
      token: 'serverCare.secret.token.forNewAddress',
    })
  })

  it('requires the token for another host or port, and for a less protected address', () => {
    for (const address of ['ws://192.168.1.21:8765', 'ws://192.168.1.20:8766', 'wss://example.org']) {
      expect(problemsOf({ ...kept, address }, { before, secret: 'token' })).toEqual({
        token: 'serverCare.secret.token.forNewAddress',
      })
      expect(problemsOf({ ...good, address }, { before, secret: 'token' })).toEqual({})
    }
    expect(
      problemsOf({ ...kept, address: 'ws://example.org:443' }, { before: 'wss://example.org', secret: 'token' }),
    ).toEqual({
      token: 'serverCare.secret.token.forNewAddress',
    })
  })
})

describe('the form for a server that runs elsewhere', () => {
  const draft = { name: 'Survival', token: '' }
  const panel = 'pterodactyl://panel.example/1a2b'
  const ssh = 'ssh://mc@vps.example/srv'

  it.each([
    ['agent', undefined, undefined, 'token'],
    ['java', undefined, undefined, 'password'],
    ['java', 'pterodactyl', undefined, 'key'],
    ['java', 'mcsmanager', undefined, 'key'],
    ['java', 'ssh', undefined, 'login'],
    ['java', 'sftp', 'sign-in-refused', 'login'],
    ['java', 'sftp', 'wrong-password', 'password'],
    ['java', 'docker', undefined, undefined],
  ] as const)(
    'asks a server of the kind %s, reached by %s and failing for %s, for its %s',
    (kind, way, reason, secret) => {
      const problem = { code: 'AUTH.TOKEN_INVALID', message: 'x', ...(reason && { details: { reason } }) } as const
      expect(secretOf({ kind, problem, ...(way && { way }) })).toBe(secret)
    },
  )

  it('keeps its kind of access, and its secret at the same place', () => {
    const known = { before: panel, way: 'pterodactyl', secret: 'key' } as const
    expect(problemsOf({ ...draft, address: 'pterodactyl://panel.example/5e6f' }, known)).toEqual({})
    expect(problemsOf({ ...draft, address: 'pterodactyl://other.example/1a2b' }, known)).toEqual({
      token: 'serverCare.secret.key.forNewAddress',
    })
    expect(problemsOf({ ...draft, address: ssh }, known)).toMatchObject({ address: 'serverCare.otherWay' })
  })

  it('needs nothing where a key or nothing at all may sign in', () => {
    const moved = { ...draft, address: 'ssh://mc@other.example/srv' }
    expect(problemsOf(moved, { before: ssh, way: 'ssh', secret: 'login' })).toEqual({})
    const container = { ...draft, address: 'docker://paper' }
    expect(problemsOf(container, { before: 'docker://mc', way: 'docker' })).toEqual({})
  })
})
