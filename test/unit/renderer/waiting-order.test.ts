import type { ManifestDifference } from '@contract/compatibility/difference.js'
import type { QuarantinedCapability } from '@shared/servers/quarantine.js'
import { describe, expect, it } from 'vitest'
import {
  dangersOf,
  differencesInOrder,
  inOrder,
  isLessRisky,
  levelOf,
  placeOf,
} from '../../../src-renderer/ui/review/waiting-order.js'
import { manifestOf } from '../../fakes/fake-provider.js'

const waiting = (id: string, level?: 'low' | 'high'): QuarantinedCapability => ({
  reason: 'new',
  id,
  offered: manifestOf({ id, ...(level && { risk: { level } }) }),
  fingerprint: id,
})
const changed = (id: string): QuarantinedCapability => ({
  ...waiting(id, 'low'),
  reason: 'changed',
  acceptedVersion: '1.0.0',
  level: 'patch',
  breaksUnannounced: false,
  goesBack: false,
  differences: [],
})
const difference = (path: string, before?: unknown, after?: unknown): ManifestDifference => ({
  path,
  kind: 'changed',
  before,
  after,
  breaking: false,
})

describe('waiting capabilities', () => {
  it('are counted by danger before all are accepted; no risk counts as the highest', () => {
    expect(dangersOf([waiting('a', 'low'), changed('b')])).toBeUndefined()
    expect(dangersOf([waiting('a', 'low'), waiting('b', 'high'), waiting('c')])).toEqual({
      high: 1,
      critical: 1,
      suspicious: 0,
    })
  })

  it('are counted, and come first, when their texts address models, whatever their risk', () => {
    const findings = [{ kind: 'instruction', path: '/description', excerpt: 'Ignore' }] as const
    const suspicious = { ...waiting('z', 'low'), findings }
    expect(dangersOf([waiting('a', 'low'), suspicious])).toEqual({ high: 0, critical: 0, suspicious: 1 })
    expect(inOrder([changed('b'), suspicious]).map(({ id }) => id)).toEqual(['z', 'b'])
  })

  it('are sorted by change, then by danger, then by id; no risk counts as the highest', () => {
    const some = [waiting('b', 'low'), waiting('a', 'low'), waiting('c', 'high'), changed('z'), waiting('d')]
    expect(inOrder(some).map(({ id }) => id)).toEqual(['z', 'd', 'c', 'a', 'b'])
    expect(levelOf(waiting('d'))).toBe('critical')
  })

  it('list the differences about danger first', () => {
    const paths = ['/returns/type', '/description', '/odd', '/permissions', '/risk/level']
    expect(differencesInOrder(paths.map((path) => difference(path))).map(({ path }) => path)).toEqual([
      '/risk/level',
      '/permissions',
      '/description',
      '/returns/type',
      '/odd',
    ])
  })

  it('are marked when they lower their risk, and only then', () => {
    expect(isLessRisky([difference('/risk/level', 'high', 'low')])).toBe(true)
    expect(isLessRisky([difference('/risk/level', undefined, 'low')])).toBe(true)
    expect(isLessRisky([difference('/risk/level', 'low', 'high')])).toBe(false)
    expect(isLessRisky([difference('/risk/reason', 'high', 'low')])).toBe(false)
  })

  it('locate a difference in a manifest', () => {
    expect(placeOf('/parameters/properties/price/maximum')).toEqual({
      topic: 'parameters',
      inside: ['price', 'maximum'],
    })
    expect(placeOf('/returns/properties/a~1b')).toEqual({ topic: 'returns', inside: ['a/b'] })
    expect(placeOf('/constructor/x')).toEqual({ topic: 'manifest', inside: ['constructor', 'x'] })
    expect(placeOf('')).toEqual({ topic: 'manifest', inside: [] })
  })
})
