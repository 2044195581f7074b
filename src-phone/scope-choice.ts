/**
 * Scope choice: what an approval covers and how long it lasts, in words. Any use of an action is never offered on a phone.
 *
 * Guards invariant 2: the default is exactly this call, once.
 */

import {
  hasChoice,
  narrowestScope,
  offeredDurations,
  withCoverage,
  withDuration,
} from '@shared/approvals/answer-choice.js'
import type { AnswerScope } from '@shared/approvals/approval.js'
import type { PhoneQuestion } from '@shared/clients/phone.js'
import { coverageSentence } from '../src-renderer/sentences/coverage-sentence.js'
import { plainText, sentenceParts } from '../src-renderer/sentences/sentence.js'
import { element } from './elements.js'
import type { Words } from './sentences.js'
import type { Texts } from './texts.js'

export interface ScopeChoice {
  /** Empty when there is no choice. */
  readonly parts: readonly HTMLElement[]
  readonly scope: () => AnswerScope
  /** The label of the button. */
  readonly label: () => string
}

export function scopeChoice(question: PhoneQuestion, texts: Texts, words: Words, onChange: () => void): ScopeChoice {
  let scope = narrowestScope
  const { coverages } = question.offered.approve
  const { capabilityId, capabilityName } = question
  const labels = new Map(
    coverages.map((coverage) => {
      const sentence = coverageSentence(coverage, capabilityId, capabilityName)
      return [coverage.id, plainText(sentenceParts(sentence, words.t))]
    }),
  )
  const inputs: HTMLInputElement[] = []

  const choose = (wanted: AnswerScope) => {
    scope = wanted
    for (const input of inputs) input.checked = input.value === scope.what || input.value === scope.duration
    onChange()
  }
  const row = (group: string, value: string, text: string, wanted: () => AnswerScope) => {
    const input = element('input')
    input.type = 'radio'
    input.name = `${group}-${question.id}`
    input.value = value
    input.checked = value === scope.what || value === scope.duration
    input.addEventListener('change', () => choose(wanted()))
    inputs.push(input)
    return element('label', 'choice', input, element('span', '', text))
  }
  const rows = (legend: string, ...options: readonly HTMLElement[]) =>
    element('fieldset', 'choices', element('legend', '', legend), ...options)

  const parts = hasChoice(question)
    ? [
        rows(
          texts.what,
          ...coverages.map(({ id }) => row('what', id, labels.get(id) ?? '', () => withCoverage(scope, id, question))),
        ),
        rows(
          texts.howLong,
          ...offeredDurations(question).map((duration) =>
            row('how', duration, texts.durations[duration], () => withDuration(scope, duration)),
          ),
        ),
      ]
    : []
  return {
    parts,
    scope: () => scope,
    label: () =>
      scope.duration === 'once' ? texts.approve : texts.approveFor[scope.duration](labels.get(scope.what) ?? ''),
  }
}
