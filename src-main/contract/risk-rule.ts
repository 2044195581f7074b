/**
 * Risk rule: when the arguments of a call make it more dangerous than its manifest says. See
 * docs/protocol.md#calls-risk.
 */
import type { CapabilityType, Risk, RiskLevel } from './generated/capability-manifest.js'

/**
 * What is searched in the arguments. Texts are compared in the form of `policy/normalized-text.ts`, so that case,
 * confusable letters and invisible characters make no difference.
 */
export type RiskTest =
  /** There is something at all. */
  | { readonly is: 'given' }
  | { readonly is: 'equals'; readonly value: string | number | boolean }
  | { readonly is: 'in'; readonly values: readonly (string | number | boolean)[] }
  /** `*` stands for any run of characters. */
  | { readonly is: 'matches'; readonly pattern: string }
  | { readonly is: 'greater-than' | 'less-than'; readonly number: number }
  /** Of a list, its items; of an object, its members. */
  | { readonly is: 'count-greater-than'; readonly number: number }
  /** Blocks of the smallest box around every place that is named. */
  | { readonly is: 'volume-greater-than'; readonly blocks: number }
  /** A target selector, `*`, or a word for everybody. */
  | { readonly is: 'selector' }
  /** A wildcard, a regular expression or an IP address. */
  | { readonly is: 'many-names' }
  | { readonly is: 'link' }
  /** A command that begins with one of these words, also behind `run` and `sudo`. */
  | { readonly is: 'command'; readonly words: readonly string[]; readonly slash: 'needed' | 'optional' }

export type RiskCondition = RiskTest & {
  /**
   * JSON pointer into the arguments, in which `*` stands for any member, `a|b` for either, and `**` for whatever
   * lies there, at any depth.
   */
  readonly at: string
  /** Members that are not searched: their text is shown to people and has no effect. */
  readonly except?: readonly string[]
  /** A missing value counts as unknown and raises the risk. */
  readonly missing?: 'raises'
}

export interface RiskRule {
  /** Of a rule of ours, the key of its sentence in the window as well. */
  readonly id: string
  /** Patterns of ids, one of which must fit: `*` stands for any characters of a part, `**` for any number of parts. */
  readonly capabilities: readonly string[]
  /** All types when left out: an untrusted context may act. */
  readonly types?: readonly CapabilityType[]
  /** All of them must hold; always when there are none. */
  readonly when: readonly RiskCondition[]
  readonly raiseTo: RiskLevel
  /** One sentence, in English. */
  readonly because: string
}

/** Why a call is more dangerous than its manifest says. */
export interface RaisedBy {
  readonly rule: string
  readonly level: RiskLevel
  readonly because: string
  /** Whether the rule is the owner's, whose sentence stands as they wrote it. */
  readonly owners?: true
}

/** The risk of one call. */
export type AssessedRisk = Risk & {
  /** Worst first; absent when nothing raised it. */
  readonly raisedBy?: readonly RaisedBy[]
}

export const riskRuleLimits = { rules: 200, conditions: 8, list: 100, text: 256, because: 512 } as const
