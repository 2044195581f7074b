import type { Person } from '@shared/approvals/approval.js'
import { describe, expect, it } from 'vitest'
import { PeopleService } from '../../../../src-main/gateway/clients/people.js'
import { desktop } from '../../../../src-main/owner/orders/giver.js'
import { type OpenPeopleStore, openPeopleStore } from '../../../../src-main/storage/people-store.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { MemoryAuditLog } from '../../../fakes/memory-audit-log.js'
import { RecordingLog } from '../../../fakes/recording-log.js'

const grace: Person = { id: 'person:00000009', name: 'Grace', kind: 'remote' }
const hash = 'a'.repeat(64)
const discord = { kind: 'discord', user: '80351110224678912', name: 'ada' } as const
const steve = {
  kind: 'game',
  server: 'creative',
  player: 'Steve',
  uuid: '069a79f4-44e9-4726-a5be-fca90e38aaf5',
} as const

interface SceneOptions {
  readonly store?: OpenPeopleStore
  readonly hasDesktop?: boolean
}

function scene({ store = openPeopleStore(), hasDesktop = true }: SceneOptions = {}) {
  const clock = new FakeClock()
  const audit = new MemoryAuditLog()
  const callersOf = (server: string, player: string) => [`chat:${server}/${player}`]
  const people = new PeopleService({ store, audit, clock, log: new RecordingLog(), hasDesktop, callersOf })
  const revoked: Person[] = []
  people.onDidRevoke((person) => revoked.push(person))
  const add = (role: 'owner' | 'moderator' | 'viewer' = 'owner', servers?: readonly string[], name = 'Ada') =>
    people.add({ name, role, ...(servers && { servers }) }, desktop).id
  return { clock, audit, store, people, revoked, add }
}

describe('people', () => {
  it('cannot be added where one of those who were added cannot be read', () => {
    const store = openPeopleStore()
    store.put({ id: 'person:0000000a', name: 'Ada', role: 'emperor' as never, addedAt: '2026-01-01T00:00:00Z' })
    const { add } = scene({ store, hasDesktop: false })
    expect(store.people()).toEqual([])
    expect(() => add('owner')).toThrow('The list of people cannot be used.')
  })

  it('cannot be added where those who were added cannot be read: nobody becomes the first owner', () => {
    const store = openPeopleStore()
    const people = () => {
      throw new Error('the file is damaged')
    }
    const { add } = scene({ store: { ...store, people }, hasDesktop: false })
    expect(() => add('owner')).toThrow('The list of people cannot be used.')
    expect(store.people()).toEqual([])
  })

  it('are listed after the person at the computer, who is always an owner', () => {
    const { people, add } = scene()
    const id = add('moderator', ['creative'])
    expect(people.list()).toMatchObject([
      { id: 'desktop', role: 'owner', ways: [] },
      { id, name: 'Ada', role: 'moderator', servers: ['creative'], ways: [], present: [] },
    ])
  })

  it('do not include a person at the computer of a gateway that has none', () => {
    const { people } = scene({ hasDesktop: false })
    expect(people.list()).toEqual([])
    people.addWay('desktop', steve, desktop)
    expect(people.list()).toMatchObject([{ id: 'desktop', ways: [{ player: 'Steve' }] }])
  })

  it('survive a restart with their roles and ways', () => {
    const { store, people, add } = scene()
    people.addWay(add('viewer'), { kind: 'phone', proof: hash }, desktop)
    const before = people.list().slice(1)
    expect(scene({ store }).people.list().slice(1)).toEqual(before)
  })

  it.each(['', 'desktop', 'ADA', 'a\u202eb', 'x'.repeat(41)])('do not get a misleading name: %j', (name) => {
    const { people, add } = scene()
    const id = add()
    expect(() => people.add({ name, role: 'viewer' }, desktop)).toThrow('taken or cannot be used')
    if (name !== 'ADA') expect(() => people.change(id, { name }, desktop)).toThrow('taken or cannot be used')
  })

  it('are at most twenty besides the one at the computer', () => {
    const { people, add } = scene()
    for (let count = 0; count < 20; count += 1) add('viewer', undefined, `Person ${'abcdefghijklmnopqrst'[count]}`)
    expect(() => add()).toThrow('already 20 people')
    expect(people.list()).toHaveLength(21)
  })

  it('are not added when the log or the store cannot be written', () => {
    const { audit, people, add } = scene()
    audit.refuses = () => true
    expect(() => add()).toThrow()
    expect(people.list()).toHaveLength(1)
  })

  it('keep an owner where nobody is at the computer', () => {
    const { people, add } = scene({ hasDesktop: false })
    const id = add()
    expect(() => people.remove(id, grace)).toThrow('the last owner')
    expect(() => people.change(id, { role: 'viewer' }, grace)).toThrow('the last owner')
    add('owner', undefined, 'Grace')
    people.change(id, { role: 'viewer' }, grace)
    expect(people.list()).toMatchObject([{ role: 'viewer' }, { role: 'owner' }])
  })

  it('cannot take the role of the person at the computer', () => {
    const { people } = scene()
    expect(() => people.change('desktop', { role: 'viewer' }, grace)).toThrow('always an owner')
    expect(() => people.remove('desktop', grace)).toThrow('always an owner')
  })

  it('are recorded with the owner who changed them', () => {
    const { audit, people, add } = scene()
    const id = add('moderator')
    const way = people.addWay(id, discord, grace)
    people.change(id, { role: 'viewer' }, grace)
    people.removeWay(way.id, grace)
    people.remove(id, grace)
    expect(audit.events.map(({ capabilityId, caller }) => [capabilityId, caller?.name])).toEqual([
      ['system.person.add', 'desktop'],
      ['system.person.link', 'Grace'],
      ['system.person.change', 'Grace'],
      ['system.person.unlink', 'Grace'],
      ['system.person.remove', 'Grace'],
    ])
  })
})

