/** Forecast: what a call would come to, if it were made now. */
import type { JsonObject } from '@contract/call.js'
import type { ContractError } from '@contract/generated/error.js'
import type { AssessedRisk } from '@contract/risk-rule.js'
import type { Rule } from './rule.js'

export interface DryRunForecast {
  /** `ask`: a person would be asked first. */
  readonly decision: 'run' | 'ask' | 'block'
  /** Why it would be blocked. */
  readonly why?: ContractError
  /** The rule of a person, or the built-in one, that decides it. */
  readonly rule?: Pick<Rule, 'id' | 'effect'>
  /** People who would have to agree. */
  readonly approvers: number
  /** With what raised it. */
  readonly risk: AssessedRisk
  /** The caller has read text that somebody in the game wrote. */
  readonly tainted: boolean
  /** As they would be sent, defaults filled. */
  readonly arguments: JsonObject
  /** What the paired context reads now. */
  readonly before?: JsonObject
  /** Whether a person could undo it, if it were done now. */
  readonly undoable: boolean
}
