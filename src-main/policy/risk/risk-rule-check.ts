/**
 * Risk rule check: validates the risk rules of the settings.
 *
 * Guards invariant 2: one invalid rule makes all of them unreadable, because its intention is unknown.
 */
import { type RiskCondition, type RiskRule, riskRuleLimits } from '@contract/risk-rule.js'

type Members = Readonly<Record<string, unknown>>

/** The rules; undefined when one of them is invalid. */
export function riskRulesIn(value: unknown): readonly RiskRule[] | undefined {
  const { rules, because } = riskRuleLimits
  if (!isList(value, rules)) return undefined
  const isRule = (rule: unknown): rule is RiskRule =>
    isMembers(rule, ['id', 'capabilities', 'types', 'when', 'raiseTo', 'because']) &&
    isText(rule.id, 64) &&
    isText(rule.because, because) &&
    (rule.raiseTo === 'medium' || rule.raiseTo === 'high' || rule.raiseTo === 'critical') &&
    isList(rule.capabilities) &&
    rule.capabilities.length > 0 &&
    rule.capabilities.every(isPattern) &&
    (rule.types === undefined || (isList(rule.types, 3) && rule.types.every(isType))) &&
    isList(rule.when, riskRuleLimits.conditions) &&
    rule.when.every(isCondition)
  return value.every(isRule) ? value : undefined
}

const isMembers = (value: unknown, known: readonly string[]): value is Members =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).every((name) => known.includes(name))

const isList = (value: unknown, most: number = riskRuleLimits.list): value is readonly unknown[] =>
  Array.isArray(value) && value.length <= most

const isText = (value: unknown, most: number = riskRuleLimits.text): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= most

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

const isValue = (value: unknown): boolean => isText(value) || isNumber(value) || typeof value === 'boolean'

const isType = (value: unknown): boolean => value === 'action' || value === 'context' || value === 'event'

/** A capability id in which `*` matches any characters of a part and `**` any number of parts. */
const isPattern = (value: unknown): boolean =>
  isText(value, 128) && value.split('.').every((part) => /^[a-z0-9*_-]+$/u.test(part))

const isPointer = (value: unknown): boolean =>
  value === '' || (isText(value) && value.startsWith('/') && value.split('/**').length <= 2)

/** Checks the members of each kind of test, except its path. */
const tests: Readonly<Record<RiskCondition['is'], (test: Members) => boolean>> = {
  given: () => true,
  equals: ({ value }) => isValue(value),
  in: ({ values }) => isList(values) && values.length > 0 && values.every(isValue),
  matches: ({ pattern }) => isText(pattern),
  'greater-than': ({ number }) => isNumber(number),
  'less-than': ({ number }) => isNumber(number),
  'count-greater-than': ({ number }) => isNumber(number),
  'volume-greater-than': ({ blocks }) => isNumber(blocks),
  selector: () => true,
  'many-names': () => true,
  link: () => true,
  imitation: () => true,
  'composed-text': () => true,
  command: ({ words, slash }) =>
    isList(words) &&
    words.length > 0 &&
    words.every((word) => isText(word)) &&
    (slash === 'needed' || slash === 'optional'),
}

const members = ['is', 'at', 'except', 'missing', 'value', 'values', 'pattern', 'number', 'blocks', 'words', 'slash']

const isCondition = (value: unknown): value is RiskCondition => {
  if (!isMembers(value, members) || typeof value.is !== 'string' || !Object.hasOwn(tests, value.is)) return false
  const { at, except, missing } = value
  const isPlaced = isPointer(at) && (except === undefined || (isList(except) && except.every((name) => isText(name))))
  return isPlaced && (missing === undefined || missing === 'raises') && tests[value.is as RiskCondition['is']](value)
}