describe('a way', () => {
  it('answers for its person with one id wherever it is', () => {
    const { people, add } = scene()
    const id = add('moderator', ['creative'])
    const phone = people.addWay(id, { kind: 'phone', proof: hash }, desktop)
    people.addWay(id, discord, desktop)
    people.addWay(id, { kind: 'computer', name: 'Laptop', proof: 'MCowBQYDK2VwAyEA' }, desktop)
    const found = people.list()[1]?.ways.map((way) => people.find(way.id)?.person)
    const person = { id, name: 'Ada', role: 'moderator', servers: ['creative'] }
    expect(found).toEqual([
      { ...person, kind: 'phone' },
      { ...person, kind: 'discord' },
      { ...person, kind: 'remote' },
    ])
    expect(people.find(phone.id)?.proof).toBe(hash)
  })

  it('of the person at the computer has their id', () => {
    const { people } = scene()
    const way = people.addWay('desktop', discord, desktop)
    expect(people.find(way.id)?.person).toMatchObject({ id: 'desktop', kind: 'discord', role: 'owner' })
  })

  it('belongs to one person: the same device, account or player is not added again', () => {
    const { people, add } = scene()
    const ada = add()
    const other = add('owner', undefined, 'Grace')
    for (const way of [discord, steve, { kind: 'phone', proof: hash } as const]) {
      people.addWay(ada, way, desktop)
      expect(() => people.addWay(other, way, desktop)).toThrow('belongs to a person already')
    }
    expect(() => people.addWay(other, { ...steve, player: 'STEVE' }, desktop)).toThrow('belongs to a person')
    expect(() => people.addWay(other, { ...steve, player: 'Renamed' }, desktop)).toThrow('belongs to a person')
  })

  it.each([
    { kind: 'phone', proof: 'not a hash' } as const,
    { kind: 'computer', name: 'a\u202eb', proof: 'MCow' } as const,
    { kind: 'computer', name: 'Laptop', proof: '' } as const,
    { kind: 'discord', user: 'ada#1234', name: 'ada' } as const,
    { kind: 'game', server: '', player: 'Steve' } as const,
  ])('is refused when it is not complete: %j', (way) => {
    const { people } = scene()
    expect(() => people.addWay('desktop', way, desktop)).toThrow('not complete')
  })

  it('says that its person is the player who asks, for everybody but the person at the computer', () => {
    const { people, add } = scene()
    const ada = add()
    people.addWay(ada, steve, desktop)
    const phone = people.addWay(ada, { kind: 'phone', proof: hash }, desktop)
    expect(people.find(phone.id)?.person.callers).toEqual(['chat:creative/Steve'])
    const alex = people.addWay('desktop', { kind: 'game', server: 'creative', player: 'Alex' }, desktop)
    const mine = people.addWay('desktop', discord, desktop)
    expect(people.find(alex.id)?.person.callers).toEqual(['chat:creative/Alex'])
    expect(people.find(mine.id)?.person.callers).toBeUndefined()
  })

  it('of an owner is added by that owner, or at the computer of the gateway', () => {
    const { people, add } = scene()
    const [ada, ben] = [add(), add('moderator', undefined, 'Ben')]
    const other = { code: 'PERMISSION.DENIED' }
    people.addWay(ada, { kind: 'computer', name: 'laptop', proof: 'AAAA' }, grace)
    for (const id of [ada, 'desktop'])
      expect(() => people.addWay(id, discord, grace)).toThrow(expect.objectContaining(other))
    expect(people.addWay(ben, steve, grace)).toMatchObject({ kind: 'game' })
    expect(people.addWay(ada, discord, { ...grace, id: ada })).toMatchObject({ kind: 'discord' })
  })

  it('is present while it is open', () => {
    const { clock, people } = scene()
    const way = people.addWay('desktop', { kind: 'phone', proof: hash }, desktop)
    const leave = people.opened(way.id)
    expect(people.list()[0]?.present).toEqual(['phone'])
    leave()
    leave()
    expect(people.list()[0]).toMatchObject({ present: [], ways: [{ lastSeenAt: clock.now().toISOString() }] })
  })
})

