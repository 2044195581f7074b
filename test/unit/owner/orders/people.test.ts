import type { PeopleView } from '@shared/clients/people.js'
import { describe, expect, it } from 'vitest'
import { PeopleService } from '../../../../src-main/gateway/clients/people.js'
import { PhonePairings } from '../../../../src-main/gateway/clients/phone-pairings.js'
import { Emitter } from '../../../../src-main/gateway/ports/emitter.js'
import { desktop } from '../../../../src-main/owner/orders/giver.js'
import { peopleOrders } from '../../../../src-main/owner/orders/people.js'
import { openPeopleStore } from '../../../../src-main/storage/people-store.js'
import { checkedOrders } from '../../../fakes/checked-orders.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { MemoryAuditLog } from '../../../fakes/memory-audit-log.js'
import { RecordingLog } from '../../../fakes/recording-log.js'

function scene(kind: 'on' | 'off' = 'on') {
  const clock = new FakeClock()
  const audit = new MemoryAuditLog()
  const directory = new PeopleService({ store: openPeopleStore(), audit, clock, log: new RecordingLog() })
  const people = new PhonePairings({ people: directory, audit, clock })
  const changed = new Emitter<void>()
  people.onDidChange(() => changed.emit())
  const lan = {
    get seen(): PeopleView {
      const { pairing } = people
      const on = { kind: 'on', origins: ['https://192.168.1.5:8799'], fingerprint: 'AB:CD' } as const
      const shown = pairing && {
        id: pairing.id,
        link: `#${pairing.secret}`,
        code: pairing.code,
        endsAt: pairing.endsAt.toISOString(),
        ...(pairing.claim && { claim: pairing.claim }),
        ...(people.pairedPerson !== undefined && { person: people.pairedPerson }),
      }
      return { lan: kind === 'on' ? on : { kind }, networks: [], people: people.list(), pairing: shown ?? null }
    },
    onDidChange: changed.on,
  }
  const handlers = checkedOrders(peopleOrders({ directory, phones: people, lan }, clock))
  const claim = () => {
    const { secret = '', code = '' } = people.pairing ?? {}
    people.claim({ secret, code, name: 'Ada' })
    return { id: people.pairing?.id ?? '', check: people.pairing?.claim?.check ?? '' }
  }
  return { clock, audit, directory, people, handlers, claim }
}

describe('pairing at the computer', () => {
  it('is offered, compared and confirmed in the main window', async () => {
    const { clock, handlers, claim } = scene()
    expect(await handlers['people:pair']({}, 'window')).toMatchObject({
      ok: true,
      value: { code: expect.stringMatching(/^\d{6}$/u) },
    })
    const seen = claim()
    await clock.advance(1_000)
    expect(await handlers['people:confirm'](seen, 'window')).toMatchObject({ ok: true, value: { name: 'Ada' } })
  })

  it('does not send the key to the window', async () => {
    const { clock, handlers, claim } = scene()
    await handlers['people:pair']({}, 'window')
    const seen = claim()
    await clock.advance(1_000)
    const confirmed = await handlers['people:confirm'](seen, 'window')
    const listed = await handlers['people:list'](undefined, 'window')
    expect(JSON.stringify([confirmed, listed])).not.toMatch(/hash|[0-9a-f]{64}/iu)
  })

  it('is not confirmed before the characters could be compared', async () => {
    const { clock, people, handlers, claim } = scene()
    await handlers['people:pair']({}, 'window')
    const seen = claim()
    await clock.advance(899)
    expect(await handlers['people:confirm'](seen, 'window')).toMatchObject({
      ok: false,
      error: { code: 'RISK.APPROVAL_TOO_QUICK' },
    })
    expect(people.list()).toMatchObject([{ id: 'desktop' }])
  })

  it('is not offered when no phone can connect', async () => {
    const { people, handlers } = scene('off')
    expect(await handlers['people:pair']({}, 'window')).toMatchObject({ ok: false })
    expect(people.pairing).toBeUndefined()
  })

  it('adds a phone to a person who is known, whatever name is typed on it', async () => {
    const { clock, directory, handlers, claim } = scene()
    await handlers['people:pair']({ person: 'desktop' }, 'window')
    const seen = claim()
    await clock.advance(1_000)
    expect(await handlers['people:confirm'](seen, 'window')).toMatchObject({ ok: true, value: { id: 'desktop' } })
    expect(directory.list()).toMatchObject([{ id: 'desktop', ways: [{ kind: 'phone' }] }])
  })

  it('is not offered for a person who does not exist', async () => {
    const { people, handlers } = scene()
    expect(await handlers['people:pair']({ person: 'person:0a1b2c3d' }, 'window')).toMatchObject({ ok: false })
    expect(people.pairing).toBeUndefined()
  })
})

describe('people in the main window', () => {
  it('get another role and other servers, recorded with the owner who ordered it', async () => {
    const { audit, directory, handlers } = scene()
    const { id } = directory.add({ name: 'Ada', role: 'owner' }, desktop)
    const changed = await handlers['people:change']({ id, role: 'moderator', servers: ['creative'] }, 'window')
    expect(changed).toMatchObject({ ok: true, value: { role: 'moderator', servers: ['creative'] } })
    expect(audit.events.at(-1)).toMatchObject({ capabilityId: 'system.person.change', caller: { id: 'desktop' } })
  })

  it('are removed with their ways, or one way at a time', async () => {
    const { directory, handlers } = scene()
    const { id } = directory.add({ name: 'Ada', role: 'owner' }, desktop)
    const way = directory.addWay(id, { kind: 'discord', user: '80351110224678912', name: 'ada' }, desktop)
    expect(await handlers['people:remove-way']({ id: way.id }, 'window')).toMatchObject({ ok: true })
    expect(directory.list().at(-1)).toMatchObject({ id, ways: [] })
    expect(await handlers['people:remove']({ id }, 'window')).toMatchObject({ ok: true })
    expect(await handlers['people:remove']({ id }, 'window')).toMatchObject({ ok: false })
  })
})
