import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { normalRights } from '../../../src-main/contract/client.js'
import { only } from '../../../src-main/policy/rights.js'
import { ClientBook, openClientStore } from '../../../src-main/storage/client-book.js'
import { ClientStore, clientsFile } from '../../../src-main/storage/client-store.js'
import { isTokenOf, mintToken } from '../../../src-main/storage/client-token.js'
import { openDatabase } from '../../../src-main/storage/sqlite.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { MemoryAuditLog } from '../../fakes/memory-audit-log.js'
import { RecordingLog } from '../../fakes/recording-log.js'

let profile: string
let clock: FakeClock
let log: RecordingLog
let audit: MemoryAuditLog
const books: ClientBook[] = []

const open = (): ClientBook => {
  const book = new ClientBook({ store: openClientStore(profile, log), bridgeToken: 'of-the-bridge', audit, clock, log })
  books.push(book)
  return book
}

beforeEach(() => {
  profile = mkdtempSync(path.join(tmpdir(), 'gatehouse-clients-'))
  clock = new FakeClock()
  log = new RecordingLog()
  audit = new MemoryAuditLog()
})
afterEach(() => {
  for (const book of books.splice(0)) book.close()
  rmSync(profile, { recursive: true, force: true })
})

const written = () => readdirSync(profile).map((name) => readFileSync(path.join(profile, name)).toString('latin1'))

describe('a token', () => {
  it('is recognisable, and another each time', () => {
    const [one, other] = [mintToken(), mintToken()]
    expect(one.token).toMatch(/^gh_[0-9a-f]{8}_[A-Za-z0-9_-]{43}$/u)
    expect(one.token).not.toBe(other.token)
    expect(one.clientId).toBe(`client:${one.token.slice(3, 11)}`)
    expect([isTokenOf(one.token, one.hash), isTokenOf(one.token, other.hash)]).toEqual([true, false])
    expect(isTokenOf(one.token, undefined)).toBe(false)
  })

  it('is nowhere on the disk, in no log and in no list', () => {
    const book = open()
    const { token } = book.add({ name: 'Claude' })
    book.authenticate(token)
    for (const text of [...written(), JSON.stringify([book.known(), log.lines, audit.recent(9)])]) {
      expect(text).not.toContain(token)
      expect(text).not.toContain(token.slice(12))
    }
  })
})

describe('the client book', () => {
  it('knows a client by its key, also after a restart', () => {
    const { token, client } = open().add({ name: 'Claude', role: 'viewer', callsPerMinute: 5 })
    const book = open()
    expect(book.authenticate(token)).toMatchObject({
      ok: true,
      authenticated: { client: { id: client.id, name: 'Claude' } },
    })
    expect(book.rightsOf(client)).toMatchObject({ role: 'viewer', roles: {}, permissions: [] })
    expect(book.callLimitOf(client)).toEqual({ requests: 5, period: 'minute' })
  })

  it('lets the bridge in as nobody in particular, who has the rights that everybody begins with', () => {
    const entry = open().authenticate('of-the-bridge')
    expect(entry).toMatchObject({ ok: true, authenticated: { client: { id: 'bridge' } } })
    expect(open().rightsOf({ id: 'bridge' })).toMatchObject(normalRights)
    expect(open().callLimitOf({ id: 'bridge' })).toEqual({ requests: 600, period: 'minute', byName: true })
  })

  it.each([
    ['', () => ''],
    ['the token of another', (token: string) => token.replace(/.$/u, (last) => (last === 'A' ? 'B' : 'A'))],
    ['the id alone', (token: string) => token.slice(0, 12)],
    ['a key that is not there', () => mintToken().token],
  ])('knows nobody by %s', (_what, changed) => {
    const book = open()
    const { token } = book.add({ name: 'Claude' })
    expect(book.authenticate(changed(token))).toMatchObject({ ok: false, why: 'unknown' })
  })

  it('grants nothing to callers who are not in it', () => {
    expect(open().rightsOf({ id: 'client:00000000' })).toEqual(only())
    expect(open().rightsOf({ id: 'mcp:claude' })).toEqual(only())
  })

  it('ends what a client has open before revoking returns, and nothing of others', () => {
    const book = open()
    const [mine, theirs] = ['Mine', 'Theirs'].map((name) => {
      const entry = book.authenticate(book.add({ name }).token)
      if (!entry.ok) throw new Error('not let in')
      return entry.authenticated
    })
    book.revoke(mine?.client.id ?? '')
    expect([mine?.revoked.aborted, theirs?.revoked.aborted]).toEqual([true, false])
    expect(book.rightsOf({ id: mine?.client.id ?? '' })).toEqual(only())
    expect(book.known().clients.map(({ name }) => name)).toEqual(['Theirs'])
  })

  it('says of a key that was taken away that it was', () => {
    const book = open()
    const { token, client } = book.add({ name: 'Claude' })
    book.revoke(client.id)
    expect(book.authenticate(token)).toEqual({ ok: false, why: 'revoked', clientId: client.id })
    expect(() => book.revoke(client.id)).toThrow('No client with a key')
  })

  it('takes in what another process wrote: at once for who comes, on refresh for who is there', () => {
    const [here, there] = [open(), open()]
    const { token, client } = there.add({ name: 'Claude' })
    const entry = here.authenticate(token)
    expect(entry.ok).toBe(true)
    there.revoke(client.id)
    here.refresh()
    expect(entry.ok && entry.authenticated.revoked.aborted).toBe(true)
    expect(here.authenticate(token)).toMatchObject({ ok: false, why: 'revoked' })
  })

  it('writes down once a minute that a client was there', async () => {
    const book = open()
    const { token } = book.add({ name: 'Claude' })
    const uses = () => book.known().clients[0]?.lastUsedAt
    expect(uses()).toBeUndefined()
    book.authenticate(token)
    const first = uses()
    await clock.advance(59_000)
    book.authenticate(token)
    expect(uses()).toBe(first)
    await clock.advance(1_000)
    book.authenticate(token)
    expect(uses()).toBe(clock.now().toISOString())
  })

  it('refuses a name that people would take for another', () => {
    const book = open()
    book.add({ name: 'Claude' })
    expect(() => book.add({ name: 'claude' })).toThrow('There is a client of this name already.')
    expect(() => book.add({ name: 'a\u200bb' })).toThrow('visible characters')
  })
})

