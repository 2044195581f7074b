/**
 * Player messages: shows lines to one player in the game.
 *
 * Enforces invariant 6: a server shows them to the account alone where it knows accounts, and the log never repeats them.
 */
import { asGatewayError } from '@contract/gateway-error.js'
import type { GameApprover } from '@shared/approvals/game-approval.js'
import type { ServerRegistry } from '../../gateway/ports/registry.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'

/** Milliseconds a server has to show a message. */
const whisperMs = 10_000

export interface PlayerMessagesDependencies {
  readonly registry: Pick<ServerRegistry, 'link'>
  readonly clock: Clock
  readonly log: Log
  /** Aborts when nothing more is sent. */
  readonly closing: AbortSignal
}

export class PlayerMessages {
  readonly #deps: PlayerMessagesDependencies

  constructor(deps: PlayerMessagesDependencies) {
    this.#deps = deps
  }

  /** Never rejects. @returns whether the server showed the lines */
  async send(
    { server, player, uuid }: Pick<GameApprover, 'server' | 'player' | 'uuid'>,
    lines: readonly string[],
  ): Promise<boolean> {
    const { registry, clock, log, closing } = this.#deps
    if (closing.aborted) return false
    const timeout = new AbortController()
    const stopTimer = clock.after(whisperMs, () => timeout.abort())
    try {
      const signal = AbortSignal.any([closing, timeout.signal])
      const link = registry.link(server)
      await link?.whisper?.(player, lines, signal, uuid)
      return link?.whisper !== undefined
    } catch (thrown) {
      // The error message may repeat what was sent.
      log.warn('the owner’s player was not shown a message', { server, code: asGatewayError(thrown).code })
      return false
    } finally {
      stopTimer()
    }
  }
}
