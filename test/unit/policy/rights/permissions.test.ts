import { effects, type PermissionEffect, type PermissionEntry } from '@shared/clients/client.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { covers, effectOn, entriesOn } from '../../../../src-main/policy/rights/permissions.js'
import { forAll } from '../../../fixtures/properties.js'

const part = fc.stringMatching(/^[a-z]{1,6}$/)
const permission = fc
  .tuple(fc.constantFrom('context', 'action', 'event'), fc.array(part, { minLength: 1, maxLength: 4 }))
  .map(([type, parts]) => ['mcp', type, ...parts].join('.'))
const grant = fc
  .array(fc.oneof(part, fc.constantFrom('*', '**', 'mcp', 'context')), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join('.'))

// verifies: manifest-permissions pattern
describe('a grant', () => {
  it('covers exactly the permission it names', () =>
    forAll(permission, permission, (one, other) => covers(one, other) === (one === other)))

  it('with a star as a part covers any value of that part', () =>
    forAll(permission, fc.nat(), (asked, at) => {
      const parts = asked.split('.')
      parts[at % parts.length] = '*'
      return covers(parts.join('.'), asked)
    }))

  it('with two stars at the end covers everything below and nothing beside or above', () =>
    forAll(permission, permission, (one, other) => {
      expect(covers(`${one}.**`, `${one}.more`)).toBe(true)
      expect(covers(`${one}.**`, `${one}.more.still`)).toBe(true)
      expect(covers(`${one}.**`, one)).toBe(false)
      if (!other.startsWith(`${one}.`)) expect(covers(`${one}.**`, other)).toBe(false)
    }))

  it('covers nothing with two stars in the middle', () => {
    expect(covers('mcp.**.time', 'mcp.context.world.time')).toBe(false)
  })

  it('with single stars covers only what has as many parts', () => {
    expect(covers('mcp.*.*', 'mcp.context.world.time')).toBe(false)
    expect(covers('mcp.*.*.*', 'mcp.context.world')).toBe(false)
  })

  it('treats only stars as patterns', () => {
    expect(covers('mcp.context.w.*', 'mcp.context.world.time')).toBe(false)
    expect(covers('mcp.context.wor*', 'mcp.context.world')).toBe(false)
  })
})

const entry = fc.record<PermissionEntry>({
  permission: grant.map((pattern) => `mcp.${pattern}`),
  effect: fc.constantFrom(...effects),
})
const rank = (effect: PermissionEffect | undefined): number => (effect === undefined ? -1 : effects.indexOf(effect))

// verifies: calls-permissions
describe('entries', () => {
  it('give the strongest effect of those that cover a permission: deny beats ask beats allow', () =>
    forAll(fc.array(entry), permission, (entries, asked) => {
      const said = entries.filter((one) => covers(one.permission, asked)).map(({ effect }) => rank(effect))
      expect(rank(effectOn(entries, asked))).toBe(Math.max(-1, ...said))
    }))

  it('decide the same in any order and with duplicates', () => {
    const shuffled = fc
      .array(entry, { minLength: 1 })
      .chain((entries) => fc.tuple(fc.constant(entries), fc.shuffledSubarray(entries, { minLength: entries.length })))
    forAll(shuffled, permission, ([entries, others], asked) => {
      expect(effectOn(others, asked)).toBe(effectOn(entries, asked))
      expect(effectOn([...entries, ...others], asked)).toBe(effectOn(entries, asked))
    })
  })

  it('with a pattern cover whatever is covered by what the pattern covers', () =>
    forAll(permission, fc.nat(), fc.nat(), permission, (one, at, depth, asked) => {
      const parts = one.split('.')
      const starred = parts.with(at % parts.length, '*').join('.')
      const below = [...parts.slice(0, 1 + (depth % parts.length)), '**'].join('.')
      if (covers(one, asked)) expect(covers(starred, asked)).toBe(true)
      if (covers(`${one}.**`, asked)) expect(covers(below, asked)).toBe(true)
    }))

  it('apply on the server they name, or on all', () => {
    const [here, everywhere] = [
      { permission: 'mcp.**', effect: 'deny', server: 'survival' },
      { permission: 'mcp.context.**', effect: 'allow' },
    ] as const
    expect(entriesOn([here, everywhere], 'survival')).toEqual([here, everywhere])
    expect(entriesOn([here, everywhere], 'creative')).toEqual([everywhere])
  })
})
