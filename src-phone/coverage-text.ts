/**
 * Coverage text: what an answer would cover, from the same clauses as in the window.
 *
 * Guards invariant 5: templates are split before values are inserted, so that a value is never read as a placeholder.
 */
import type { Coverage } from '@shared/approvals/coverage.js'
import { type ClauseValue, clausesOf } from '@shared/approvals/coverage-words.js'
import type { PhoneQuestion } from '@shared/clients/phone.js'
import { exact, numberIn } from '@shared/text/numbers.js'
import { visible } from './elements.js'
import { sharedText, type Texts } from './texts.js'

/** Maximum characters of a value. */
const longest = 120

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** `minecraft:oak_planks` as "oak planks"; the id is shown in the arguments. */
const readable = (text: string): string =>
  /^minecraft:[a-z0-9_]{1,80}$/u.test(text) ? text.slice(10).replaceAll('_', ' ') : text

const shortened = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text)

function valueText(value: ClauseValue, language: string): string {
  switch (value.kind) {
    case 'argument': {
      const text = typeof value.value === 'string' ? readable(value.value) : (JSON.stringify(value.value) ?? '')
      return visible(shortened(text))
    }
    case 'parameter':
      return visible(shortened(value.name))
    case 'number':
      return numberIn(language, exact)(value.value)
    case 'span': {
      const [unit, size] = units.find(([, length]) => value.seconds % length === 0) ?? units[3]
      return numberIn(language, { ...exact, style: 'unit', unit, unitDisplay: 'long' })(value.seconds / size)
    }
    case 'position':
      return value.point.map((each) => numberIn(language)(each)).join(' ')
  }
}

export function coverageText(coverage: Coverage, { capabilityId }: PhoneQuestion, texts: Texts): string {
  if (coverage.id !== 'narrow') return texts.exactly
  return clausesOf(capabilityId, coverage.facts)
    .map(({ key, values }) =>
      (sharedText(texts, `coverage.${key}`) ?? '')
        .split(/\{\{(\w+)\}\}/u)
        .map((piece, at) => {
          const value = at % 2 === 1 ? values[piece] : undefined
          return at % 2 === 0 ? piece : value ? valueText(value, texts.language) : ''
        })
        .join(''),
    )
    .join(sharedText(texts, 'coverage.list') ?? ', ')
}
