/* Generated from schemas/ by `npm run generate`. Do not edit. */

/**
 * A failure as it crosses the wire. Specification 1, section 5.1.
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
