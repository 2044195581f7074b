import { coreCatalogue } from '@contract/core-catalogue.js'
import {
  effects,
  type HeldRole,
  heldRoles,
  normalRights,
  type PermissionEntry,
  type Rights,
} from '@shared/clients/client.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluatePermissions, only, type PermissionResult } from '../../../../src-main/policy/rights/rights.js'
import { type RatedCapability, roleOn } from '../../../../src-main/policy/rights/roles.js'
import { forAll } from '../../../fixtures/properties.js'

const core = (id: string, more: Partial<RatedCapability['manifest']> = {}): RatedCapability => {
  const manifest = coreCatalogue.get(id)
  if (!manifest?.risk) throw new Error(`no ${id}`)
  return { manifest: { ...manifest, ...more }, level: manifest.risk.level }
}
const being = (role: HeldRole, ...permissions: readonly PermissionEntry[]): Rights => ({ role, roles: {}, permissions })
const outcomeOf = (verdict: PermissionResult): string => (verdict.may ? verdict.permitted : verdict.why)
const ask = (rights: Rights, rated: RatedCapability, server = 'survival') =>
  outcomeOf(evaluatePermissions(rights, rated, server))

const servers = fc.constantFrom('survival', 'creative')
const anyRated = fc
  .tuple(
    fc.constantFrom(...[...coreCatalogue.values()]),
    fc.constantFrom('low', 'medium', 'high', 'critical'),
    fc.option(fc.subarray(['viewer', 'operator', 'admin', 'super_admin'] as const), { nil: undefined }),
  )
  .map(
    ([manifest, level, roles]): RatedCapability => ({
      manifest: { ...manifest, ...(roles && { requiredRoles: roles }) },
      level,
    }),
  )
const anyEntry = fc
  .tuple(
    fc.oneof(
      fc.constantFrom('mcp.**', 'mcp.context.**', 'mcp.action.**', 'mcp.*.player.*', 'mcp.event.*.*'),
      fc.constantFrom(...[...coreCatalogue.values()].flatMap(({ permissions = [] }) => permissions)),
    ),
    fc.constantFrom(...effects),
    fc.option(servers, { nil: undefined }),
  )
  .map(([permission, effect, server]): PermissionEntry => ({ permission, effect, ...(server && { server }) }))
const anyRole = fc.constantFrom(...heldRoles)
const anyRights = fc.record<Rights>({
  role: anyRole,
  roles: fc.dictionary(servers, anyRole, { maxKeys: 2 }),
  permissions: fc.array(anyEntry, { maxLength: 6 }),
})
/** From the lowest to the highest. */
const reach = (rights: Rights, rated: RatedCapability, server: string): number =>
  ['role', 'permissions', 'ask', 'allow'].indexOf(ask(rights, rated, server))

describe('a role', () => {
  it.each<[string, readonly string[]]>([
    //                        none           viewer         operator       admin          super_admin
    ['world.time.get', ['permissions', 'allow', 'allow', 'allow', 'allow']],
    ['player.join', ['permissions', 'allow', 'allow', 'allow', 'allow']],
    ['player.teleport', ['permissions', 'permissions', 'allow', 'allow', 'allow']],
    ['world.time.set', ['permissions', 'permissions', 'permissions', 'allow', 'allow']],
    ['player.ban', ['permissions', 'permissions', 'permissions', 'ask', 'allow']],
    ['system.backup', ['permissions', 'permissions', 'permissions', 'ask', 'allow']],
  ])('by itself gives %s as far as %j', (id, expected) =>
    expect(heldRoles.map((role) => ask(being(role), core(id)))).toEqual(expected),
  )

  it('that is the default covers the whole catalogue', () => {
    for (const id of coreCatalogue.keys()) expect(ask(normalRights, core(id))).toMatch(/^(allow|ask)$/)
  })

  it('on one server replaces the general one, even with none', () => {
    const rights = { ...being('admin'), roles: { survival: 'viewer', creative: 'none' } } as const
    expect(['survival', 'creative', 'hub'].map((server) => roleOn(rights, server))).toEqual(['viewer', 'none', 'admin'])
    expect(['survival', 'creative', 'hub'].map((server) => ask(rights, core('player.teleport'), server))).toEqual([
      'permissions',
      'permissions',
      'allow',
    ])
    expect(roleOn(rights, 'constructor')).toBe('admin')
  })

  it('that is higher never denies what a lower one allows', () =>
    forAll(anyRights, anyRated, servers, anyRole, anyRole, (rights, rated, server, one, other) => {
      const [low, high] = heldRoles.indexOf(one) < heldRoles.indexOf(other) ? [one, other] : [other, one]
      const may = (role: HeldRole) => evaluatePermissions({ ...rights, roles: { [server]: role } }, rated, server).may
      expect(may(low) && !may(high)).toBe(false)
    }))

  it('that is not known gives nothing', () => {
    const god = being('god' as HeldRole)
    for (const id of coreCatalogue.keys()) expect(ask(god, core(id))).toBe('permissions')
    expect(ask(being('super_admin'), core('player.list', { requiredRoles: ['god' as 'admin'] }))).toBe('role')
  })
})

