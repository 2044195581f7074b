import { describe, expect, it } from 'vitest'
import { type Bound, fingerprintOf } from '../../../../src-main/gateway/path/fingerprint.js'

const bound: Bound = {
  manifest: { id: 'world.time.set', version: '1.0.0', risk: { level: 'high' } },
  serverId: 'one',
  caller: { id: 'bridge', name: 'Claude' },
  given: { worldName: 'world', time: 13_000 },
}

describe('the fingerprint of an approval', () => {
  it.each<[string, Partial<Bound>]>([
    ['the capability', { manifest: { ...bound.manifest, id: 'world.time.get' } }],
    ['its version', { manifest: { ...bound.manifest, version: '1.0.1' } }],
    ['its risk', { manifest: { ...bound.manifest, risk: { level: 'low' } } }],
    ['the server', { serverId: 'two' }],
    ['whose key it is', { caller: { id: 'client:0a1b2c3d', name: 'Claude' } }],
    ['the name that is shown', { caller: { id: 'bridge', name: 'Cursor' } }],
    ['the arguments', { given: { worldName: 'world', time: 1 } }],
  ])('changes with: %s', (_what, other) => expect(fingerprintOf({ ...bound, ...other })).not.toBe(fingerprintOf(bound)))

  it('is the same for any order of the arguments', () =>
    expect(fingerprintOf({ ...bound, given: { time: 13_000, worldName: 'world' } })).toBe(fingerprintOf(bound)))
})
