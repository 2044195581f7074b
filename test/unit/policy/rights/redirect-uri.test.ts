import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { destinationOf, isRedirectUri, matchesRedirectUri } from '../../../../src-main/policy/rights/redirect-uri.js'
import { times } from '../../../fixtures/properties.js'

describe('a redirect URI', () => {
  it.each([
    'http://127.0.0.1/callback',
    'http://127.0.0.1:8080/callback?from=here',
    'http://[::1]:9/x',
    'http://localhost',
    'https://claude.example/api/callback',
    'cursor://anysphere.cursor-retrieval/oauth/callback',
    'com.example.app:/oauth',
  ])('may be %s', (uri) => expect(isRedirectUri(uri)).toBe(true))

  it.each([
    '',
    'callback',
    '//127.0.0.1/x',
    'http://127.1/x',
    'http://2130706433/x',
    'http://127.0.0.1.example/x',
    'http://localhost.example/x',
    'http://localhost@elsewhere.example/x',
    'http://127.0.0.1\\@elsewhere.example/x',
    'http://192.168.0.7/x',
    'http://0.0.0.0/x',
    'HTTP://127.0.0.1/x',
    'https://me:secret@a.example/',
    'https://a.example/#x',
    'https://a.example/\u202e',
    'https:a.example',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ms-msdt:/id',
    'vbscript:x',
    'blob:https://a.example/x',
    `https://a.example/${'a'.repeat(512)}`,
  ])('may not be %j', (uri) => expect(isRedirectUri(uri)).toBe(false))

  it('must match exactly, except for the port of a program on this computer', () => {
    expect(matchesRedirectUri('http://127.0.0.1:5/cb', 'http://127.0.0.1/cb')).toBe(true)
    expect(matchesRedirectUri('http://[::1]:5/cb', 'http://[::1]:6/cb')).toBe(true)
    expect(matchesRedirectUri('http://localhost:5/cb?a=1', 'http://localhost:6/cb?a=1')).toBe(true)
    expect(matchesRedirectUri('http://localhost:5/cb', 'http://127.0.0.1:5/cb')).toBe(false)
    expect(matchesRedirectUri('http://127.0.0.1:5/cb/', 'http://127.0.0.1:5/cb')).toBe(false)
    expect(matchesRedirectUri('http://127.0.0.1:5/cb?a=2', 'http://127.0.0.1:5/cb?a=1')).toBe(false)
    expect(matchesRedirectUri('https://a.example:444/cb', 'https://a.example/cb')).toBe(false)
    expect(matchesRedirectUri('app.one:/cb', 'app.two:/cb')).toBe(false)
  })

  it('that matches leads to the same place as the registered one', () => {
    const piece = fc.constantFrom(
      'http://',
      'https://',
      '127.0.0.1',
      'localhost',
      '@',
      ':80',
      ':',
      '/',
      '\\',
      'a.example',
      '?',
      '#',
      '%2f',
      '..',
      '[::1]',
    )
    const text = fc.array(piece, { maxLength: 7 }).map((pieces) => pieces.join(''))
    times(2_000).forAll(
      text,
      fc.constantFrom('http://127.0.0.1/cb', 'http://localhost:1/', 'https://a.example/cb'),
      (given, ours) => {
        if (!matchesRedirectUri(given, ours)) return
        const [one, other] = [new URL(given), new URL(ours)]
        expect([one.protocol, one.hostname, one.pathname, one.search]).toEqual([
          other.protocol,
          other.hostname,
          other.pathname,
          other.search,
        ])
      },
    )
  })

  it('is shown as a host with its port, or as a scheme', () => {
    expect(destinationOf('http://localhost:5/cb')).toBe('localhost:5')
    expect(destinationOf('https://a.example/cb')).toBe('a.example')
    expect(destinationOf('cursor://x/cb')).toBe('cursor://')
  })
})
