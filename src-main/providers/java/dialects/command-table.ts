/**
 * Command table: the data format that describes a dialect.
 *
 * A command has one form per range of versions with the same syntax, and the replies of all versions. Each reply has an
 * outcome: `done`, `unchanged` (already in that state) or `failed`. An empty reply proves nothing, except where the game
 * itself sends none.
 */
import type { GatewayError } from '@contract/gateway-error.js'
import type { VersionRange } from './game-version.js'

export interface CommandSyntax extends VersionRange {
  /**
   * Template; each `{argument}` is replaced by an encoded value. `{player}` is a place where the game reads entities,
   * `{profile}` one where it reads profiles.
   */
  readonly command: string
}

export type CommandOutcome = 'done' | 'unchanged' | 'failed'

export interface CommandEntry {
  readonly forms: readonly CommandSyntax[]
  /** Reply templates by outcome; see `reply-pattern.ts`. */
  readonly replies: Readonly<Partial<Record<CommandOutcome, readonly string[]>>>
  /** What an empty reply means, in the versions in which the game itself sends none. */
  readonly silence?: VersionRange & { readonly outcome: Exclude<CommandOutcome, 'failed'> }
}

/** The failure meant by a reply that any command can give. */
export interface CommonFailure {
  readonly replies: readonly string[]
  error(reply: string): GatewayError
}
