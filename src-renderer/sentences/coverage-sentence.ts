/**
 * Coverage sentence: what an answer or a rule covers, in words. The clauses are those of every other surface
 * (`shared/approvals/coverage-words.ts`); here game objects get their names.
 */

import type { ArgumentFact, Coverage } from '@shared/approvals/coverage.js'
import { type ClauseValue, clausesOf } from '@shared/approvals/coverage-words.js'
import { coreAnyKey } from '@shared/words/core-words.js'
import { isWeather } from '@shared/words/weather.js'
import { booleanOf } from './boolean-value.js'
import { capabilityValue } from './call-sentence.js'
import { valueFact } from './facts.js'
import { isDifficulty, isGameMode } from './game-settings.js'
import { name, number, own, position, quote, type Sentence, type SentenceValue, span, worldValue } from './sentence.js'

/** Maximum characters of a value that is neither a name nor a number. */
const maxDataLength = 120

const said = (key: string, values: Sentence['values'] = {}): Sentence => ({ key, values, complete: true })

const argumentValue = (name_: string, value: unknown): SentenceValue => {
  if (name_ === 'weather' && isWeather(value)) return own(`weather.${value}`, 'name')
  if ((name_ === 'gameMode' && isGameMode(value)) || (name_ === 'difficulty' && isDifficulty(value)))
    return own(`${name_}.${value}`, 'name')
  const isOn = name_ === 'value' ? booleanOf(value) : undefined
  if (isOn !== undefined) return own(isOn ? 'facts.on' : 'facts.off', 'name')
  if ((name_ === 'world' || name_ === 'worldName') && typeof value === 'string') return worldValue(value)
  if (typeof value === 'string' && value.trim() === '') return own('facts.blank')
  const fact = valueFact(name_, value)
  switch (fact.kind) {
    case 'game':
      return { kind: 'game', of: fact.of, id: fact.id }
    case 'number':
      return number(fact.value)
    case 'truth':
      return own(fact.value ? 'facts.yes' : 'facts.no')
    case 'place':
      return position(fact.place)
    case 'text':
      return name(fact.text)
    default: {
      const text = JSON.stringify(value) ?? ''
      return quote(text.length > maxDataLength ? `${text.slice(0, maxDataLength)}…` : text)
    }
  }
}

export const sentenceValueOf = (value: ClauseValue): SentenceValue => {
  switch (value.kind) {
    case 'argument':
      return argumentValue(value.name, value.value)
    case 'parameter':
      return name(value.name)
    case 'number':
      return number(value.value)
    case 'span':
      return span(value.seconds)
    case 'position':
      return position({ point: value.point, world: undefined, exact: true })
  }
}

/** "Oak Planks, up to 16 blocks each way from 12 64 −8 in world" */
export const factsSentence = (capabilityId: string, facts: readonly ArgumentFact[]): Sentence => {
  const sentences = clausesOf(capabilityId, facts).map(({ key, values }) =>
    said(
      `coverage.${key}`,
      Object.fromEntries(Object.entries(values).map(([slot, value]) => [slot, sentenceValueOf(value)])),
    ),
  )
  return said('coverage.value', { value: { kind: 'list', sentences } })
}

/** "any block change" */
export const anyValuesSentence = (capabilityId: string, capabilityName?: string): Sentence =>
  said(coreAnyKey(capabilityId), { name: capabilityValue(capabilityId, capabilityName) })

/** The coverages that a person can choose. */
export const coverageSentence = (coverage: Coverage, capabilityId: string, capabilityName?: string): Sentence => {
  switch (coverage.id) {
    case 'exactly':
      return said('coverage.exactly')
    case 'narrow':
      return factsSentence(capabilityId, coverage.facts)
    case 'any':
      return anyValuesSentence(capabilityId, capabilityName)
  }
}
