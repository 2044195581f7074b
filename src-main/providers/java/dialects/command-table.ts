/**
 * Command table: how a dialect is described, as data.
 *
 * A command has one form for each range of versions in which its syntax differs, and the replies of every version.
 * Each reply names its outcome: `done`, `unchanged` where the world already was so, or `failed`.
 */
import type { GatewayError } from '../../../contract/gateway-error.js'
import type { VersionRange } from './game-version.js'

export interface CommandForm extends VersionRange {
  /** Template; each `{argument}` is replaced by an encoded value. */
  readonly command: string
}

export type Outcome = 'done' | 'unchanged' | 'failed'

export interface CommandEntry {
  readonly forms: readonly CommandForm[]
  /** Reply templates by outcome; see `reply-pattern.ts`. */
  readonly replies: Readonly<Partial<Record<Outcome, readonly string[]>>>
}

/** Why a command failed, when a reply that every command can give says so. */
export interface CommonFailure {
  readonly replies: readonly string[]
  error(reply: string): GatewayError
}
