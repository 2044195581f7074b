import { normalRights, type Rights } from '@shared/clients/client.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluatePermissions } from '../../../src-main/policy/rights/rights.js'
import {
  type AccessChoice,
  choiceOfRights,
  type Manner,
  manners,
  rightsOfChoice,
} from '../../../src-renderer/features/clients/access-choice.js'
import {
  changeOf,
  draftOf,
  generalRole,
  rateProblem,
  waitProblem,
  withEntry,
  withoutEntry,
  withRoleOn,
} from '../../../src-renderer/features/clients/access-draft.js'
import { nameProblem } from '../../../src-renderer/features/clients/new-key.js'
import { type ClientSources, clientsSeen } from '../../../src-renderer/features/clients/people-seen.js'
import { agoOf } from '../../../src-renderer/ui/time/relative-time.js'
import { manifestOf } from '../../fakes/fake-provider.js'

describe('the form for a key', () => {
  it.each([
    ['clients.nameMissing', '  '],
    ['clients.nameLong', 'x'.repeat(65)],
    ['clients.nameTaken', 'claude '],
    [undefined, 'Cursor'],
  ])('finds %s wrong with %j', (problem, name) => expect(nameProblem(name, ['Claude'])).toBe(problem))
})

describe('the form for rights', () => {
  const client = {
    id: 'client:0a1b2c3d',
    name: 'A',
    role: 'operator',
    roles: { survival: 'viewer' },
    permissions: [{ permission: 'mcp.action.player.ban', effect: 'deny', server: 'survival' }],
    callsPerMinute: 60,
    createdAt: '',
  } as const
  const { role, roles, permissions, callsPerMinute } = client

  it('sends what it was opened with, where nothing is typed', () =>
    expect(changeOf(draftOf(client))).toEqual({ role, roles, permissions, callsPerMinute, waitSeconds: 45 }))

  it('leaves out empty rows, and keeps the others apart', () => {
    const draft = withEntry(withEntry(draftOf(client), { permission: ' ', effect: 'ask', server: '' }), {
      permission: ' mcp.context.** ',
      effect: 'allow',
      server: '',
    })
    expect(new Set(draft.entries.map(({ key }) => key)).size).toBe(3)
    expect(changeOf(draft).permissions).toEqual([...permissions, { permission: 'mcp.context.**', effect: 'allow' }])
    expect(changeOf(withoutEntry(draft, 0)).permissions).toHaveLength(1)
  })

  it('removes a role on one server', () => {
    const draft = withRoleOn(draftOf(client), 'creative', 'admin')
    expect(changeOf(draft).roles).toEqual({ survival: 'viewer', creative: 'admin' })
    expect(changeOf(withRoleOn(draft, 'survival', generalRole)).roles).toEqual({ creative: 'admin' })
  })

  it.each([
    ['600', true, undefined],
    ['', false, undefined],
    ['', true, 'clients.rateProblem'],
    ['0', true, 'clients.rateProblem'],
    ['1e3', false, 'clients.rateProblem'],
    ['60001', false, 'clients.rateProblem'],
  ])('of the rate %j, required: %s, says %s', (rate, required, problem) =>
    expect(rateProblem(rate, required)).toBe(problem),
  )

  it('shows a wait only where it is not the default, and sends it', () => {
    const draftWith = (waitSeconds: number) => draftOf({ ...client, waitSeconds })
    expect([draftWith(45).wait, draftWith(4).wait]).toEqual(['', '4'])
    expect(changeOf(draftWith(4)).waitSeconds).toBe(4)
    expect(['', '4', '0', '46', '4s'].map(waitProblem)).toEqual([
      undefined,
      undefined,
      ...Array(3).fill('clients.rateProblem'),
    ])
  })

  it('sends no rate for a bridge that has none', () => {
    const change = changeOf(draftOf({ id: 'bridge', ...normalRights }))
    expect(change).toEqual({ ...normalRights, waitSeconds: 45 })
  })
})

const server = fc.constantFrom('survival', 'creative', 'a b', 'mcp')
const where = fc.oneof(fc.constant('everywhere' as const), fc.uniqueArray(server, { minLength: 1 }))
const choice: fc.Arbitrary<AccessChoice> = fc.record({ where, how: fc.constantFrom(...manners) })

