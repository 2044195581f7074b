/**
 * Coverage text: what a decision or a rule covers, and for how long, in one line. Uses the window's texts.
 */
import type { ArgumentFact, CoverageId } from '@shared/approvals/coverage.js'
import { type ClauseValue, clausesOf } from '@shared/approvals/coverage-words.js'
import { coverageIdOf, type RuleTerms } from '@shared/approvals/rule.js'
import en from '@shared/words/en.json' with { type: 'json' }

export function coverageText(capabilityId: string, what: CoverageId, facts: readonly ArgumentFact[] = []): string {
  if (what === 'any') return 'any arguments'
  if (what === 'exactly') return en.coverage.exactly
  return clausesOf(capabilityId, facts)
    .map(({ key, values }) => filled(templateOf(key), values))
    .join(en.coverage.list)
}

/** Also lists the exact arguments, because the rule is shown without its request. */
export function ruleCoverageText(rule: Pick<RuleTerms, 'capability' | 'what' | 'arguments'>): string {
  const { capability, what, arguments: exactly } = rule
  const id = coverageIdOf(rule)
  const facts = what && 'facts' in what ? what.facts : []
  if (id !== 'exactly') return coverageText(capability, id, facts)
  const [same] = facts.flatMap((fact) => (fact.kind === 'same' ? [fact.given] : []))
  return `exactly ${JSON.stringify(exactly?.shown ?? same ?? {})}`
}

/** The scope recorded in the audit trail. */
export interface RecordedScope {
  readonly what: CoverageId
  readonly duration?: string
  readonly until?: string
  readonly facts?: readonly object[]
}

export function scopeText(capabilityId: string, { what, duration, until, facts }: RecordedScope): string {
  if (duration === 'once') return 'this once'
  const covered = coverageText(capabilityId, what, facts as readonly ArgumentFact[] | undefined)
  return `${covered}; ${until ? `until ${until}` : lasting(duration)}`
}

function lasting(duration = ''): string {
  if (duration === 'session') return 'until it disconnects'
  if (duration === 'always') return 'always'
  return `for ${duration.replace('-', ' ')}`
}

const templateOf = (key: string): string => {
  const words: unknown = (en.coverage as Readonly<Record<string, unknown>>)[key]
  return typeof words === 'string' ? words : key
}

const filled = (words: string, values: Readonly<Record<string, ClauseValue>>): string =>
  words.replace(/\{\{(\w+)\}\}/gu, (_whole, name: string) => {
    const value = values[name]
    return value ? textOf(value) : ''
  })

function textOf(value: ClauseValue): string {
  switch (value.kind) {
    case 'argument':
      return typeof value.value === 'string' ? value.value : JSON.stringify(value.value)
    case 'parameter':
      return value.name
    case 'number':
      return String(value.value)
    case 'span':
      return value.seconds % 60 === 0 ? `${value.seconds / 60} min` : `${value.seconds} s`
    case 'position':
      return value.point.join(' ')
  }
}
