import { checkAddress } from '@shared/features/xiaozhi-address.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forAll } from '../../../fixtures/properties.js'

describe('address of a XiaoZhi endpoint', () => {
  it('shows everything but the token', () => {
    expect(checkAddress(' wss://api.xiaozhi.me/mcp/?token=eyJ.a.b\n')).toEqual({
      ok: true,
      address: 'wss://api.xiaozhi.me/mcp/?token=eyJ.a.b',
      place: 'wss://api.xiaozhi.me/mcp/',
    })
  })

  it('adds the slash without which the endpoint server answers 403', () => {
    expect(checkAddress('ws://127.0.0.1:8004/mcp_endpoint/mcp?token=a')).toMatchObject({
      ok: true,
      address: 'ws://127.0.0.1:8004/mcp_endpoint/mcp/?token=a',
    })
  })

  it.each([
    ['http://api.xiaozhi.me/mcp/?token=a', 'not-an-address'],
    ['my token', 'not-an-address'],
    ['', 'not-an-address'],
    ['ws://192.168.1.20:8004/mcp_endpoint/mcp/?token=a', 'not-encrypted'],
    ['ws://127.evil.example/mcp/?token=a', 'not-encrypted'],
    ['wss://me:pass@api.xiaozhi.me/mcp/?token=a', 'has-password'],
    ['wss://api.xiaozhi.me/mcp/', 'no-token'],
    ['wss://api.xiaozhi.me/mcp/?token=', 'no-token'],
    [`wss://api.xiaozhi.me/mcp/?token=${'a'.repeat(5_000)}`, 'too-long'],
  ])('refuses %s', (text, problem) => {
    expect(checkAddress(text)).toEqual({ ok: false, problem })
  })

  it.each(['ws://localhost:8004', 'ws://[::1]:8004', 'ws://127.8.8.8:1'])('accepts %s on this computer', (origin) => {
    expect(checkAddress(`${origin}/mcp_endpoint/mcp/?token=a`).ok).toBe(true)
  })

  it('never shows a token, at any position', () =>
    forAll(fc.stringMatching(/^[A-Z]{12,20}$/u), fc.constantFrom('', '#x', '&more=1'), (token, tail) => {
      const checked = checkAddress(`wss://api.xiaozhi.me/mcp/?token=${token}${tail}`)
      expect(checked.ok && !checked.place.includes(token)).toBe(true)
    }))
})
