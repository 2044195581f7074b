import type { ClientChange } from '@shared/clients/client.js'
import { describe, expect, it } from 'vitest'
import { isPermission, looksLike, problemOf } from '../../../../src-main/policy/rights/new-client.js'
import { permissionsFor } from '../../../../src-main/policy/rights/permissions.js'

describe('a new client', () => {
  it.each(['Claude', '小智', 'A script of mine', 'x'.repeat(64)])('may be called %s', (name) =>
    expect(problemOf({ name })).toBeUndefined(),
  )

  it.each(['', ' Claude', 'Claude ', 'two\nlines', 'a\u202eb', 'zero\u200bwidth', '§cred', 'x'.repeat(65)])(
    'may not be called %j',
    (name) => expect(problemOf({ name })).toContain('A name has'),
  )

  it.each(['mcp.**', 'mcp.*', 'mcp.context.**', 'mcp.*.world.time.set', 'mcp.action.ext.my-shop.sell'])(
    'may be granted %s',
    (permission) => expect(isPermission(permission)).toBe(true),
  )

  it.each(['', '**', 'mcp', 'mcp.', 'mcp.**.world', 'context.**', 'mcp.Context.**', 'mcp.context.***', 'mcp. **'])(
    'may not be granted %j',
    (permission) => {
      expect(isPermission(permission)).toBe(false)
      expect(problemOf({ name: 'a', permissions: [{ permission, effect: 'allow' }] })).toContain('is not a permission')
    },
  )

  it.each([0, -1, 1.5, 60_001, Number.NaN])('may not make %d calls a minute', (callsPerMinute) =>
    expect(problemOf({ name: 'a', callsPerMinute })).toContain('A rate is'),
  )

  it.each([
    ['A role is one of', { role: 'god' }],
    ['A role is one of', { roles: { survival: 'god' } }],
    ['given by its id', { roles: { 'a\u202eb': 'viewer' } }],
    ['is not a permission', { permissions: [{ permission: 'mcp.**', effect: 'grant' }] }],
    ['is not a permission', { permissions: [{ permission: 'mcp.**', effect: 'deny', server: '' }] }],
    ['64 permissions at most', { permissions: Array(65).fill({ permission: 'mcp.**', effect: 'deny' }) }],
  ])('%s: %j', (problem, wanted) => expect(problemOf(wanted as ClientChange)).toContain(problem))

  it('looks like another whose name differs in case, width or spaces alone', () => {
    expect(looksLike('Claude  Code', 'ｃｌａｕｄｅ code')).toBe(true)
    expect(looksLike('Claude', 'Cursor')).toBe(false)
  })
})

describe('a capability that names no permission', () => {
  const shop = { id: 'ext.my-shop.sell', type: 'action' } as const

  it('needs that of its own id, so that a client without rights cannot call it', () => {
    expect(permissionsFor(shop)).toEqual(['mcp.action.ext.my-shop.sell'])
  })

  it('also needs it when it names only permissions of another type, so that a reader cannot act', () =>
    expect(permissionsFor({ ...shop, permissions: ['mcp.context.shop'] })).toEqual([
      'mcp.context.shop',
      'mcp.action.ext.my-shop.sell',
    ]))

  it('needs what it names where it names something', () =>
    expect(permissionsFor({ ...shop, permissions: ['mcp.action.x'] })).toEqual(['mcp.action.x']))
})
