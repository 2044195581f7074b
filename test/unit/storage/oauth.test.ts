import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lifetimes } from '../../../src-main/gateway/ports/oauth.js'
import { ClientService } from '../../../src-main/storage/client-service.js'
import { ClientStore } from '../../../src-main/storage/client-store.js'
import { accessTokensOf, OAuthService } from '../../../src-main/storage/oauth-service.js'
import { OAuthStore, unconsentedClientLimits } from '../../../src-main/storage/oauth-store.js'
import { StateDatabase } from '../../../src-main/storage/state-database.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { MemoryAuditLog } from '../../fakes/memory-audit-log.js'
import { RecordingLog } from '../../fakes/recording-log.js'
import { CleanUp } from '../../fixtures/programs.js'

const redirectUris = ['http://127.0.0.1/callback']

let profile: string
let clock: FakeClock
let log: RecordingLog
const cleanUp = new CleanUp()

beforeEach(() => {
  profile = cleanUp.folder()
  clock = new FakeClock()
  log = new RecordingLog()
})
afterEach(() => cleanUp.run())

function books() {
  const state = cleanUp.add(StateDatabase.open(profile), (opened) => opened.close())
  const store = new OAuthStore(state)
  const clients = new ClientService({
    store: new ClientStore(state),
    accessTokens: accessTokensOf(store, clock, log),
    bridgeToken: 'b',
    audit: new MemoryAuditLog(),
    clock,
    log,
  })
  return { store, clients, keys: new OAuthService({ store, clients, clock, log }) }
}

/** A program that a person has let in, with its first tokens. */
function letIn({ keys }: ReturnType<typeof books>, name = 'Claude') {
  const registration = keys.register({ name, redirectUris })
  if (!registration) throw new Error('There are too many.')
  const family = keys.admit(registration, 'admin')
  const tokens = { access: keys.mint('access'), refresh: keys.mint('refresh') }
  keys.storeTokens(family, tokens)
  return { registration, family, tokens }
}

describe('a program that is accepted again', () => {
  it('keeps its role, unless a person changes it', () => {
    const all = books()
    const { registration } = letIn(all)
    const role = () => all.keys.clientOf(registration.id)?.role
    all.clients.edit(all.clients.known().clients[0]?.id ?? '', { role: 'viewer' })
    all.keys.admit(registration)
    expect(all.keys.clientOf(registration.id)).toEqual({ name: 'Claude', role: 'viewer' })
    all.keys.admit(registration, 'operator')
    expect([role(), all.clients.known().clients]).toMatchObject(['operator', [{ name: 'Claude' }]])
  })

  it('is new at first, and is then an admin as every new client', () => {
    const all = books()
    const registration = all.keys.register({ name: 'Claude', redirectUris })
    if (!registration) throw new Error('There are too many.')
    expect(all.keys.clientOf(registration.id)).toBeUndefined()
    all.keys.admit(registration)
    expect(all.keys.clientOf(registration.id)).toEqual({ name: 'Claude', role: 'admin' })
  })
})

describe('OAuth grants', () => {
  it('are valid after a restart', () => {
    const { tokens } = letIn(books())
    const { clients } = books()
    expect(clients.authenticate(tokens.access)).toMatchObject({
      ok: true,
      authenticated: { client: { name: 'Claude', cameBy: 'oauth' } },
    })
  })

  it('belong to one client, however often its person consents; the last consent applies', () => {
    const all = books()
    const { registration, tokens } = letIn(all)
    const family = all.keys.admit(registration, 'admin')
    expect(all.clients.known().clients).toHaveLength(1)
    expect(all.clients.authenticate(tokens.access)).toMatchObject({ ok: false })
    const [access, refresh] = [all.keys.mint('access'), all.keys.mint('refresh')]
    expect(all.keys.storeTokens(family, { access, refresh })).toBe(true)
    expect(all.clients.authenticate(access)).toMatchObject({ ok: true })
  })

  it('can be refreshed for thirty days, and each refresh token once', async () => {
    const all = books()
    const { tokens } = letIn(all)
    await clock.advance(lifetimes.refresh * 1_000 - 1)
    expect(all.keys.refreshOf(tokens.refresh)).toBeDefined()
    expect([all.keys.useRefresh(tokens.refresh), all.keys.useRefresh(tokens.refresh)]).toEqual([true, false])
    const other = letIn(all, 'Other')
    await clock.advance(lifetimes.refresh * 1_000)
    expect(all.keys.refreshOf(other.tokens.refresh)).toBeUndefined()
  })

  it('issue no tokens to a revoked family', () => {
    const all = books()
    const { family, registration, tokens } = letIn(all)
    all.keys.revoke(tokens.refresh, registration.id)
    expect(all.keys.storeTokens(family, { access: 'gho_late', refresh: 'ghr_late' })).toBe(false)
    expect(all.clients.authenticate('gho_late')).toMatchObject({ ok: false })
  })
})

describe('programs without consent', () => {
  it('are limited in number: the oldest are evicted', async () => {
    const { keys } = books()
    const first = keys.register({ name: 'first', redirectUris })
    for (let more = 1; more < unconsentedClientLimits.most; more++) keys.register({ name: `${more}`, redirectUris })
    expect(keys.register({ name: 'too many', redirectUris })).toBeUndefined()
    await clock.advance(unconsentedClientLimits.protectedMs + 1)
    expect(keys.register({ name: 'later', redirectUris })).toBeDefined()
    expect(keys.find(first?.id ?? '')).toBeUndefined()
  })

  it('do not evict a client', async () => {
    const all = books()
    const { registration } = letIn(all)
    await clock.advance(2 * unconsentedClientLimits.lifetimeMs)
    for (let more = 0; more <= unconsentedClientLimits.most; more++)
      all.keys.register({ name: `${more}`, redirectUris })
    expect(all.keys.find(registration.id)).toEqual(registration)
  })
})
