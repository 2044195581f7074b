import { createHash, createHmac, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  hostKeyAlgorithms,
  hostKeyFingerprint,
  objectionToKey,
} from '../../../../../../src-main/providers/java/ways/ssh/host-key.js'
import { KnownHosts } from '../../../../../../src-main/providers/java/ways/ssh/known-hosts.js'
import { forAll } from '../../../../../fixtures/properties.js'

const keyOf = (type: string, text: string) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(type.length)
  return Buffer.concat([length, Buffer.from(type), Buffer.from(text)])
}
const [ours, theirs] = [keyOf('ssh-ed25519', 'ours'), keyOf('ssh-ed25519', 'theirs')]
const line = (names: string, key = ours, type = 'ssh-ed25519') => `${names} ${type} ${key.toString('base64')} comment\n`
const hashed = (name: string) => {
  const salt = randomBytes(20)
  return `|1|${salt.toString('base64')}|${createHmac('sha1', salt).update(name).digest('base64')}`
}
const at22 = { host: 'play.example', port: 22 }
const at2022 = { host: 'play.example', port: 2022 }

describe('known_hosts', () => {
  it.each([
    ['a name', line('play.example'), at22, 'known'],
    ['one of several names', line('other,play.example,10.0.0.1'), at22, 'known'],
    ['a name in other case', line('PLAY.example'), at22, 'known'],
    ['a hashed name', line(hashed('play.example')), at22, 'known'],
    ['a hashed name with a port', line(hashed('[play.example]:2022')), at2022, 'known'],
    ['a name with a port', line('[play.example]:2022'), at2022, 'known'],
    ['the name without the port, for the same key', line('play.example'), at2022, 'known'],
    ['the name without the port, for another key', line('play.example', theirs), at2022, 'unknown'],
    ['a name with another port', line('[play.example]:2022'), at22, 'unknown'],
    ['a pattern', line('*.example'), at22, 'known'],
    ['a pattern with one open character', line('pla?.example'), at22, 'known'],
    ['a pattern that excludes the name', line('*.example,!play.example'), at22, 'unknown'],
    ['another host', line('other.example'), at22, 'unknown'],
    ['another key', line('play.example', theirs), at22, 'changed'],
    ['another key of another type', line('play.example', keyOf('ssh-rsa', 'x'), 'ssh-rsa'), at22, 'changed'],
    ['two keys, one of them the right one', line('play.example', theirs) + line('play.example'), at22, 'known'],
    ['a revoked key', line('play.example') + line('@revoked *'), at22, 'changed'],
    ['an authority, which does not count', line('@cert-authority *.example', theirs), at22, 'unknown'],
    ['a comment', `# ${line('play.example')}`, at22, 'unknown'],
    ['Windows line ends', line('play.example').replace('\n', '\r\n'), at22, 'known'],
    ['nothing', '', at22, 'unknown'],
  ])('with %s', (_what, text, place, verdict) => {
    expect(new KnownHosts(text).verdictOn(place, ours)).toBe(verdict)
  })

  it('never trusts a key that no line has, whatever the lines are', () => {
    forAll(fc.string({ maxLength: 200 }), fc.array(fc.string({ maxLength: 40 })), (text, names) => {
      const known = new KnownHosts(`${text}\n${names.map((name) => line(name, theirs)).join('')}`)
      expect(known.verdictOn(at22, ours)).not.toBe('known')
    })
  })

  it('matches patterns in little time', () => {
    const known = new KnownHosts(line('*a'.repeat(4_000)))
    expect(known.verdictOn({ host: 'a'.repeat(200), port: 22 }, ours)).toBe('unknown')
  })
})

describe('a host key', () => {
  const nothingKnown = new KnownHosts('')

  it('has the fingerprint that ssh-keygen shows', () => {
    const expected = createHash('sha256').update(ours).digest('base64').replace(/=+$/u, '')
    expect(hostKeyFingerprint(ours)).toBe(`SHA256:${expected}`)
  })

  it('that is pinned counts alone, also against known_hosts', () => {
    const known = new KnownHosts(line('play.example', theirs))
    const pinned = hostKeyFingerprint(ours)
    expect(objectionToKey(ours, at22, { pinned, known })).toBeUndefined()
    expect(objectionToKey(theirs, at22, { pinned, known })).toMatchObject({
      code: 'AUTH.HOST_KEY_CHANGED',
      details: { fingerprint: hostKeyFingerprint(theirs), trusted: pinned },
    })
  })

  it('that nobody knows is shown with its fingerprint and type', () => {
    expect(objectionToKey(ours, at22, { known: nothingKnown })).toMatchObject({
      code: 'AUTH.HOST_KEY_UNKNOWN',
      details: { fingerprint: hostKeyFingerprint(ours), keyType: 'ssh-ed25519' },
    })
    expect(objectionToKey(Buffer.from('x'), at22, { known: nothingKnown })?.details).toMatchObject({
      keyType: 'unknown',
    })
  })

  it('is asked for in the type that this computer knows', () => {
    const known = new KnownHosts(line('play.example', keyOf('ssh-rsa', 'x'), 'ssh-rsa'))
    expect(hostKeyAlgorithms(at22, { known })[0]).toBe('rsa-sha2-512')
    expect(hostKeyAlgorithms(at22, { known: nothingKnown })[0]).toBe('ssh-ed25519')
  })
})
