import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isJavaAddress,
  type JavaAddress,
  javaAddressText,
  javaServerIdOf,
  parseJavaAddress,
  parseSshLogin,
  type SshLogin,
  sshLoginOf,
  sshLoginText,
} from '../../../src-main/contract/java-address.js'

const port = fc.integer({ min: 1, max: 65_535 })
const host = fc.constantFrom('play.example', '203.0.113.7', '::1', 'xn--fsq.example')
const word = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,20}$/u)
const part = fc.stringMatching(/^[^/\p{Cc}]{1,12}$/u).filter((text) => text !== '.' && text !== '..')
const folder = fc.array(part, { maxLength: 3 }).map((parts) => `/${parts.join('/')}`)

const user = fc.stringMatching(/^[^\p{Cc}/@]{1,12}$/u).filter((text) => !/\p{Cs}/u.test(text))
const login: fc.Arbitrary<SshLogin> = fc.record({ user, host, port })

const address: fc.Arbitrary<JavaAddress> = fc.oneof(
  fc.record({ kind: fc.constant('rcon' as const), host, port }),
  fc.record({ kind: fc.constant('pterodactyl' as const), host, port, server: word }),
  fc.record({ kind: fc.constantFrom('ssh' as const, 'sftp' as const), user: word, host, port, folder }),
  fc.record({ kind: fc.constant('docker' as const), container: word }),
  fc.record({ kind: fc.constant('docker' as const), container: word, engine: login.map(sshLoginText) }),
  fc.record({ kind: fc.constant('mcsmanager' as const), host, port, daemon: word, instance: word }),
)

describe('the address of a Java server', () => {
  it('is read back as it was written, for every kind', () => {
    fc.assert(
      fc.property(address, (given) => {
        expect(parseJavaAddress(javaAddressText(given))).toEqual(given)
      }),
    )
  })

  it('has the login that SSH needs, also for an engine elsewhere', () => {
    fc.assert(
      fc.property(login, word, (given, container) => {
        expect(parseSshLogin(sshLoginText(given))).toEqual(given)
        expect(sshLoginOf({ kind: 'docker', container, engine: sshLoginText(given) })).toEqual(given)
        const text = `docker://${container}?engine=${encodeURIComponent(sshLoginText(given))}`
        expect(sshLoginOf(parseJavaAddress(text))).toEqual(given)
      }),
    )
  })

  it('takes any text for a login or for none, and what it takes is read back', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `ssh://${text}`),
        ),
        (text) => {
          const found = parseSshLogin(text)
          if (found) expect(parseSshLogin(sshLoginText(found))).toEqual(found)
        },
      ),
    )
  })

  it.each([
    'ssh://vps.example',
    'ssh://me:secret@vps.example',
    'ssh://me@vps.example/run/docker.sock',
    'ssh://me@vps.example?x=1',
    'ssh://a%40b@vps.example',
    'ssh://me@',
    'sftp://me@vps.example',
  ])('%s is no login for an engine', (text) => {
    expect(parseSshLogin(text)).toBeUndefined()
    expect(() => parseJavaAddress(`docker://mc?engine=${encodeURIComponent(text)}`)).toThrow()
  })

  it('gives an id without a slash, which is its own for every server', () => {
    fc.assert(
      fc.property(address, address, (one, other) => {
        expect(javaServerIdOf(one)).not.toContain('/')
        expect(javaServerIdOf(one) === javaServerIdOf(other)).toBe(javaAddressText(one) === javaAddressText(other))
      }),
    )
  })

  it('is another for a port and for a folder of that name', () => {
    fc.assert(
      fc.property(port, folder, (number, path) => {
        const at = { kind: 'ssh', user: 'u', host: 'h' } as const
        const [one, other] = [
          { ...at, port: number, folder: path },
          { ...at, port: 22, folder: `/${number}${path}` },
        ]
        if (number !== 22) expect(javaServerIdOf(one)).not.toBe(javaServerIdOf(other))
      }),
    )
  })

  it.each([
    [
      'ssh://mc@vps.example/srv/minecraft',
      { kind: 'ssh', user: 'mc', host: 'vps.example', port: 22, folder: '/srv/minecraft' },
    ],
    [
      'sftp://mc.1a2b3c4d@node.example:2022',
      { kind: 'sftp', user: 'mc.1a2b3c4d', host: 'node.example', port: 2022, folder: '/' },
    ],
    [
      'PTERODACTYL://Panel.Example/1a2b3c4d',
      { kind: 'pterodactyl', host: 'panel.example', port: 443, server: '1a2b3c4d' },
    ],
    ['docker://mc', { kind: 'docker', container: 'mc' }],
    [
      'mcsmanager://panel.example/d1/i1',
      { kind: 'mcsmanager', host: 'panel.example', port: 23_333, daemon: 'd1', instance: 'i1' },
    ],
  ])('%s is understood', (text, parsed) => {
    expect(isJavaAddress(text)).toBe(true)
    expect(parseJavaAddress(text)).toEqual(parsed)
  })

  it.each([
    'ssh://vps.example/srv',
    'ssh://mc:secret@vps.example/srv',
    'ssh://mc@vps.example/srv?x=1',
    'pterodactyl://panel.example',
    'pterodactyl://panel.example/a/b',
    'docker://',
    'docker://mc:80',
    'docker://mc?engine=file:///etc',
    'mcsmanager://panel.example/only-one',
    'ssh://mc@host,name/srv',
  ])('%s is refused with the right form', (text) => {
    expect(() => parseJavaAddress(text)).toThrow('This is not the address of a server.')
  })
})
