import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { Server } from '@shared/servers/server.js'
import { describe, expect, it } from 'vitest'
import { lostAfterMs } from '../../../../src-main/gateway/trust/lost-capabilities.js'
import type { ReportLine } from '../../../../src-main/owner/doors/stdin-events.js'
import { memoryStores } from '../../../../src-main/storage/stores.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { core, FakeServer } from '../../../fakes/fake-provider.js'
import { GatewayUnderTest } from '../../../fakes/gateway-under-test.js'
import { RecordingLog } from '../../../fakes/recording-log.js'
import { reportOn } from '../../../fakes/reported-lines.js'

const [time, setTime, list] = [core('world.time.get'), core('world.time.set'), core('player.list')]
const all = [time, setTime, list]

const newStore = () => memoryStores({ clock: new FakeClock(), log: new RecordingLog() }).manifests

function scene(manifests = newStore()) {
  const under = new GatewayUnderTest({ stores: { manifests } })
  const { registry, trust } = under.gateway
  const said: ReportLine[] = []
  reportOn(under, (line) => said.push(line))
  return {
    under,
    trust,
    present(capabilities: readonly CapabilityManifest[], description: Partial<Server> = {}) {
      const server = new FakeServer({ id: 'survival', capabilities, ...description })
      under.provider.host.present(server)
      return server
    },
    accept: () => trust.acceptAll('survival', 'ada'),
    lost: () => registry.link('survival')?.server.lost,
    reported: () => said.filter(({ event }) => event === 'actions-lost').map(({ actions }) => actions),
    warned: () => under.log.lines.filter(({ message }) => message.includes('offers fewer actions')),
  }
}

describe('a server that offers fewer actions than before', () => {
  it('says which, in the list, in the log and as an event, until they are back', async () => {
    const { under, present, accept, lost, reported, warned } = scene()
    present(all)
    accept()
    present([time])
    await under.clock.advance(lostAfterMs)
    expect(lost()).toEqual(['world.time.set', 'player.list'])
    expect(warned()).toHaveLength(1)
    present([time, setTime])
    expect(lost()).toEqual(['player.list'])
    present(all)
    expect(lost()).toBeUndefined()
    expect(reported()).toEqual([['world.time.set', 'player.list'], ['player.list'], []])
  })

  it('says it also when the offer shrank while Gatehouse was closed', async () => {
    const store = newStore()
    const before = scene(store)
    before.present(all)
    before.accept()
    await before.under.gateway.stop()
    const { under, present, lost } = scene(store)
    present([], { state: 'connecting' })
    present([time])
    await under.clock.advance(lostAfterMs)
    expect(lost()).toEqual(['world.time.set', 'player.list'])
  })

  it.each<[string, (here: ReturnType<typeof scene>) => void]>([
    ['is missing for a moment', ({ present }) => void present(all)],
    ['is offline', ({ present }) => void present([time], { state: 'offline' })],
    ['is removed', ({ trust }) => trust.withdraw('survival')],
    [
      'was reconnected or edited by a person',
      ({ trust, present }) => {
        trust.forgetLost('survival')
        present([time], { state: 'connecting' })
        present([time])
      },
    ],
  ])('says nothing when it %s', async (_what, happens) => {
    const here = scene()
    here.present(all)
    here.accept()
    here.present([time])
    await here.under.clock.advance(lostAfterMs - 1)
    happens(here)
    await here.under.clock.advance(60_000)
    expect(here.lost()).toBeUndefined()
    expect(here.reported()).toEqual([])
    expect(here.under.clock.waiting).toBe(0)
  })

  it('does not miss what nobody accepted, nor an action whose change waits', async () => {
    const { under, present, accept, lost } = scene()
    present([time, setTime])
    accept()
    present([...all])
    present([time, { ...setTime, version: '2.0.0' }])
    await under.clock.advance(60_000)
    expect(lost()).toBeUndefined()
  })

  it('can be dismissed by reconnecting', async () => {
    const { under, trust, present, accept, lost } = scene()
    present(all)
    accept()
    present([time])
    await under.clock.advance(lostAfterMs)
    trust.forgetLost('survival')
    expect(lost()).toBeUndefined()
  })
})

it('a server of which a part waits for acceptance keeps every way to reach it', () => {
  const { under, present, accept } = scene()
  present([time])
  accept()
  const server = Object.assign(new FakeServer({ id: 'survival', capabilities: all }), {
    numbers: { command: '/trigger gatehouse set', watch: async () => () => {} },
    whisper: async () => {},
    accountOf: () => 'uuid',
    logTail: () => [{ text: 'Done' }],
    timeoutMsOf: () => 1,
    idleTimeoutMs: () => 2,
  })
  under.provider.host.present(server)
  const link = under.gateway.registry.link('survival')
  expect(link?.server.quarantined).toHaveLength(2)
  expect(link?.numbers).toBe(server.numbers)
  expect(link?.accountOf?.('Owner')).toBe('uuid')
  expect(link?.logTail?.()).toEqual([{ text: 'Done' }])
  expect(link?.whisper).toBeDefined()
  expect([link?.timeoutMsOf?.('a'), link?.idleTimeoutMs?.('a')]).toEqual([1, 2])
})
