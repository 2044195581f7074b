/* Generated from schemas/ by `npm run generate`. Do not edit. */

/**
 * A failure as it crosses the wire. See docs/protocol.md#errors.
 */
export type ErrorDocument = ContractError

export interface ContractError {
  /**
   * A code of the catalogue, for example BUSINESS.PLAYER_OFFLINE.
   */
  code: string
  /**
   * For people.
   */
  message: string
  details?: {
    [k: string]: unknown
  }
  cause?: ContractError
  /**
   * What to do next.
   */
  suggestion?: string
  documentation?: string
}
