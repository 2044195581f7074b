import { describe, expect, it } from 'vitest'
import { isExposed, problemsOf } from '../../../src-renderer/features/servers/new-server.js'

const good = { name: 'Survival', address: 'ws://192.168.1.20:8765', token: 'secret' }

describe('the form for a new server', () => {
  it('has nothing against a whole one', () => expect(problemsOf(good)).toEqual({}))

  it('wants all three', () => {
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
  ])('says what is wrong with %s', (address, problem) =>
    expect(problemsOf({ ...good, address })).toEqual({ address: problem }),
  )

  it.each(['ws://localhost:8765', 'wss://mc.example.org', 'WS://[::1]:8765/agent'])('takes %s', (address) => {
    expect(problemsOf({ ...good, address })).toEqual({})
  })

  it('warns of a token in the clear on the internet, not at home', () => {
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
