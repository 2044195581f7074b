/** Rule list: which rules are shown and in what order; pure, so that it can be tested without a screen. */
import { everyAi, type Rule, type RuleEffect } from '@shared/approvals/rule.js'

export interface WantedRules {
  readonly words: string
  readonly effect: RuleEffect | ''
  /** Id; rules about every client count for it too. */
  readonly client: string
  /** Id; rules about every server count for it too. */
  readonly server: string
}

export const everyRule: WantedRules = { words: '', effect: '', client: '', server: '' }

export const isNarrowed = (wanted: WantedRules): boolean => Object.values(wanted).some((value) => value.trim() !== '')

/** @param nameOf the displayed name of a rule */
export const shownRules = (
  rules: readonly Rule[],
  wanted: WantedRules,
  nameOf: (rule: Rule) => string,
): readonly Rule[] => {
  const parts = wanted.words.toLocaleLowerCase().split(/\s+/u).filter(Boolean)
  return rules.filter((rule) => {
    if (wanted.effect !== '' && rule.effect !== wanted.effect) return false
    if (wanted.client !== '' && rule.client !== undefined && ![wanted.client, everyAi.id].includes(rule.client.id))
      return false
    if (wanted.server !== '' && rule.server !== undefined && rule.server !== wanted.server) return false
    if (parts.length === 0) return true
    const reported = [nameOf(rule), rule.capability, rule.client?.name, rule.server, rule.note, rule.createdBy.name]
    const text = reported.filter(Boolean).join(' ').toLocaleLowerCase()
    return parts.every((part) => text.includes(part))
  })
}

export const ruleSortings = ['newest', 'used', 'lately', 'ends'] as const
export type RuleSorting = (typeof ruleSortings)[number]

const endOf = ({ expiresAt }: Rule): number => (expiresAt === undefined ? Number.MAX_VALUE : Date.parse(expiresAt))
const usedAt = ({ lastUsedAt }: Rule): number => (lastUsedAt === undefined ? 0 : Date.parse(lastUsedAt))

const comparisons: Readonly<Record<RuleSorting, (one: Rule, other: Rule) => number>> = {
  newest: (one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt),
  used: (one, other) => other.uses - one.uses,
  lately: (one, other) => usedAt(other) - usedAt(one),
  ends: (one, other) => endOf(one) - endOf(other),
}

/** Equal ones stay as they were. */
export const rulesInOrder = (rules: readonly Rule[], sorting: RuleSorting): readonly Rule[] =>
  [...rules].sort(comparisons[sorting])

/** The target of a link: one rule, or the rules about a client or a server. */
export const wantedAbout = (
  about: string | undefined,
  { rules, servers }: { readonly rules: readonly Pick<Rule, 'id'>[]; readonly servers: readonly { id: string }[] },
): { readonly wanted: WantedRules; readonly rule?: string } => {
  if (about === undefined) return { wanted: everyRule }
  if (rules.some(({ id }) => id === about)) return { wanted: everyRule, rule: about }
  if (servers.some(({ id }) => id === about)) return { wanted: { ...everyRule, server: about } }
  return { wanted: { ...everyRule, client: about } }
}
