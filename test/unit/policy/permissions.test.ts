import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { covers, missingPermissions } from '../../../src-main/policy/permissions.js'

const part = fc.stringMatching(/^[a-z]{1,6}$/)
const permission = fc
  .tuple(fc.constantFrom('context', 'action', 'event'), fc.array(part, { minLength: 1, maxLength: 4 }))
  .map(([type, parts]) => ['mcp', type, ...parts].join('.'))
const grant = fc
  .array(fc.oneof(part, fc.constantFrom('*', '**', 'mcp', 'context')), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join('.'))

describe('a grant', () => {
  it('covers exactly the permission it names', () => {
    fc.assert(fc.property(permission, permission, (one, other) => covers(one, other) === (one === other)))
  })

  it('with a star in place of a part covers whatever stands there', () => {
    fc.assert(
      fc.property(permission, fc.nat(), (asked, at) => {
        const parts = asked.split('.')
        parts[at % parts.length] = '*'
        return covers(parts.join('.'), asked)
      }),
    )
  })

  it('with two stars at the end covers everything below and nothing beside or above', () => {
    fc.assert(
      fc.property(permission, permission, (one, other) => {
        expect(covers(`${one}.**`, `${one}.more`)).toBe(true)
        expect(covers(`${one}.**`, `${one}.more.still`)).toBe(true)
        expect(covers(`${one}.**`, one)).toBe(false)
        if (!other.startsWith(`${one}.`)) expect(covers(`${one}.**`, other)).toBe(false)
      }),
    )
  })

  it('covers nothing with two stars in the middle', () => {
    expect(covers('mcp.**.time', 'mcp.context.world.time')).toBe(false)
  })

  it('with single stars covers only what has as many parts', () => {
    expect(covers('mcp.*.*', 'mcp.context.world.time')).toBe(false)
    expect(covers('mcp.*.*.*', 'mcp.context.world')).toBe(false)
  })

  it('takes no part for a pattern but the stars', () => {
    expect(covers('mcp.context.w.*', 'mcp.context.world.time')).toBe(false)
    expect(covers('mcp.context.wor*', 'mcp.context.world')).toBe(false)
  })
})

describe('missing permissions', () => {
  it('are exactly those that no grant covers', () => {
    fc.assert(
      fc.property(fc.array(grant), fc.array(permission), (grants, needed) => {
        const missing = missingPermissions(grants, needed)
        for (const one of needed) expect(missing.includes(one)).toBe(!grants.some((given) => covers(given, one)))
      }),
    )
  })

  it('are all of them where nothing is granted', () => {
    fc.assert(fc.property(fc.array(permission), (needed) => missingPermissions([], needed).length === needed.length))
  })

  it('never grow when a grant is added', () => {
    fc.assert(
      fc.property(fc.array(grant), grant, fc.array(permission), (grants, more, needed) => {
        const before = missingPermissions(grants, needed)
        for (const one of missingPermissions([...grants, more], needed)) expect(before).toContain(one)
      }),
    )
  })

  it('are none for the grant of everything', () => {
    fc.assert(fc.property(fc.array(permission), (needed) => missingPermissions(['mcp.**'], needed).length === 0))
  })
})
