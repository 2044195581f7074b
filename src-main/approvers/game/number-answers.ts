/**
 * Number answers: answers that a player gives as a number, on servers that say themselves who set it.
 *
 * Enforces invariant 6: there the chat answers nothing, because it shows a name and not an account.
 */
import { asGatewayError } from '@contract/gateway-error.js'
import type { GameDecisionMessage } from '../../gateway/ports/game.js'
import type { ServerRegistry } from '../../gateway/ports/registry.js'
import type { Log } from '../../gateway/ports/runtime.js'

export const codeDigits = { request: 4, link: 6 } as const

/** What a player of this server types before a number; undefined where they answer in the chat. */
export const numberCommand = (registry: Pick<ServerRegistry, 'link'>, server: string): string | undefined =>
  registry.link(server)?.numbers?.command

export interface NumberAnswersOptions {
  readonly registry: Pick<ServerRegistry, 'link'>
  readonly log: Log
  readonly server: string
  readonly player: string
  readonly uuid: string | undefined
  readonly onAnswer: (message: GameDecisionMessage) => void
  /** The player can no longer answer. */
  readonly onEnd: () => void
}

export class NumberAnswers {
  /** Whether the player can answer now. */
  readonly ready: Promise<boolean>
  #isEnded = false
  #stop: (() => void) | undefined

  constructor({ registry, log, server, player, uuid, onAnswer, onEnd }: NumberAnswersOptions) {
    const numbers = registry.link(server)?.numbers
    const watch = {
      player,
      uuid,
      onNumber: (number: number, name: string, account: string) => {
        if (!this.#isEnded)
          onAnswer({ serverId: server, player: name, uuid: account, answer: { kind: 'number', code: String(number) } })
      },
      onEnd: () => {
        if (!this.#isEnded) onEnd()
      },
    }
    this.ready = (async () => {
      try {
        const stop = await numbers?.watch(watch)
        if (this.#isEnded) stop?.()
        else this.#stop = stop
        return stop !== undefined
      } catch (thrown) {
        log.warn('a player cannot answer with a number', { server, code: asGatewayError(thrown).code })
        return false
      }
    })()
  }

  end(): void {
    this.#isEnded = true
    this.#stop?.()
    this.#stop = undefined
  }
}
