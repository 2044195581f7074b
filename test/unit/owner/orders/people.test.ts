import type { PeopleView } from '@shared/clients/people.js'
import { describe, expect, it } from 'vitest'
import { PeopleService } from '../../../../src-main/gateway/clients/people.js'
import { Emitter } from '../../../../src-main/gateway/ports/emitter.js'
import type { StoredPerson } from '../../../../src-main/gateway/ports/people.js'
import { peopleOrders } from '../../../../src-main/owner/orders/people.js'
import { checkedOrders } from '../../../fakes/checked-orders.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { MemoryAuditLog } from '../../../fakes/memory-audit-log.js'
import { RecordingLog } from '../../../fakes/recording-log.js'

function scene(kind: 'on' | 'off' = 'on') {
  const clock = new FakeClock()
  const kept: StoredPerson[] = []
  const store = {
    all: () => kept,
    add: (person: StoredPerson) => void kept.push(person),
    touch: () => {},
    remove: () => {},
    close: () => {},
  }
  const people = new PeopleService({ store, audit: new MemoryAuditLog(), clock, log: new RecordingLog() })
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
      }
      return { lan: kind === 'on' ? on : { kind }, networks: [], people: people.list(), pairing: shown ?? null }
    },
    onDidChange: changed.on,
  }
  const handlers = checkedOrders(peopleOrders({ people, lan }, clock))
  const claim = () => {
    const { secret = '', code = '' } = people.pairing ?? {}
    people.claim({ secret, code, name: 'Ada' })
    return { id: people.pairing?.id ?? '', check: people.pairing?.claim?.check ?? '' }
  }
  return { clock, people, handlers, claim }
}

describe('pairing at the computer', () => {
  it('is offered, compared and confirmed in the main window', async () => {
    const { clock, handlers, claim } = scene()
    expect(await handlers['people:pair'](undefined, 'window')).toMatchObject({
      ok: true,
      value: { code: expect.stringMatching(/^\d{6}$/u) },
    })
    const seen = claim()
    await clock.advance(1_000)
    expect(await handlers['people:confirm'](seen, 'window')).toMatchObject({ ok: true, value: { name: 'Ada' } })
  })

  it('does not send the key to the window', async () => {
    const { clock, handlers, claim } = scene()
    await handlers['people:pair'](undefined, 'window')
    const seen = claim()
    await clock.advance(1_000)
    const confirmed = await handlers['people:confirm'](seen, 'window')
    const listed = await handlers['people:list'](undefined, 'window')
    expect(JSON.stringify([confirmed, listed])).not.toMatch(/hash|[0-9a-f]{64}/iu)
  })

  it('is not confirmed before the characters could be compared', async () => {
    const { clock, people, handlers, claim } = scene()
    await handlers['people:pair'](undefined, 'window')
    const seen = claim()
    await clock.advance(899)
    expect(await handlers['people:confirm'](seen, 'window')).toMatchObject({
      ok: false,
      error: { code: 'RISK.APPROVAL_TOO_QUICK' },
    })
    expect(people.list()).toEqual([])
  })

  it('is not offered when no phone can connect', async () => {
    const { people, handlers } = scene('off')
    expect(await handlers['people:pair'](undefined, 'window')).toMatchObject({ ok: false })
    expect(people.pairing).toBeUndefined()
  })

  it('reports that a person to remove does not exist', async () => {
    const { handlers } = scene()
    expect(await handlers['people:revoke']({ id: 'phone:0a1b2c3d' }, 'window')).toMatchObject({ ok: false })
  })
})
