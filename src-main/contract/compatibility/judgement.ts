/**
 * Judgement: how a changed rule affects callers. See docs/protocol.md#versions-compatibility.
 *
 * Inputs may become less restricted, never more; results may promise more, never less. One exception has priority: an
 * added `enum` value never breaks.
 */
import type { SchemaChange } from './change.js'
import type { SchemaRuleChange, SchemaRuleEffect } from './rule-change.js'

export type Side = 'parameters' | 'returns'

const judged: Readonly<Record<Side, Readonly<Record<SchemaRuleEffect, SchemaChange['level']>>>> = {
  parameters: { narrower: 'major', wider: 'minor', extended: 'minor', other: 'major', note: 'patch' },
  returns: { narrower: 'minor', wider: 'major', extended: 'minor', other: 'major', note: 'patch' },
}

export const judge = (
  side: Side,
  path: string,
  { effect, reason }: SchemaRuleChange,
  from: unknown,
  to: unknown,
): SchemaChange => ({ path, level: judged[side][effect], from, to, reason })
