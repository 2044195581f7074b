import { normalRights } from '@shared/clients/client.js'
import { describe, expect, it } from 'vitest'
import {
  changeOf,
  draftOf,
  generalRole,
  hasExceptions,
  rateProblem,
  waitProblem,
  withEntry,
  withoutEntry,
  withRoleOn,
} from '../../../src-renderer/features/clients/access-draft.js'
import { nameProblem } from '../../../src-renderer/features/clients/new-key.js'
import { agoOf } from '../../../src-renderer/ui/time/relative-time.js'

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
    expect([hasExceptions(normalRights), hasExceptions(client)]).toEqual([false, true])
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
