/**
 * Judgement: how a changed rule affects callers. See docs/protocol.md#versions-compatibility.
 *
 * Inputs may become less restricted, never more; results may promise more, never less. One exception has priority: an
 * added `enum` value never breaks.
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
