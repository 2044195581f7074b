import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { QuarantinedCapability } from '@shared/servers/quarantine.js'
import type { Server } from '@shared/servers/server.js'
import { coreNameKey } from '@shared/words/core-words.js'
import { describe, expect, it } from 'vitest'
import { entriesOf, everything, matching, topicsOf } from '../../../src-renderer/features/capabilities/entries.js'
import { manifestOf } from '../../fakes/fake-provider.js'
import { processorMs } from '../../fixtures/processor-time.js'

const core = [...coreCatalogue.values()]
const t = (key: string) => core.find(({ id }) => coreNameKey(id) === key)?.name ?? key
const server = (id: string, capabilities: readonly CapabilityManifest[], more: Partial<Server> = {}): Server => ({
  id,
  name: id,
  kind: 'agent',
  state: 'online',
  capabilities,
  refused: [],
  ...more,
})
const waiting = (offered: CapabilityManifest, rejected = false): QuarantinedCapability => ({
  reason: 'new',
  id: offered.id,
  offered,
  fingerprint: 'f',
  ...(rejected && { rejected: { at: '2026-11-22T07:00:00.000Z', by: 'ada' } }),
})

describe('capabilities of many servers', () => {
  it('are one entry each, with the servers they are on and the versions there are, the newest read', () => {
    const [time] = core
    if (!time) throw new Error('There is no catalogue.')
    const newer = { ...time, version: '1.10.0', name: 'Newer' }
    const entries = entriesOf([server('a', [time]), server('b', [newer]), server('c', [time])], t)
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({
      manifest: { name: 'Newer' },
      versions: ['1.10.0', time.version],
      state: 'usable',
    })
    expect(entries[0]?.offers.map((offer) => offer.server.id)).toEqual(['a', 'b', 'c'])
  })

  it('include waiting and rejected capabilities, and mark them', () => {
    const [one, other] = [manifestOf({ id: 'ext.shop.a' }), manifestOf({ id: 'ext.shop.b' })]
    const entries = entriesOf([server('a', [], { quarantined: [waiting(one), waiting(other, true)] })], t)
    expect(entries.map(({ id, state }) => [id, state])).toEqual([
      ['ext.shop.a', 'waiting'],
      ['ext.shop.b', 'rejected'],
    ])
  })

  it('are found by name, id, tag, permission and description, each word anywhere', () => {
    const entries = entriesOf([server('a', core)], t)
    const found = (text: string) => matching(entries, { ...everything, text }).map(({ id }) => id)
    expect(found('TELEPORT')).toEqual(['player.teleport'])
    expect(found('time set world.')).toContain('world.time.set')
    expect(found('mcp.action.player.ban')).toEqual(['player.ban'])
    expect(found('nowhere to be found')).toEqual([])
  })

  it('are narrowed by server, topic, kind and risk together', () => {
    const entries = entriesOf([server('a', core), server('b', core.slice(0, 2))], t)
    const found = (change: Partial<typeof everything>) => matching(entries, { ...everything, ...change })
    expect(found({ server: 'b' })).toHaveLength(2)
    expect(found({ topic: 'players', type: 'action', risk: 'critical' }).map(({ id }) => id)).toEqual(['player.ban'])
  })

  it('belong to the third party that defines them', () => {
    const entries = entriesOf([server('a', [...core, manifestOf({ id: 'ext.shop.a' })])], t)
    const { name: provider } = manifestOf().provider
    expect(topicsOf(entries).map(({ topic }) => topic)).toEqual([
      ...['players', 'chat', 'world', 'building', 'server'],
      ...['events', 'ext.shop'],
    ])
    expect(topicsOf(entries).at(-1)).toEqual({ topic: 'ext.shop', count: 1, provider })
  })

  it('are searched within a frame when there are ten thousand', () => {
    const many = Array.from({ length: 500 }, (_, at) =>
      server(
        `s${at}`,
        Array.from({ length: 20 }, (_unused, n) =>
          manifestOf({ id: `ext.shop${at}.c${n}`, description: 'word '.repeat(60) }),
        ),
      ),
    )
    const entries = entriesOf(many, t)
    expect(entries).toHaveLength(10_000)
    const costs = Array.from({ length: 5 }, () => {
      const began = processorMs()
      expect(matching(entries, { ...everything, text: 'shop499 c19' })).toHaveLength(1)
      return processorMs() - began
    })
    // A frame is 16 ms; the machine of the tests has other things to do.
    expect(Math.min(...costs)).toBeLessThan(150)
  })
})
