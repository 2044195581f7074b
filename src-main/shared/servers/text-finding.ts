/** Text finding: something in what a server says of its capabilities that a person should look at before they accept it. */

export type TextFindingKind =
  /** It speaks to the model that reads it. */
  | 'instruction'
  /** Characters that nobody sees. */
  | 'hidden'
  /** Terminal codes. */
  | 'ansi'
  /** Words of letters that only look alike. */
  | 'lookalikes'
  | 'link'
  /** Something long that only a machine can read. */
  | 'encoded'
  /** The name of somebody else's tool. */
  | 'other-tool'

export interface TextFinding {
  readonly kind: TextFindingKind
  /** JSON pointer into the manifest. */
  readonly path: string
  /** The place, cleaned and short; what nobody sees is named. */
  readonly excerpt: string
}