// verifies: manifest-permissions, calls-permissions, manifest-permissions requiredRoles
describe('a role that a manifest requires', () => {
  const list = core('player.list', { requiredRoles: ['admin', 'operator'] })

  it('is had by who has the lowest of several, or a higher one', () =>
    expect(heldRoles.map((role) => ask(being(role), list))).toEqual(['role', 'role', 'allow', 'allow', 'allow']))

  it('is the one on the server that is asked', () => {
    const rights = { ...being('viewer'), roles: { survival: 'operator' } } as const
    expect([ask(rights, list, 'survival'), ask(rights, list, 'creative')]).toEqual(['allow', 'role'])
  })

  it('cannot be replaced by a permission', () => expect(ask(only('mcp.**'), list)).toBe('role'))

  it('is named together with the one that is held', () =>
    expect(evaluatePermissions(being('viewer'), list, 's')).toEqual({
      may: false,
      why: 'role',
      held: 'viewer',
      needed: 'operator',
    }))
})

describe('permissions', () => {
  it('add to a role, and deny beats ask beats allow', () => {
    const [teleport, all] = ['mcp.action.player.teleport', 'mcp.action.**']
    const of = (...permissions: readonly PermissionEntry[]) =>
      ask(being('viewer', ...permissions), core('player.teleport'))
    expect(of({ permission: teleport, effect: 'allow' })).toBe('allow')
    expect(of({ permission: teleport, effect: 'allow' }, { permission: all, effect: 'ask' })).toBe('ask')
    expect(of({ permission: teleport, effect: 'allow' }, { permission: all, effect: 'deny' })).toBe('permissions')
    expect(of({ permission: teleport, effect: 'allow', server: 'creative' })).toBe('permissions')
  })

  it('that deny or ask mean a capability also by its id', () => {
    const adjust = core('player.economy.balance.adjust')
    const own = 'mcp.action.player.economy.balance.adjust'
    expect(ask(being('admin', { permission: own, effect: 'deny' }), adjust)).toBe('permissions')
    expect(ask(being('admin', { permission: own, effect: 'ask' }), adjust)).toBe('ask')
    expect(ask(only(own), adjust)).toBe('permissions')
  })

  // verifies: manifest-permissions permissions
  it('must all be granted when a manifest names several', () => {
    const both = core('player.list', { permissions: ['mcp.context.a', 'mcp.context.b'] })
    expect(evaluatePermissions(only('mcp.context.a'), both, 's')).toMatchObject({
      missing: ['mcp.context.b'],
      denials: [],
    })
    expect(ask(only('mcp.context.a', 'mcp.context.b'), both)).toBe('allow')
  })

  it('that deny are named as they were written', () => {
    const denied = { permission: 'mcp.action.**', effect: 'deny' } as const
    const verdict = evaluatePermissions(being('admin', denied), core('player.ban'), 's')
    expect(verdict).toMatchObject({ why: 'permissions', missing: [], denials: [denied] })
  })

  // verifies: capability-kinds context 1
  it('of an action are not those of a context, whatever its manifest calls them', () => {
    const disguised = core('player.kick', { id: 'ext.shop.sell', permissions: ['mcp.context.shop'] })
    expect(ask(being('viewer'), disguised)).toBe('permissions')
    expect(ask(only('mcp.context.**'), disguised)).toBe('permissions')
  })
})

// verifies: promise 2
describe('rights', () => {
  it('never grow with a denial, nor shrink with what is allowed', () =>
    forAll(anyRights, anyRated, servers, anyEntry, (rights, rated, server, { permission, server: on }) => {
      const where = on === undefined ? {} : { server: on }
      const more = (effect: PermissionEntry['effect']): Rights => ({
        ...rights,
        permissions: [...rights.permissions, { permission, effect, ...where }],
      })
      const now = reach(rights, rated, server)
      expect(reach(more('deny'), rated, server)).toBeLessThanOrEqual(now)
      expect(reach(more('allow'), rated, server)).toBeGreaterThanOrEqual(now)
    }))

  it('are the same in any order', () =>
    forAll(anyRights, anyRated, servers, (rights, rated, server) => {
      const turned = { ...rights, permissions: [...rights.permissions].reverse() }
      expect(ask(turned, rated, server)).toBe(ask(rights, rated, server))
    }))

  it('on one server never depend on what is said of another', () =>
    forAll(anyRights, anyRated, anyRole, anyEntry, (rights, rated, role, entry) => {
      const roles = { ...rights.roles, creative: role }
      const permissions = [...rights.permissions, { ...entry, server: 'creative' }]
      expect(ask({ ...rights, roles, permissions }, rated)).toBe(ask(rights, rated))
    }))

  it('of an unknown client deny everything', () => {
    for (const id of coreCatalogue.keys()) expect(ask(only(), core(id))).toBe('permissions')
  })
})
