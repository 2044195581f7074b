/**
 * Command table: the data format that describes a dialect.
 *
 * A command has one form per range of versions with the same syntax, and the replies of all versions. Each reply has an
 * outcome: `done`, `unchanged` (already in that state) or `failed`.
 */
import type { GatewayError } from '@contract/gateway-error.js'
import type { VersionRange } from './game-version.js'

export interface CommandSyntax extends VersionRange {
  /** Template; each `{argument}` is replaced by an encoded value. */
  readonly command: string
}

export type CommandOutcome = 'done' | 'unchanged' | 'failed'

export interface CommandEntry {
  readonly forms: readonly CommandSyntax[]
  /** Reply templates by outcome; see `reply-pattern.ts`. */
  readonly replies: Readonly<Partial<Record<CommandOutcome, readonly string[]>>>
}

/** The failure meant by a reply that any command can give. */
export interface CommonFailure {
  readonly replies: readonly string[]
  error(reply: string): GatewayError
}