describe('the store of clients', () => {
  it.skipIf(process.platform === 'win32')('is readable by its owner alone', () => {
    open().add({ name: 'Claude' })
    const open077 = readdirSync(profile).filter((name) => (statSync(path.join(profile, name)).mode & 0o077) !== 0)
    expect(open077).toEqual([])
  })

  it.each([
    ["token_hash = ''", 'a hash that is none'],
    ["token_hash = upper(token_hash) || 'x'", 'a hash that is too long'],
    [`permissions = '[{"permission":"**","effect":"allow"}]'`, 'a permission that is none'],
    [`permissions = '[{"permission":"mcp.**","effect":"grant"}]'`, 'an effect that is none'],
    [`permissions = '[null]'`, 'an entry that is none'],
    [`permissions = '{'`, 'permissions that are no JSON'],
    ["role = 'god'", 'a role that is none'],
    [`roles = '{"survival":"god"}'`, 'a role on a server that is none'],
    ['calls_per_minute = 0', 'a rate that is none'],
    ["name = char(8238) || 'x'", 'a name nobody can read'],
    ["created_at = 'once'", 'a time that is none'],
  ])('lets nobody in by a row with %s: %s', (change) => {
    const { token } = open().add({ name: 'Claude' })
    const database = openDatabase(path.join(profile, clientsFile))
    database.exec(`UPDATE client SET ${change}`)
    database.close()
    expect(open().authenticate(token)).toMatchObject({ ok: false, why: 'unknown' })
  })

  it('that is no database lets the bridge in to read and nobody else, says so, and is left as it is', () => {
    writeFileSync(path.join(profile, clientsFile), 'this is no database, and it is long enough to be read as one')
    const book = open()
    expect(book.authenticate('of-the-bridge').ok).toBe(true)
    expect(book.rightsOf({ id: 'bridge' }).role).toBe('viewer')
    expect(book.authenticate(mintToken().token)).toMatchObject({ ok: false, why: 'unknown' })
    expect(() => book.add({ name: 'Claude' })).toThrow('cannot be read or written')
    expect(log.lines).toMatchObject([{ level: 'error' }])
    expect(written()[0]).toContain('this is no database')
  })

  it('that breaks while the program runs lets nobody in any more', () => {
    const store = ClientStore.open(profile)
    const book = new ClientBook({ store, bridgeToken: 'of-the-bridge', audit, clock, log })
    const { token } = book.add({ name: 'Claude' })
    const entry = book.authenticate(token)
    store.close()
    expect(book.authenticate(token)).toMatchObject({ ok: false, why: 'unknown' })
    expect(entry.ok && entry.authenticated.revoked.aborted).toBe(true)
  })
})