describe('what a client may do, in a sentence', () => {
  it('says exactly what the rights are that it stands for', () =>
    fc.assert(
      fc.property(choice, (chosen) => {
        expect(choiceOfRights(rightsOfChoice(chosen))).toEqual(chosen)
      }),
    ))

  it('is the usual one for the rights of a new client', () =>
    expect(choiceOfRights(normalRights)).toEqual({ where: 'everywhere', how: 'ask-risky' }))

  it('is none for rights with one permission more, another role or a role of its own somewhere', () => {
    const other = fc.constantFrom<Partial<Rights>>(
      { permissions: [{ permission: 'mcp.action.player.ban', effect: 'allow' }] },
      { role: 'operator' },
      { role: 'super_admin' },
      { roles: { survival: 'operator' } },
    )
    fc.assert(
      fc.property(choice, other, (chosen, more) => {
        expect(choiceOfRights({ ...rightsOfChoice(chosen), ...more })).toBeUndefined()
      }),
    )
  })

  it('is refused or asked exactly as it says', () => {
    const may = (how: Manner, type: 'context' | 'action', where: AccessChoice['where'] = 'everywhere') => {
      const manifest = manifestOf({ id: 'ext.a.b', type, risk: { level: 'low' } })
      const result = evaluatePermissions(rightsOfChoice({ where, how }), { manifest, level: 'low' }, 'survival')
      return result.may && result.permitted
    }
    expect(manners.map((how) => [may(how, 'context'), may(how, 'action')])).toEqual([
      ['allow', false],
      ['allow', 'ask'],
      ['allow', 'allow'],
    ])
    expect([may('ask-all', 'action', ['survival']), may('ask-all', 'action', ['creative'])]).toEqual(['ask', false])
  })
})

describe('the clients of the screen', () => {
  const at = '2026-01-19T10:00:00Z'
  const client = { ...normalRights, id: 'client:0a1b2c3d', name: 'Claude Code', callsPerMinute: 600, createdAt: at }
  const seenOf = (more: Partial<ClientSources>) =>
    clientsSeen({ clients: [], shared: normalRights, connected: [], programs: [], nameOf: (id) => id, ...more })

  it('count the connections of one program as one, with a key and without', () => {
    const connected = [
      { clientId: client.id, says: 'claude-code', connected: true, lastSeenAt: at },
      { clientId: client.id, says: 'claude-code', connected: true, lastSeenAt: at },
      { clientId: 'bridge', says: 'claude-ai', connected: false, lastSeenAt: at },
      { clientId: 'bridge', says: 'Claude Desktop', connected: true, lastSeenAt: at },
    ]
    const seen = seenOf({ clients: [client], connected })
    expect(seen.map(({ about, connected: is, names }) => [about, is, names])).toEqual([
      [client.id, true, [client.id]],
      ['program:claude-desktop', true, ['claude-ai', 'Claude Desktop']],
    ])
  })

  it('never join a program without a key to a key, whatever name it gives', () => {
    const connected = [{ clientId: 'bridge', says: 'Claude Code', connected: true, lastSeenAt: at }]
    expect(seenOf({ clients: [client], connected }).map(({ about }) => about)).toEqual([
      'program:claude-code',
      client.id,
    ])
  })

  it('list a program that asked although it is no longer connected', () => {
    const programs = [{ id: '1', name: 'Bot', state: 'refused', at }] as const
    expect(seenOf({ programs })).toMatchObject([{ about: 'guest:Bot', decisions: programs, connected: false }])
  })
})

describe('how long ago a client was connected', () => {
  const now = Date.parse('2026-01-19T10:30:00Z')
  it.each([
    ['this minute', 30_000, 'en'],
    ['5 minutes ago', 5 * 60_000 + 59_000, 'en'],
    ['2 hours ago', 2 * 3_600_000, 'en'],
    ['yesterday', 86_400_000, 'en'],
    ['5 分钟前', 5 * 60_000, 'zh'],
    ['this minute', -60_000, 'en'],
  ])('is "%s"', (words, past, language) => expect(agoOf(new Date(now - past).toISOString(), now, language)).toBe(words))
})
