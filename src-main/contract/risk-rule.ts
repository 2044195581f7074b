/**
 * Risk rule: conditions on the arguments of a call that raise its risk above that of its manifest. See
 * docs/protocol.md#calls-risk.
 */
import type { CapabilityType, Risk, RiskLevel } from './generated/capability-manifest.js'

/**
 * A test of a value. Texts are compared in the form of `policy/text/normalized-text.ts`, so that case, confusable letters
 * and invisible characters make no difference.
 */
export type RiskTest =
  /** The value is present. */
  | { readonly is: 'given' }
  | { readonly is: 'equals'; readonly value: string | number | boolean }
  | { readonly is: 'in'; readonly values: readonly (string | number | boolean)[] }
  /** `*` matches any characters. */
  | { readonly is: 'matches'; readonly pattern: string }
  | { readonly is: 'greater-than' | 'less-than'; readonly number: number }
  /** Counts the items of a list or the members of an object. */
  | { readonly is: 'count-greater-than'; readonly number: number }
  /** Number of blocks in the smallest box around all positions. */
  | { readonly is: 'volume-greater-than'; readonly blocks: number }
  /** A target selector, `*`, or a word that means all players. */
  | { readonly is: 'selector' }
  /** A wildcard, a regular expression or an IP address. */
  | { readonly is: 'many-names' }
  | { readonly is: 'link' }
  /** A text that looks like a message of Gatehouse. */
  | { readonly is: 'imitation' }
  /** A text component with parts that only the game knows. */
  | { readonly is: 'composed-text' }
  /** A command that begins with one of these words, also after `run` and `sudo`. */
  | { readonly is: 'command'; readonly words: readonly string[]; readonly slash: 'needed' | 'optional' }

export type RiskCondition = RiskTest & {
  /**
   * JSON pointer into the arguments, in which `*` matches any member, `a|b` either member, and `**` everything at any
   * depth.
   */
  readonly at: string
  /** Members that are not searched: their text is shown to people and has no effect. */
  readonly except?: readonly string[]
  /** A missing value counts as unknown and raises the risk. */
  readonly missing?: 'raises'
}

export interface RiskRule {
  /** For a built-in rule, also the key of its sentence in the window. */
  readonly id: string
  /** Patterns of ids, one of which must match: `*` matches any characters of a part, `**` any number of parts. */
  readonly capabilities: readonly string[]
  /** All types when omitted: an untrusted context may act. */
  readonly types?: readonly CapabilityType[]
  /** All of them must hold; an empty list always holds. */
  readonly when: readonly RiskCondition[]
  readonly raiseTo: RiskLevel
  /** One sentence, in English. */
  readonly because: string
}

/** A reason for which the risk of a call is higher than in its manifest. */
export interface RaisedBy {
  readonly rule: string
  readonly level: RiskLevel
  readonly because: string
  /** Whether the rule is the owner's, whose sentence is shown as written. */
  readonly owners?: true
}

/** The risk of one call. */
export type AssessedRisk = Risk & {
  /** The highest level first; absent when nothing raised the risk. */
  readonly raisedBy?: readonly RaisedBy[]
}

export const riskRuleLimits = { rules: 200, conditions: 8, list: 100, text: 256, because: 512 } as const
