import { plainAddress } from '@shared/text/plain-address.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forAll } from '../../../fixtures/properties.js'

describe('a plain address', () => {
  it('is split at its host', () => {
    expect(plainAddress('https://Example.org:8443/a/../b?c#d')).toEqual({
      href: 'https://example.org:8443/b?c#d',
      before: 'https://',
      host: 'example.org:8443',
      after: '/b?c#d',
      isHttps: true,
      warnings: [],
    })
  })

  it.each([
    ['https://bank.example@evil.example/', 'evil.example', ['credentials']],
    ['https://evil.example:x@good.example@evil.example/', 'evil.example', ['credentials']],
    ['https://xn--pple-43d.com/', 'xn--pple-43d.com', ['international']],
    ['https://\u0430pple.com/', 'xn--pple-43d.com', ['international', 'mixed-scripts']],
    ['http://3232235777/', '192.168.1.1', ['number', 'unencrypted']],
    ['https://[::1]/', '[::1]', ['number']],
    ['https:\\\\evil.example\\good.example', 'evil.example', ['escaped']],
    ['https:evil.example', 'evil.example', ['escaped']],
    ['https://evil\u200b.example/', 'evil.example', ['escaped']],
  ])('shows the host of %s, and warns', (text, host, warnings) => {
    expect(plainAddress(text)).toMatchObject({ host, warnings })
  })

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'https://', 'nonsense', `https://${'a'.repeat(5_000)}.org`])(
    'is undefined for %s',
    (text) => expect(plainAddress(text)).toBeUndefined(),
  )

  it('marks the host that a browser would reach, whatever the address', () =>
    forAll(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string(), (url, more) => {
      for (const text of [url, url + more, url.replace('://', `://${encodeURIComponent(more)}@`)]) {
        const plain = plainAddress(text)
        if (!plain) continue
        expect(plain.before + plain.host + plain.after).toBe(plain.href)
        expect(plain.host).toBe(new URL(text).host)
        expect(plain.before.endsWith('//') || plain.before.endsWith('@')).toBe(true)
      }
    }))
})
