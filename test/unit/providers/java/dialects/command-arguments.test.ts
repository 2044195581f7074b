import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as encode from '../../../../../src-main/providers/java/dialects/command-arguments.js'
import { gameRuleOf } from '../../../../../src-main/providers/java/dialects/game-rules.js'
import { hostileArgument } from '../../../../fixtures/hostile-texts.js'
import { forAll, times } from '../../../../fixtures/properties.js'

/** Anything a model or a player might write, with the characters that matter often. */
const hostile = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 200 }), hostileArgument)

const encodings: Readonly<Record<string, (value: string) => string>> = {
  entityUuid: encode.entityUuid,
  resourceId: encode.resourceId,
  blockType: (value) => encode.blockState(value, undefined),
  blockStateName: (value) => encode.blockState('stone', { [value]: 'x' }),
  blockStateValue: (value) => encode.blockState('stone', { facing: value }),
  ruleName: encode.ruleName,
  ruleValue: encode.ruleValue,
}

describe('an argument of a command', () => {
  it.each(Object.keys(encodings))('never becomes more than one word or a selector: %s', (name) => {
    times(2_000).forAll(hostile, (value) => {
      let text: string
      try {
        text = encodings[name]?.(value) ?? ''
      } catch (refused) {
        expect(refused).toMatchObject({ code: 'PROTOCOL.SCHEMA_VALIDATION_FAILED' })
        return
      }
      expect(text).toMatch(/^[A-Za-z0-9_.:/=[\]-]+$/u)
    })
  })

  it('writes free text in one line and without selectors', () =>
    times(2_000).forAll(hostile, (value) => {
      const text = encode.messageText(value)
      expect(text).not.toMatch(/[\n\r\u2028\u2029\u0085\0§]/u)
      expect(text).not.toMatch(/@[a-z[]/iu)
    }))

  it('writes a text component that reads back as nothing but text', () =>
    times(2_000).forAll(hostile, hostile, (one, two) => {
      const text = encode.textComponent({ text: one, color: 'gold' }, { text: two })
      expect(text).not.toMatch(/[\n\r\0]/u)
      const parts = JSON.parse(text) as Record<string, unknown>[]
      expect(parts.every((part) => Object.keys(part).every((key) => key === 'text' || key === 'color'))).toBe(true)
      // SNBT reads these two escapes as JSON does; there are no others.
      expect(text.replace(/\\["\\]/gu, '')).not.toContain('\\')
    }))

  it('writes numbers without an exponent', () => {
    forAll(fc.double({ min: -3e7, max: 3e7, noNaN: true }), (value) => {
      expect(encode.decimal(value)).toMatch(/^-?\d+(?:\.\d+)?$/u)
    })
    expect(encode.decimal(1.5)).toBe('1.5')
    expect(encode.decimal(100)).toBe('100')
    expect(() => encode.decimal(Number.POSITIVE_INFINITY)).toThrow()
    expect(() => encode.integer(1.5, 0, 10)).toThrow()
    expect(() => encode.integer(11, 0, 10)).toThrow()
  })
})

describe('a game rule', () => {
  it('uses only the name that its risk was assessed with', () => {
    const name = (asked: string) => encode.ruleName(gameRuleOf(asked, [26, 1]).name)
    expect(name('minecraft:keep_inventory')).toBe('keep_inventory')
    expect(name('mod:rule')).toBe('mod:rule')
    for (const asked of ['minecraft:minecraft:log_admin_commands', 'a:b:c', ':x', 'minecraft:'])
      expect(() => name(asked)).toThrow('cannot be used')
  })

  const before = [1, 21, 10]
  const after = [1, 21, 11]

  it('has the name of the version, whichever the caller uses', () => {
    for (const asked of ['doDaylightCycle', 'advance_time', 'minecraft:advance_time']) {
      expect(gameRuleOf(asked, after).name).toBe('advance_time')
      expect(gameRuleOf(asked, before).name).toBe('doDaylightCycle')
    }
    for (const asked of ['keepInventory', 'keep_inventory']) {
      expect(gameRuleOf(asked, after).name).toBe('keep_inventory')
      expect(gameRuleOf(asked, before).name).toBe('keepInventory')
    }
    expect(gameRuleOf('logAdminCommands', after).name).toBe('log_admin_commands')
    expect(gameRuleOf('pvp', after).name).toBe('pvp')
  })

  it('has the opposite value where its meaning was turned around', () => {
    const raids = gameRuleOf('disableRaids', after)
    expect([raids.name, raids.encode('true'), raids.decode('false')]).toEqual(['raids', 'false', 'true'])
    const old = gameRuleOf('raids', before)
    expect([old.name, old.encode('true'), old.decode('false')]).toEqual(['disableRaids', 'false', 'true'])
    const fire = gameRuleOf('doFireTick', after)
    expect([fire.name, fire.encode('false'), fire.encode('true'), fire.decode('0')]).toEqual([
      'fire_spread_radius_around_player',
      '0',
      '128',
      'false',
    ])
  })
})
