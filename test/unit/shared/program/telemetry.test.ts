import { checkEndpoint, headerOf } from '@shared/program/telemetry.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

describe('the address of a collector', () => {
  it.each([
    ['http://127.0.0.1:4318', 'http://127.0.0.1:4318'],
    [' http://collector:4318/ ', 'http://collector:4318'],
    ['http://192.168.1.20:4318/otlp/', 'http://192.168.1.20:4318/otlp'],
    ['http://[::1]:4318', 'http://[::1]:4318'],
    ['http://nas.local:4318', 'http://nas.local:4318'],
    ['https://otlp.example.com/otlp', 'https://otlp.example.com/otlp'],
  ])('accepts %s', (typed, endpoint) => {
    expect(checkEndpoint(typed)).toEqual({ ok: true, endpoint })
  })

  it.each([
    'http://otlp.example.com',
    'http://8.8.8.8:4318',
    'http://[2001:db8::1]',
    'http://172.32.0.1',
    'http://0x08080808',
  ])('refuses %s, where a key would cross the internet unencrypted', (typed) => {
    expect(checkEndpoint(typed)).toEqual({ ok: false, problem: 'unencrypted' })
  })

  it.each([
    '',
    'collector',
    'ftp://a',
    'https://user:secret@a',
    'https://a?key=1',
    'https://a#b',
    `https://${'a'.repeat(600)}`,
  ])('refuses %s', (typed) => {
    expect(checkEndpoint(typed)).toEqual({ ok: false, problem: 'not-an-address' })
  })

  it('stores what it accepts in one spelling', () => {
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ['https'] }), (url) => {
        const checked = checkEndpoint(url)
        if (checked.ok) expect(checkEndpoint(checked.endpoint)).toEqual(checked)
      }),
    )
  })
})

describe('a header', () => {
  it('is a name and a value', () => {
    expect(headerOf('Authorization: Bearer a b')).toEqual(['Authorization', 'Bearer a b'])
    expect(headerOf('x-key:1')).toEqual(['x-key', '1'])
  })

  it.each(['', 'Authorization', 'Host: other', 'Content-Length: 1', 'a: b\r\nc: d', 'a b: c', 'a: \u00e9', ': x'])(
    'is not %j',
    (typed) => {
      expect(headerOf(typed)).toBeUndefined()
    },
  )
})
