import { defaultSettings, popUpModes } from '@shared/program/settings.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AttentionContext, attentionFor, noAttention } from '../../../../src-main/policy/approvals/attention.js'
import { forAll } from '../../../fixtures/properties.js'

const situation = (part: Partial<AttentionContext>): AttentionContext => ({
  fullScreen: 'no',
  quiet: false,
  critical: false,
  settings: defaultSettings,
  ...part,
})

const anySituation = fc.record({
  fullScreen: fc.constantFrom('yes' as const, 'no' as const, 'unknown' as const),
  quiet: fc.boolean(),
  critical: fc.boolean(),
  settings: fc.record({
    popUp: fc.constantFrom(...popUpModes),
    sounds: fc.record({ enabled: fc.boolean(), volume: fc.nat(100) }),
    notifications: fc.record({
      enabled: fc.boolean(),
      questions: fc.boolean(),
      servers: fc.boolean(),
      rules: fc.boolean(),
      safety: fc.boolean(),
    }),
  }),
})

describe('attention', () => {
  it.each([
    ['a free screen', {}, { popUp: true, sound: 'calm', notification: false }],
    ['nobody knows about the screen', { fullScreen: 'unknown' }, { popUp: true, sound: 'calm', notification: false }],
    ['a game has the screen', { fullScreen: 'yes' }, { popUp: false, sound: 'calm', notification: false }],
    [
      'something critical in a game',
      { fullScreen: 'yes', critical: true },
      { popUp: false, sound: 'urgent', notification: false },
    ],
    ['quiet hours', { quiet: true, critical: true }, noAttention],
    [
      'a pop-up whatever there is',
      { fullScreen: 'yes', settings: { ...defaultSettings, popUp: 'always' } },
      { popUp: true, sound: 'calm', notification: false },
    ],
    [
      'a number only',
      { settings: { ...defaultSettings, popUp: 'count' } },
      { popUp: false, sound: 'calm', notification: true },
    ],
  ] as const)('%s', (_name, part, expected) => {
    expect(attentionFor(situation(part))).toEqual(expected)
  })

  it('does not cover a full-screen program unless a person allows it', () =>
    forAll(anySituation, (given) => {
      const { popUp, notification } = attentionFor({ ...given, fullScreen: 'yes' })
      expect(notification).toBe(false)
      if (popUp) expect(given.settings.popUp).toBe('always')
    }))

  it('makes no sound that was turned off, and nothing at all in quiet hours', () =>
    forAll(anySituation, (given) => {
      const attention = attentionFor(given)
      if (!given.settings.sounds.enabled) expect(attention.sound).toBeUndefined()
      if (given.quiet) expect(attention).toEqual(noAttention)
    }))

  it('notifies once: by the pop-up or by a notification', () =>
    forAll(anySituation, (given) => !(attentionFor(given).popUp && attentionFor(given).notification)))
})
