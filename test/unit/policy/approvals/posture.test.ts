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

const action = (id: string) => ({ id, type: 'action' as const })
const asks = (id: string, settings: PostureSettings) => builtInRuleAbout(action(id), settings) !== undefined

const settings: fc.Arbitrary<PostureSettings> = fc.record({
  posture: fc.constantFrom(...postures),
  builtInRules: fc.dictionary(fc.constantFrom(...builtInRules.map(({ id }) => id), 'built-in:gone'), fc.boolean()),
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
  it('never asks about reading', () => {
    fc.assert(
      fc.property(capabilityId, settings, fc.constantFrom('context', 'event' as const), (id, set, type) => {
        expect(builtInRuleAbout({ id, type }, set)).toBeUndefined()
      }),
    )
  })

  it('asks only while it is on and names the action', () => {
    fc.assert(
      fc.property(capabilityId, settings, (id, set) => {
        const on = builtInRules.filter((rule) => isBuiltInRuleOn(rule, set))
        const naming = on.filter(({ capability }) => capability === '**' || capability === id)
        expect(builtInRuleAbout(action(id), set)).toBe(naming[0]?.id)
      }),
    )
  })

  it('follows the switch of the owner, whatever the posture', () => {
    for (const posture of postures) {
      expect(asks('player.kick', { posture, builtInRules: { 'built-in:kick': true } })).toBe(true)
      expect(asks('player.kick', { posture, builtInRules: { 'built-in:kick': false } })).toBe(posture === 'careful')
    }
  })
})
