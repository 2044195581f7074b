/**
 * Built-in rule: an `ask` rule of Gatehouse itself. The posture decides which rules are on; the owner can switch each
 * one.
 *
 * Guards invariant 2: a built-in rule only asks. It has no effect member, so it can neither allow nor deny.
 */

/**
 * Which actions need an approval by default. `careful`: every change. `balanced`: those of the risk matrix, and actions
 * against one player. `specification`: only those of the risk matrix of docs/protocol.md#calls-risk. In each of them a
 * client that has read text of others asks about medium actions.
 */
export const postures = ['careful', 'balanced', 'specification'] as const
export type Posture = (typeof postures)[number]

export type BuiltInRuleId = 'built-in:every-change' | 'built-in:kick' | 'built-in:mute' | 'built-in:read-text'

export interface BuiltInRule {
  readonly id: BuiltInRuleId
  /** Id or pattern of the actions of the rule. It never applies to reads. */
  readonly capability: string
  /** Only medium actions of a client that has just read text of others. */
  readonly afterText?: true
  /** Postures in which the rule is on. */
  readonly postures: readonly Posture[]
}

export const builtInRules: readonly BuiltInRule[] = [
  { id: 'built-in:every-change', capability: '**', postures: ['careful'] },
  { id: 'built-in:kick', capability: 'player.kick', postures: ['careful', 'balanced'] },
  { id: 'built-in:mute', capability: 'player.mute', postures: ['careful', 'balanced'] },
  { id: 'built-in:read-text', capability: '**', afterText: true, postures },
]

/** The settings that decide which built-in rules are on. */
export interface PostureSettings {
  readonly posture: Posture
  /** Id of a built-in rule → whether the owner switched it on or off; if absent, the posture decides. */
  readonly builtInRules: Readonly<Record<string, boolean>>
}

export const isBuiltInRuleOn = ({ id, postures }: BuiltInRule, settings: PostureSettings): boolean =>
  settings.builtInRules[id] ?? postures.includes(settings.posture)

/** Whether the owner switched a built-in rule differently from the posture. */
export const isCustomPosture = (settings: PostureSettings): boolean =>
  builtInRules.some((rule) => isBuiltInRuleOn(rule, settings) !== rule.postures.includes(settings.posture))

/** The settings change that selects a posture; manually switched rules are reset. */
export const choosePosture = (posture: Posture): PostureSettings => ({ posture, builtInRules: {} })