describe('what is taken away', () => {
  it('counts at once, also when it cannot be stored', () => {
    const { store, people, revoked, add } = scene()
    const id = add()
    const { id: way } = people.addWay(id, { kind: 'phone', proof: hash }, desktop)
    const signal = people.find(way)?.revoked
    store.close()
    expect(() => people.remove(id, desktop)).toThrow()
    expect(signal?.aborted).toBe(true)
    expect(people.find(way)).toBeUndefined()
    expect(revoked).toMatchObject([{ id }])
  })

  it('is reported for a way, a name, a lower role and fewer servers, and not for a higher role', () => {
    const { people, revoked, add } = scene()
    const id = add('viewer')
    people.change(id, { role: 'moderator', servers: ['creative', 'survival'] }, desktop)
    expect(revoked).toEqual([])
    people.change(id, { name: 'Ada L' }, desktop)
    expect(revoked.splice(0)).toMatchObject([{ id, name: 'Ada' }])
    people.change(id, { role: 'moderator', servers: ['creative'] }, desktop)
    people.change(id, { role: 'owner' }, desktop)
    expect(revoked).toHaveLength(1)
    people.change(id, { role: 'viewer' }, desktop)
    const way = people.addWay(id, discord, desktop)
    people.removeWay(way.id, desktop)
    expect(revoked).toMatchObject([{ id }, { id }, { id, kind: 'discord' }])
  })

  it('is the role that a person has now, for whoever remembers the old one', () => {
    const { people, add } = scene()
    const id = add()
    const before: Person = { id, name: 'Ada', kind: 'phone', role: 'owner' }
    people.change(id, { role: 'moderator', servers: ['creative'] }, desktop)
    expect(people.current(before)).toEqual({ ...before, role: 'moderator', servers: ['creative'] })
    people.remove(id, desktop)
    expect(people.current(before)).toEqual({ ...before, role: 'viewer' })
    expect(people.current(desktop)).toBe(desktop)
  })
})
