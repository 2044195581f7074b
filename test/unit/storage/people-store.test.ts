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

const ada = { id: 'phone:0a1b2c3d', name: 'Ada', keyHash: 'a'.repeat(64), pairedAt: '2026-01-19T10:30:00.000Z' }

describe('the people store', () => {
  it('stores paired people and when they were last seen, and drops removed ones', () => {
    const profile = cleanUp.folder()
    inProfileStores(profile, ({ people }) => {
      people?.add(ada)
      people?.touch(ada.id, '2026-01-20T10:30:00.000Z')
      expect(people?.all()).toEqual([{ ...ada, lastSeenAt: '2026-01-20T10:30:00.000Z' }])
      people?.remove(ada.id)
      expect(people?.all()).toEqual([])
    })
  })

  it.each([
    ['an id of another kind', { id: 'desktop' }],
    ['a name that misleads', { name: 'desktop' }],
    ['no hash', { keyHash: '' }],
    ['no time', { pairedAt: 'yesterday' }],
  ])('reads no person from a row with %s', (_what, broken) => {
    const profile = cleanUp.folder()
    inProfileStores(profile, () => {})
    const { id, name, keyHash, pairedAt } = { ...ada, ...broken }
    changeFile(
      path.join(profile, peopleFile),
      'INSERT INTO person VALUES (?, ?, ?, ?, NULL)',
      id,
      name,
      keyHash,
      pairedAt,
    )
    inProfileStores(profile, ({ people }) => expect(people?.all()).toEqual([]))
  })
})

describe('the file of the people', () => {
  it('keeps them when the state database is removed', () => {
    const profile = cleanUp.folder()
    inProfileStores(profile, ({ people }) => people?.add(ada))
    rmSync(path.join(profile, stateFile))
    inProfileStores(profile, ({ people }) => expect(people?.all()).toEqual([ada]))
  })

  it('lets nobody approve, is reported and left as it is when it is not a database', () => {
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
