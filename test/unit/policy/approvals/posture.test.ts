import {
  builtInRules,
  choosePosture,
  isBuiltInRuleOn,
  isCustomPosture,
  type PostureSettings,
  postures,
} from '@shared/approvals/built-in-rule.js'
import { defaultSettings } from '@shared/program/settings.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { builtInRuleAbout } from '../../../../src-main/policy/approvals/posture.js'
import { forAll } from '../../../fixtures/properties.js'

const action = (id: string) => ({ id, type: 'action' as const })
const unmarked = { risk: 'medium', hasReadText: false } as const
const asks = (id: string, settings: PostureSettings) => builtInRuleAbout(action(id), unmarked, settings) !== undefined

const settings: fc.Arbitrary<PostureSettings> = fc.record({
  posture: fc.constantFrom(...postures),
  builtInRules: fc.dictionary(fc.constantFrom(...builtInRules.map(({ id }) => id), 'built-in:gone'), fc.boolean()),
})
const context = fc.record({
  risk: fc.constantFrom('low', 'medium', 'high', 'critical' as const),
  hasReadText: fc.boolean(),
})
const capabilityId = fc.constantFrom('player.kick', 'player.mute', 'player.teleport', 'ext.shop.buy')

// verifies: promise 13
describe('a posture', () => {
  it.each([
    ['careful', { 'player.kick': true, 'player.mute': true, 'player.teleport': true, 'ext.shop.buy': true }],
    ['balanced', { 'player.kick': true, 'player.mute': true, 'player.teleport': false, 'ext.shop.buy': false }],
    ['specification', { 'player.kick': false, 'player.mute': false, 'player.teleport': false, 'ext.shop.buy': false }],
  ] as const)('%s asks about exactly these medium actions', (posture, expected) => {
    for (const [id, asked] of Object.entries(expected))
      expect([id, asks(id, choosePosture(posture))]).toEqual([id, asked])
  })

  it.each(postures)('%s asks about a medium action, and no other, after text of others was read', (posture) => {
    const about = (risk: 'low' | 'medium' | 'high') =>
      builtInRuleAbout(action('player.teleport'), { risk, hasReadText: true }, choosePosture(posture))
    const otherwise = posture === 'careful' ? 'built-in:every-change' : undefined
    expect(about('medium')).toBe(otherwise ?? 'built-in:read-text')
    expect(about('low')).toBe(otherwise)
    expect(about('high')).toBe(otherwise)
  })

  it('is balanced until a person chooses another', () => {
    expect(defaultSettings).toMatchObject(choosePosture('balanced'))
  })

  it('is said to be switched by hand only while a built-in rule is not as it says', () => {
    expect(isCustomPosture(choosePosture('balanced'))).toBe(false)
    expect(isCustomPosture({ posture: 'balanced', builtInRules: { 'built-in:kick': true } })).toBe(false)
    expect(isCustomPosture({ posture: 'balanced', builtInRules: { 'built-in:kick': false } })).toBe(true)
  })

  it('when chosen forgets what was switched by hand', () => {
    expect(choosePosture('careful')).toEqual({ posture: 'careful', builtInRules: {} })
  })
})

describe('a built-in rule', () => {
  it('never asks about reading', () =>
    forAll(capabilityId, settings, context, fc.constantFrom('context', 'event' as const), (id, set, seen, type) => {
      expect(builtInRuleAbout({ id, type }, seen, set)).toBeUndefined()
    }))

  it('asks only while it is on and names the action', () =>
    forAll(capabilityId, settings, context, (id, set, seen) => {
      const on = builtInRules.filter((rule) => isBuiltInRuleOn(rule, set))
      const naming = on.filter(({ capability }) => capability === '**' || capability === id)
      const isMarked = seen.hasReadText && seen.risk === 'medium'
      expect(builtInRuleAbout(action(id), seen, set)).toBe(naming.find((rule) => !rule.afterText || isMarked)?.id)
    }))

  it('follows the switch of the owner, whatever the posture', () => {
    for (const posture of postures) {
      expect(asks('player.kick', { posture, builtInRules: { 'built-in:kick': true } })).toBe(true)
      expect(asks('player.kick', { posture, builtInRules: { 'built-in:kick': false } })).toBe(posture === 'careful')
    }
  })
})
