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
  allowedSentence,
  approveLabel,
  consequenceSentence,
  toneOf,
} from '../../../src-renderer/features/approvals/pop-up/approve-label.js'
import { catalogue } from '../../../src-renderer/i18n/catalogue.js'
import { capitalized, plainText, sentenceParts, type Translate } from '../../../src-renderer/sentences/sentence.js'
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
const label = (scope: AnswerScope, lng: AppLanguage = 'en', question = bridge, isArmed = false) =>
  approveLabel(question, scope, isArmed, say(lng))
const allowed = (scope: AnswerScope, lng: AppLanguage = 'en', question = bridge) =>
  plainText(capitalized(sentenceParts(allowedSentence(question, scope), say(lng))))

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

describe('the control and the button', () => {
  const near = 'up to 16 blocks each way from 12 64 −8 in world'

  it('say everything the answer allows: the control what and how long, the button how long', () => {
    expect([allowed(narrowestScope), label(narrowestScope)]).toEqual(['Only this, once', 'Approve once'])
    const narrow = { duration: '15-minutes', what: 'narrow' } as const
    expect([allowed(narrow), label(narrow)]).toEqual([`Oak Planks, ${near}, 15 min`, 'Approve for 15 min'])
    const session = { duration: 'session', what: 'exactly' } as const
    expect([allowed(session), label(session)]).toEqual([
      'Exactly this, until it disconnects',
      'Approve until it disconnects',
    ])
    const always = { duration: 'always', what: 'any' } as const
    expect([allowed(always, 'en', askTime(0)), label(always)]).toEqual([
      'Any change of the time, always',
      'Always allow',
    ])
    expect([allowed(always, 'zh', askTime(0)), label(always, 'zh')]).toEqual(['对时间的任何更改，始终', '始终允许'])
    expect(allowed(narrow, 'zh')).toBe('橡木木板，在 world 以 12 64 −8 为中心各方向 16 格以内，15 分钟')
  })

  it('never read a name as a placeholder', () => {
    const scope = { duration: 'session', what: 'any' } as const
    const said = plainText(sentenceParts(consequenceSentence(bridge, scope, '{{what}} $t(a)'), say('en')))
    expect(said).toBe('{{what}} $t(a) can then do this on Survival without asking: any block change.')
  })

  it('ask again for any use of a dangerous action, and state the consequence', () => {
    const any = { duration: 'session', what: 'any' } as const
    expect(isBroad(any, bridge)).toBe(true)
    expect(toneOf(bridge, any)).toBe('broad')
    expect(label(any, 'en', bridge, true)).toBe('Press again to confirm')
    expect(isBroad(any, { risk: 'medium' })).toBe(false)
    expect(toneOf({ ...bridge, risk: 'medium' }, any)).toBe('go')
    expect(isBroad({ what: 'narrow' }, bridge)).toBe(false)
  })
})
