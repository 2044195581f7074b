/**
 * Built-in rule: an `ask` rule that Gatehouse brings. The posture decides which are on; the owner can switch each one.
 *
 * Guards invariant 2: a built-in rule only asks. It has no effect member, so it can neither allow nor deny.
 */

/**
 * How much is asked by default. `careful`: every change. `balanced`: the risk matrix, and actions that hit one player.
 * `specification`: the risk matrix of docs/protocol.md#calls-risk, alone.
 */
export const postures = ['careful', 'balanced', 'specification'] as const
export type Posture = (typeof postures)[number]

export type BuiltInRuleId = 'built-in:every-change' | 'built-in:kick' | 'built-in:mute'

export interface BuiltInRule {
  readonly id: BuiltInRuleId
  /** Id or pattern of the actions it asks about. It never asks about reading. */
  readonly capability: string
  /** Postures in which it is on. */
  readonly postures: readonly Posture[]
}

export const builtInRules: readonly BuiltInRule[] = [
  { id: 'built-in:every-change', capability: '**', postures: ['careful'] },
  { id: 'built-in:kick', capability: 'player.kick', postures: ['careful', 'balanced'] },
  { id: 'built-in:mute', capability: 'player.mute', postures: ['careful', 'balanced'] },
]

/** The settings that decide which built-in rules are on. */
export interface PostureSettings {
  readonly posture: Posture
  /** Id of a built-in rule → whether the owner switched it on or off; where absent, the posture decides. */
  readonly builtInRules: Readonly<Record<string, boolean>>
}

export const isBuiltInRuleOn = ({ id, postures }: BuiltInRule, settings: PostureSettings): boolean =>
  settings.builtInRules[id] ?? postures.includes(settings.posture)

/** The owner switched a built-in rule to something else than the posture says. */
export const isCustomPosture = (settings: PostureSettings): boolean =>
  builtInRules.some((rule) => isBuiltInRuleOn(rule, settings) !== rule.postures.includes(settings.posture))

/** The settings change that selects a posture: rules switched manually under another posture are reset. */
export const choosePosture = (posture: Posture): PostureSettings => ({ posture, builtInRules: {} })
