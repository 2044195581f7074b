import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { normalRights } from '@shared/clients/client.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { only } from '../../../src-main/policy/rights/rights.js'
import { ClientService } from '../../../src-main/storage/client-service.js'
import { isTokenOf, mintToken } from '../../../src-main/storage/client-token.js'
import { stateFile } from '../../../src-main/storage/state-database.js'
import type { Stores } from '../../../src-main/storage/stores.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { MemoryAuditLog } from '../../fakes/memory-audit-log.js'
import { changeState, openProfileStores } from '../../fakes/profile-stores.js'
import { RecordingLog } from '../../fakes/recording-log.js'
import { folderForEach } from '../../fixtures/for-each.js'

const profile = folderForEach()
let clock: FakeClock
let log: RecordingLog
let audit: MemoryAuditLog
const opened: Stores[] = []

const open = (): ClientService => {
  const stores = openProfileStores(profile(), log)
  opened.push(stores)
  return new ClientService({ store: stores.clients, bridgeToken: 'of-the-bridge', audit, clock, log })
}

beforeEach(() => {
  clock = new FakeClock()
  log = new RecordingLog()
  audit = new MemoryAuditLog()
})
afterEach(() => {
  for (const stores of opened.splice(0)) stores.close()
})

const written = () => readdirSync(profile()).map((name) => readFileSync(path.join(profile(), name)).toString('latin1'))

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
    const clients = open()
    const { token } = clients.add({ name: 'Claude' })
    clients.authenticate(token)
    for (const text of [...written(), JSON.stringify([clients.known(), log.lines, audit.recent(9)])]) {
      expect(text).not.toContain(token)
      expect(text).not.toContain(token.slice(12))
    }
  })
})

describe('the stored clients', () => {
  it('include a client by its key, also after a restart', () => {
    const { token, client } = open().add({ name: 'Claude', role: 'viewer', callsPerMinute: 5 })
    const clients = open()
    expect(clients.authenticate(token)).toMatchObject({
      ok: true,
      authenticated: { client: { id: client.id, name: 'Claude' } },
    })
    expect(clients.rightsOf(client)).toMatchObject({ role: 'viewer', roles: {}, permissions: [] })
    expect(clients.callLimitOf(client)).toEqual({ requests: 5, period: 'minute' })
  })

  it('include the bridge without a name, with the default rights', () => {
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
  ])('include nobody for %s', (_what, changed) => {
    const clients = open()
    const { token } = clients.add({ name: 'Claude' })
    expect(clients.authenticate(changed(token))).toMatchObject({ ok: false, why: 'unknown' })
  })

  it('grant nothing to unknown callers', () => {
    expect(open().rightsOf({ id: 'client:00000000' })).toEqual(only())
    expect(open().rightsOf({ id: 'mcp:claude' })).toEqual(only())
  })

  it('close the connections of a client before revoking returns, and no others', () => {
    const clients = open()
    const [mine, theirs] = ['Mine', 'Theirs'].map((name) => {
      const entry = clients.authenticate(clients.add({ name }).token)
      if (!entry.ok) throw new Error('not let in')
      return entry.authenticated
    })
    clients.revoke(mine?.client.id ?? '')
    expect([mine?.revoked.aborted, theirs?.revoked.aborted]).toEqual([true, false])
    expect(clients.rightsOf({ id: mine?.client.id ?? '' })).toEqual(only())
    expect(clients.known().clients.map(({ name }) => name)).toEqual(['Theirs'])
  })

  it('report that a key was revoked', () => {
    const clients = open()
    const { token, client } = clients.add({ name: 'Claude' })
    clients.revoke(client.id)
    expect(clients.authenticate(token)).toEqual({ ok: false, why: 'revoked', clientId: client.id })
    expect(() => clients.revoke(client.id)).toThrow('No client with a key')
  })

  it('include what another process wrote: at once for a new client, on refresh for a connected one', () => {
    const [here, there] = [open(), open()]
    const { token, client } = there.add({ name: 'Claude' })
    const entry = here.authenticate(token)
    expect(entry.ok).toBe(true)
    there.revoke(client.id)
    here.refresh()
    expect(entry.ok && entry.authenticated.revoked.aborted).toBe(true)
    expect(here.authenticate(token)).toMatchObject({ ok: false, why: 'revoked' })
  })

  it('record once a minute that a client was active', async () => {
    const clients = open()
    const { token } = clients.add({ name: 'Claude' })
    const uses = () => clients.known().clients[0]?.lastUsedAt
    expect(uses()).toBeUndefined()
    clients.authenticate(token)
    const first = uses()
    await clock.advance(59_000)
    clients.authenticate(token)
    expect(uses()).toBe(first)
    await clock.advance(1_000)
    clients.authenticate(token)
    expect(uses()).toBe(clock.now().toISOString())
  })

  it('refuse a name that can be confused with another', () => {
    const clients = open()
    clients.add({ name: 'Claude' })
    expect(() => clients.add({ name: 'claude' })).toThrow('A client with this name already exists.')
    expect(() => clients.add({ name: 'a\u200bb' })).toThrow('visible characters')
  })
})

describe('the store of clients', () => {
  it.skipIf(process.platform === 'win32')('is readable by its owner alone', () => {
    open().add({ name: 'Claude' })
    const open077 = readdirSync(profile()).filter((name) => (statSync(path.join(profile(), name)).mode & 0o077) !== 0)
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
  ])('accepts no client from a row with %s: %s', (change) => {
    const { token } = open().add({ name: 'Claude' })
    changeState(profile(), `UPDATE client SET ${change}`)
    expect(open().authenticate(token)).toMatchObject({ ok: false, why: 'unknown' })
  })

  it('that is not a database allows only reads of the bridge, is reported, and is not changed', () => {
    writeFileSync(path.join(profile(), stateFile), 'this is no database, and it is long enough to be read as one')
    const clients = open()
    expect(clients.authenticate('of-the-bridge').ok).toBe(true)
    expect(clients.rightsOf({ id: 'bridge' }).role).toBe('viewer')
    expect(clients.authenticate(mintToken().token)).toMatchObject({ ok: false, why: 'unknown' })
    expect(() => clients.add({ name: 'Claude' })).toThrow('cannot be read or written')
    expect(log.lines).toMatchObject([{ level: 'error' }])
    expect(readFileSync(path.join(profile(), stateFile), 'utf8')).toContain('this is no database')
  })

  it('that breaks while the program runs accepts no client any more', () => {
    const clients = open()
    const { token } = clients.add({ name: 'Claude' })
    const entry = clients.authenticate(token)
    opened.pop()?.close()
    expect(clients.authenticate(token)).toMatchObject({ ok: false, why: 'unknown' })
    expect(entry.ok && entry.authenticated.revoked.aborted).toBe(true)
  })
})
