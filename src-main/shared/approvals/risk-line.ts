/**
 * Risk line: the one reason why a request asks, beside its risk level, as a key of `words/` or as text.
 *
 * Guards "the risk keeps its own level": having read text of players is a reason to ask, never a level; and a call whose
 * level was raised names what raised it, not what is usual for the action.
 */
import type { RaisedBy } from '@contract/risk-rule.js'
import { riskReasonOf } from '../words/core-words.js'
import type { OpenApproval } from './approval.js'

/** `text` is what the owner or a provider wrote, or what is said where the words have no `key`. */
export interface AskReason {
  readonly key?: string
  readonly text?: string
}

export interface RiskLine {
  readonly reason: AskReason
  /** Further reasons that raised the risk, and what a provider adds to the words of the catalogue. */
  readonly also: readonly AskReason[]
}

type Asked = Pick<OpenApproval, 'capabilityId' | 'riskReason' | 'raisedBy' | 'builtIn' | 'readText'>

const raisedReason = ({ rule, because, owners }: RaisedBy): AskReason =>
  owners ? { text: because } : { key: `raised.rule.${rule}`, text: because }

export function riskLineOf({ capabilityId, riskReason, raisedBy = [], builtIn, readText }: Asked): RiskLine {
  const [raised, ...also] = raisedBy.map(raisedReason)
  if (raised) return { reason: raised, also }
  if (builtIn === 'built-in:read-text') {
    return { reason: { key: `asksBecause.${readText?.capabilityId === 'player.chat' ? 'chat' : 'text'}` }, also: [] }
  }
  if (builtIn !== undefined) return { reason: { key: `asksBecause.${builtIn.slice('built-in:'.length)}` }, also: [] }
  const { key, text } = riskReasonOf(capabilityId, riskReason)
  if (key === undefined) return { reason: text === undefined ? {} : { text }, also: [] }
  return { reason: { key }, also: text === undefined ? [] : [{ text }] }
}

/** Words of ours as they follow a dash: without a capital letter and a full stop. */
export const asPhrase = (sentence: string): string =>
  sentence.replace(/[.。]$/u, '').replace(/^(?!Gatehouse)[A-Z](?=[a-z ])/u, (letter) => letter.toLowerCase())
