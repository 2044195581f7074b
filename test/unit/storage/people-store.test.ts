import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { lanCertificateFile, loadLanCertificate } from '../../../src-main/storage/lan-certificate.js'
import { peopleFile } from '../../../src-main/storage/people-store.js'
import { stateFile } from '../../../src-main/storage/state-database.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { changeFile, inProfileStores, openProfileStores } from '../../fakes/profile-stores.js'
import { RecordingLog } from '../../fakes/recording-log.js'
import { cleanUpForEach } from '../../fixtures/for-each.js'

const cleanUp = cleanUpForEach()

const addedAt = '2026-01-19T10:30:00.000Z'
const ada = { id: 'person:0a1b2c3d', name: 'Ada', role: 'moderator', servers: ['creative'], addedAt } as const
const phone = { kind: 'phone', id: 'phone:0a1b2c3d', addedAt } as const
const hers = { person: ada.id, way: phone, proof: 'a'.repeat(64) }

describe('the people store', () => {
  it('stores people with their ways and when these were last used, and drops removed ones', () => {
    inProfileStores(cleanUp.folder(), ({ people }) => {
      people?.put(ada)
      people?.addWay(hers)
      people?.touch(phone.id, '2026-01-20T10:30:00.000Z')
      expect(people?.people()).toEqual([ada])
      expect(people?.ways()).toEqual([{ ...hers, way: { ...phone, lastSeenAt: '2026-01-20T10:30:00.000Z' } }])
      people?.remove(ada.id)
      expect([people?.people(), people?.ways()]).toEqual([[], []])
    })
  })

  it('stores every kind of way as it is', () => {
    const ways = [
      hers,
      {
        person: ada.id,
        way: { kind: 'computer', id: 'computer:0a1b2c3d', name: 'Laptop', addedAt },
        proof: 'MCowBQYDK2VwAyEA',
      },
      {
        person: 'desktop',
        way: { kind: 'game', id: 'game:creative:Steve', server: 'creative', player: 'Steve', addedAt },
      },
      {
        person: ada.id,
        way: { kind: 'discord', id: 'discord:80351110224678912', user: '80351110224678912', name: 'ada', addedAt },
      },
    ] as const
    inProfileStores(cleanUp.folder(), ({ people }) => {
      for (const way of ways) people?.addWay(way)
      expect(people?.ways()).toEqual(ways)
    })
  })

  it('replaces the terms of a person, and keeps when they were added', () => {
    inProfileStores(cleanUp.folder(), ({ people }) => {
      people?.put(ada)
      people?.put({ id: ada.id, name: 'Ada', role: 'owner', addedAt: '2027-01-01T00:00:00.000Z' })
      expect(people?.people()).toEqual([{ id: ada.id, name: 'Ada', role: 'owner', addedAt }])
    })
  })

  it.each([
    ['an id of another kind', { id: 'desktop' }],
    ['a name that misleads', { name: 'desktop' }],
    ['a role that is not known', { role: 'admin' }],
    ['servers that are no list', { servers: '"creative"' }],
    ['no time', { addedAt: 'yesterday' }],
  ])('reads no person from a row with %s', (_what, broken) => {
    const profile = cleanUp.folder()
    inProfileStores(profile, () => {})
    const { id, name, role, servers, addedAt: at } = { ...ada, servers: '["creative"]', ...broken }
    changeFile(path.join(profile, peopleFile), 'INSERT INTO person VALUES (?, ?, ?, ?, ?)', id, name, role, servers, at)
    inProfileStores(profile, ({ people }) => expect(people?.people()).toEqual([]))
  })

  it.each([
    ['an id of another kind', { id: 'computer:0a1b2c3d' }],
    ['a kind that is not known', { kind: 'e-mail' }],
    ['the person of a program', { person: 'control:stdin' }],
    ['no hash', { proof: 'secret' }],
    ['data that is no object', { data: '[]' }],
    ['no time', { addedAt: 'yesterday' }],
  ])('reads no way from a row with %s', (_what, broken) => {
    const profile = cleanUp.folder()
    inProfileStores(profile, () => {})
    const row = { id: phone.id, person: ada.id, kind: 'phone', data: '{}', proof: hers.proof, addedAt, ...broken }
    changeFile(
      path.join(profile, peopleFile),
      'INSERT INTO way VALUES (?, ?, ?, ?, ?, ?, NULL)',
      ...[row.id, row.person, row.kind, row.data, row.proof, row.addedAt],
    )
    inProfileStores(profile, ({ people }) => expect(people?.ways()).toEqual([]))
  })
})

describe('the file of the people', () => {
  it('keeps them when the state database is removed', () => {
    const profile = cleanUp.folder()
    inProfileStores(profile, ({ people }) => people?.put(ada))
    rmSync(path.join(profile, stateFile))
    inProfileStores(profile, ({ people }) => expect(people?.people()).toEqual([ada]))
  })

  it('lets nobody answer, is reported and left as it is when it is not a database', () => {
    const profile = cleanUp.folder()
    const file = path.join(profile, peopleFile)
    writeFileSync(file, 'this is no database, and it is long enough to be read as one')
    const log = new RecordingLog()
    const stores = openProfileStores(profile, log)
    expect(stores.people).toBeUndefined()
    stores.close()
    expect(log.lines).toMatchObject([{ level: 'error' }])
    expect(readFileSync(file, 'utf8')).toContain('this is no database')
  })
})

it('the LAN certificate stays until a month before its expiry, and replaces a broken one', async () => {
  const profile = cleanUp.folder()
  const clock = new FakeClock()
  const first = await loadLanCertificate(profile, clock)
  await clock.advance(790 * 86_400_000)
  expect(await loadLanCertificate(profile, clock)).toEqual(first)
  await clock.advance(10 * 86_400_000)
  const second = await loadLanCertificate(profile, clock)
  expect(second.fingerprint).not.toBe(first.fingerprint)
  writeFileSync(path.join(profile, lanCertificateFile), 'no certificate')
  expect((await loadLanCertificate(profile, clock)).fingerprint).not.toBe(second.fingerprint)
})
