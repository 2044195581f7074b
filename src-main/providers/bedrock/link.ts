/**
 * Bedrock link: one accepted game, commands out and events in. See docs/protocol.md#bedrock-connection.
 *
 * Enforces invariant 5: everything received here is untrusted. Texts are bounded; only their shape is validated.
 */
import type { JsonObject } from '@contract/call.js'
import type { Subscribe } from '../../gateway/ports/emitter.js'

/** The result of one command. */
export interface BedrockReply {
  /** 0 on success, below 0 on failure. */
  readonly statusCode: number
  /** In the language of the game; empty when the game sends none. */
  readonly statusMessage: string
  /** The whole body, bounded. */
  readonly body: JsonObject
}

/** A message that a player wrote in chat. */
export interface BedrockChat {
  /** As the game sent it, at most 64 characters. */
  readonly player: string
  readonly message: string
  /** The game does not report that a player typed it: older games send no type. */
  readonly isUntyped?: true
}

/** Any other event of a subscription, in one shape for old and new games. */
export interface BedrockEvent {
  /** For example `PlayerJoin` or `PlayerMessage`. */
  readonly name: string
  /** Properties of the event. A `PlayerMessage` has `message`, `sender`, `receiver` and `type`. */
  readonly body: JsonObject
}

export interface BedrockRunOptions {
  /** Aborts the wait. A command that was sent may still run. */
  readonly signal?: AbortSignal
  /** Milliseconds from the moment the command is sent. */
  readonly timeoutMs?: number
}

/** One accepted game. */
export interface BedrockLink {
  /** Id of the server in the gateway. */
  readonly id: string
  /**
   * Runs one command. A reply with a `statusCode` below 0 is returned, not thrown.
   *
   * @throws GatewayError: closed, timed out, aborted, too many waiting, or longer than the limit in UTF-8 bytes;
   *   `details.mayHaveRun` is true when the command was sent and its outcome is unknown
   */
  run(commandLine: string, options?: BedrockRunOptions): Promise<BedrockReply>
  /** Chat messages of players only (`type: 'chat'`), without our own and without logins. */
  readonly onDidChat: Subscribe<BedrockChat>
  /** All other events of a subscription, including `tell` messages of a behavior pack. */
  readonly onDidReceive: Subscribe<BedrockEvent>
  /** Emits once. */
  readonly onDidClose: Subscribe<void>
}
