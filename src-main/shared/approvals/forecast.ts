/** Forecast: the decision about a call if it were made now. */
import type { JsonObject } from '@contract/call.js'
import type { ContractError } from '@contract/generated/error.js'
import type { AssessedRisk } from '@contract/risk-rule.js'
import type { Rule } from './rule.js'

export interface DryRunForecast {
  /** `ask`: the call would need an approval. */
  readonly decision: 'run' | 'ask' | 'block'
  /** Why the call would be blocked. */
  readonly why?: ContractError
  /** The deciding rule of a person, or the built-in one. */
  readonly rule?: Pick<Rule, 'id' | 'effect'>
  /** Number of people who would have to agree. */
  readonly approvers: number
  /** The risk, with the reasons that raised it. */
  readonly risk: AssessedRisk
  /** The caller has read text from players. */
  readonly tainted: boolean
  /** The arguments as they would be sent, with defaults. */
  readonly arguments: JsonObject
  /** The current data of the paired context. */
  readonly before?: JsonObject
  /** Whether a person could undo the action. */
  readonly undoable: boolean
}
