import {
  hasChoice,
  isBroad,
  narrowestScope,
  offeredDurations,
  withCoverage,
  withDuration,
} from '@shared/approvals/answer-choice.js'
import { type AnswerScope, durations, type OpenApproval } from '@shared/approvals/approval.js'
import { coverageIds } from '@shared/approvals/coverage.js'
import type { AppLanguage } from '@shared/text/language.js'
import fc from 'fast-check'
import { createInstance, type i18n } from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  approveLabel,
  consequenceSentence,
  toneOf,
} from '../../../src-renderer/features/approvals/pop-up/approve-label.js'
import { catalogue } from '../../../src-renderer/i18n/catalogue.js'
import { plainText, sentenceParts, type Translate } from '../../../src-renderer/sentences/sentence.js'
import { askBan, askTime } from '../../fakes/renderer/example-data.js'
import { bridgeBlock } from '../../fakes/renderer/example-questions.js'

const words: { en: i18n; zh: i18n } = { en: createInstance(), zh: createInstance() }
beforeAll(async () => {
  for (const lng of ['en', 'zh'] as const) {
    await words[lng].init({ lng, resources: { [lng]: { translation: catalogue[lng] } } })
  }
})
const say =
  (lng: AppLanguage): Translate =>
  (key, options = {}) =>
    String(words[lng].t(key, options))
const bridge = askTime(0, bridgeBlock)
const without = (question: OpenApproval, ...gone: readonly string[]): OpenApproval => {
  const { approve, deny } = question.offered
  const kept = { ...approve, durations: approve.durations.filter((duration) => !gone.includes(duration)) }
  return { ...question, offered: { approve: kept, deny } }
}
const label = (scope: AnswerScope, lng: AppLanguage = 'en', question = bridge, client = 'Cursor', isArmed = false) =>
  approveLabel(question, scope, client, isArmed, say(lng))

describe('what an answer covers, and how long', () => {
  it('starts with exactly this request, once', () =>
    expect(narrowestScope).toEqual({ duration: 'once', what: 'exactly' }))

  it('lasts until the client disconnects when it covers more than this request', () => {
    expect(withCoverage(narrowestScope, 'narrow', bridge)).toEqual({ duration: 'session', what: 'narrow' })
    expect(withCoverage({ duration: 'always', what: 'exactly' }, 'any', bridge)).toEqual({
      duration: 'always',
      what: 'any',
    })
    expect(withCoverage(narrowestScope, 'any', without(bridge, 'session')).duration).toBe('5-minutes')
  })

  it('covers exactly this again when it is for this time', () => {
    expect(withDuration({ duration: 'session', what: 'any' }, 'once')).toEqual(narrowestScope)
    expect(withDuration({ duration: 'session', what: 'any' }, 'always')).toEqual({ duration: 'always', what: 'any' })
  })

  it('never covers more than this request once, for any order of choices', () => {
    const step = fc.oneof(fc.constantFrom(...coverageIds), fc.constantFrom(...durations))
    fc.assert(
      fc.property(fc.array(step), fc.subarray(['session', '5-minutes', 'always']), (steps, gone) => {
        const question = without(bridge, ...gone)
        const scope = steps.reduce<AnswerScope>((before, chosen) => {
          const what = coverageIds.find((id) => id === chosen)
          if (what) return withCoverage(before, what, question)
          const duration = offeredDurations(question).find((one) => one === chosen)
          return duration ? withDuration(before, duration) : before
        }, narrowestScope)
        expect(scope.duration === 'once' && scope.what !== 'exactly').toBe(false)
        expect(question.offered.approve.durations).toContain(scope.duration)
      }),
    )
  })

  it('is not chosen for what must be typed, or is approved once only', () => {
    expect(hasChoice(bridge)).toBe(true)
    expect(hasChoice({ ...bridge, mustType: 'Steve' })).toBe(false)
    expect(hasChoice(askBan(0))).toBe(false)
  })
})

describe('the label of the button', () => {
  const near = 'up to 16 blocks each way from 12 64 −8 in world'

  it('says everything the answer allows', () => {
    expect(label(narrowestScope)).toBe('Approve once')
    expect(label({ duration: '15-minutes', what: 'narrow' })).toBe(`Approve and allow Oak Planks, ${near} for 15 min`)
    expect(label({ duration: 'session', what: 'exactly' })).toBe(
      'Approve and allow exactly this until Cursor disconnects',
    )
    expect(label({ duration: 'always', what: 'any' }, 'en', askTime(0))).toBe(
      'Approve and always allow any change of the time',
    )
    expect(label({ duration: 'always', what: 'any' }, 'zh', askTime(0))).toBe('批准，并始终允许对时间的任何更改')
    expect(label({ duration: '15-minutes', what: 'narrow' }, 'zh')).toBe(
      '批准，并在 15 分钟内允许橡木木板，在 world 以 12 64 −8 为中心各方向 16 格以内',
    )
  })

  it('says "it" for a client with a long name', () => {
    const long = 'An assistant with a long name'
    expect(label({ duration: 'session', what: 'any' }, 'en', bridge, long)).toBe(
      'Approve and allow any block change until it disconnects',
    )
  })

  it('never reads a name as a placeholder', () => {
    expect(label({ duration: 'session', what: 'exactly' }, 'en', bridge, '{{what}} $t(a)')).toBe(
      'Approve and allow exactly this until {{what}} $t(a) disconnects',
    )
  })

  it('asks again for any use of a dangerous action, and states the consequence', () => {
    const any = { duration: 'session', what: 'any' } as const
    expect(isBroad(any, bridge)).toBe(true)
    expect(toneOf(bridge, any)).toBe('broad')
    expect(label(any, 'en', bridge, 'Cursor', true)).toBe(
      'Press again to allow any block change until Cursor disconnects',
    )
    expect(plainText(sentenceParts(consequenceSentence(bridge, 'Cursor'), say('en')))).toBe(
      'Cursor can then do this on Survival without asking: any block change.',
    )
    expect(isBroad(any, { risk: 'medium' })).toBe(false)
    expect(toneOf({ ...bridge, risk: 'medium' }, any)).toBe('go')
    expect(isBroad({ what: 'narrow' }, bridge)).toBe(false)
  })
})
