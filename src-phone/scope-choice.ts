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
import { coverageText } from './coverage-text.js'
import { element } from './elements.js'
import type { Words } from './words.js'

export interface ScopeChoice {
  /** Nothing where there is nothing to choose. */
  readonly parts: readonly HTMLElement[]
  readonly scope: () => AnswerScope
  /** What the button says. */
  readonly label: () => string
}

export function scopeChoice(question: PhoneQuestion, words: Words, onChange: () => void): ScopeChoice {
  let scope = narrowestScope
  const { coverages } = question.offered.approve
  const texts = new Map(coverages.map((coverage) => [coverage.id, coverageText(coverage, question, words)]))
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
  const rows = (legend: string, ...labels: readonly HTMLElement[]) =>
    element('fieldset', 'choices', element('legend', '', legend), ...labels)

  const parts = hasChoice(question)
    ? [
        rows(
          words.what,
          ...coverages.map(({ id }) => row('what', id, texts.get(id) ?? '', () => withCoverage(scope, id, question))),
        ),
        rows(
          words.howLong,
          ...offeredDurations(question).map((duration) =>
            row('how', duration, words.durations[duration], () => withDuration(scope, duration)),
          ),
        ),
      ]
    : []
  return {
    parts,
    scope: () => scope,
    label: () =>
      scope.duration === 'once' ? words.approve : words.approveFor[scope.duration](texts.get(scope.what) ?? ''),
  }
}
