/**
 * Coverage sentence: what an answer or a rule covers, in words. The clauses are those of every other surface
 * (`shared/approvals/coverage-words.ts`); here things of the game get their names.
 */

import type { ArgumentFact, Coverage } from '@shared/approvals/coverage.js'
import { type ClauseValue, clausesOf } from '@shared/approvals/coverage-words.js'
import { coreAnyKey } from '@shared/words/core-words.js'
import { capabilityWord } from './call-sentence.js'
import { valueFact } from './facts.js'
import { name, number, own, position, quote, type Sentence, span, type Word, worldWord } from './sentence.js'
import { isWeather } from './weather.js'

/** Characters of a value that is neither a name nor a number. */
const maxDataLength = 120

const said = (key: string, words: Sentence['words'] = {}): Sentence => ({ key, words, complete: true })

const argumentWord = (name_: string, value: unknown): Word => {
  if (name_ === 'weather' && isWeather(value)) return own(`weather.${value}`, 'name')
  if ((name_ === 'world' || name_ === 'worldName') && typeof value === 'string') return worldWord(value)
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

const wordOf = (value: ClauseValue): Word => {
  switch (value.kind) {
    case 'argument':
      return argumentWord(value.name, value.value)
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
    said(`coverage.${key}`, Object.fromEntries(Object.entries(values).map(([slot, value]) => [slot, wordOf(value)]))),
  )
  return said('coverage.value', { value: { kind: 'list', sentences } })
}

/** "any block change" */
export const anyValuesSentence = (capabilityId: string, capabilityName?: string): Sentence =>
  said(coreAnyKey(capabilityId), { name: capabilityWord(capabilityId, capabilityName) })

/** What a person can choose that their answer covers. */
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
