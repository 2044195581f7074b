/**
 * Judgement: how much the change of a rule asks of whoever calls. See docs/protocol.md#versions-compatibility.
 *
 * What a caller sends may be allowed more and never less; what it gets back may promise more and never less. One
 * rule stands above that: one more value of an `enum` never breaks.
 */
import type { Change } from './change.js'
import type { Effect, RuleChange } from './rule-change.js'

export type Side = 'parameters' | 'returns'

const judged: Readonly<Record<Side, Readonly<Record<Effect, Change['level']>>>> = {
  parameters: { narrower: 'major', wider: 'minor', extended: 'minor', other: 'major', note: 'patch' },
  returns: { narrower: 'minor', wider: 'major', extended: 'minor', other: 'major', note: 'patch' },
}

export const judge = (
  side: Side,
  path: string,
  { effect, reason }: RuleChange,
  from: unknown,
  to: unknown,
): Change => ({ path, level: judged[side][effect], from, to, reason })
