/** Text finding: a suspicious part of the texts of a capability, which a person should read before they accept it. */

export type TextFindingKind =
  /** Instructions for the model that reads it. */
  | 'instruction'
  /** Invisible characters. */
  | 'hidden'
  /** Terminal escape sequences. */
  | 'ansi'
  /** Words with confusable letters. */
  | 'lookalikes'
  | 'link'
  /** Long encoded data. */
  | 'encoded'
  /** The name of a tool of another provider. */
  | 'other-tool'

export interface TextFinding {
  readonly kind: TextFindingKind
  /** JSON pointer into the manifest. */
  readonly path: string
  /** The context of the finding, cleaned and short; invisible characters are named. */
  readonly excerpt: string
}
