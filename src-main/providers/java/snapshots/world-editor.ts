/**
 * World editor: runs saves and edits on a console and interprets the replies of 1.13 and later.
 *
 * A reply that nothing changed is no failure: the blocks are compared afterwards. An unknown reply is an error that
 * includes it, never a guess.
 */
import { GatewayError } from '@contract/gateway-error.js'
import { operationProblem } from '../operation-problem.js'
import type { Console } from '../ports.js'

/** What an edit or a save needs from a server; tests and other dialects implement it. */
export interface WorldEditor {
  /** Resolves when the world is on disk. @throws GatewayError */
  flush(signal?: AbortSignal): Promise<void>
  /** @throws TooManyBlocks @throws GatewayError */
  edit(command: string, signal?: AbortSignal): Promise<void>
}

/** The server's limit of blocks per `fill` is lower than requested. */
export class TooManyBlocks extends Error {
  readonly most: number

  constructor(most: number) {
    super(`The server fills at most ${most} blocks at once.`)
    this.most = most
  }
}

/** Timeout in milliseconds; large worlds take long to flush. */
const flushTimeout = 120_000

/** Maximum characters of a reply in an error. */
const shownReply = 200

const done = [
  /^Changed the block at -?\d+, -?\d+, -?\d+$/u,
  /^Successfully filled \d+ block(?:s|\(s\))$/u,
  /^Modified block data of -?\d+, -?\d+, -?\d+$/u,
]
const unchanged = [
  'Could not set the block',
  'No blocks were filled',
  'Nothing changed. The specified properties already have these values',
  'Nothing changed, the specified properties already have these values',
]
const notLoadedReason = 'snapshot-not-loaded'
const notLoaded = [
  'That position is not loaded',
  'That position is out of this world!',
  'That position is outside the allowed boundaries.',
]
const tooMany = /^Too many blocks in the specified area \(maximum (\d{1,9}), (?:but )?specified \d{1,10}\)$/u

export class ConsoleWorldEditor implements WorldEditor {
  readonly #console: Console
  readonly #prefix: string

  /** @param prefix `minecraft:` where plugins replace commands */
  constructor(console: Console, prefix: '' | 'minecraft:' = '') {
    this.#console = console
    this.#prefix = prefix
  }

  async flush(signal?: AbortSignal): Promise<void> {
    const options = { timeoutMs: flushTimeout, ...(signal && { signal }) }
    const reply = cleaned(await this.#console.run(`${this.#prefix}save-all flush`, options))
    if (!reply.endsWith('Saved the game') && !reply.endsWith('Saved the world'))
      throw unknownReply('save-all flush', reply)
  }

  async edit(command: string, signal?: AbortSignal): Promise<void> {
    const reply = cleaned(await this.#console.run(command, signal ? { signal } : {}))
    if (done.some((pattern) => pattern.test(reply)) || unchanged.includes(reply)) return
    const most = tooMany.exec(reply)?.[1]
    if (most !== undefined) throw new TooManyBlocks(Number(most))
    if (notLoaded.includes(reply)) {
      throw operationProblem(
        notLoadedReason,
        'The area is not loaded on the server.',
        'Send a player there, then undo again.',
      )
    }
    throw unknownReply(command, reply)
  }
}

/** The command changed nothing, since its area is not loaded. */
export const isNotLoaded = (error: unknown): boolean =>
  error instanceof GatewayError && error.details?.why === notLoadedReason

/** Bukkit appends a line break to messages and colours some. */
const cleaned = (reply: string): string =>
  reply
    .slice(0, 4_096)
    .replaceAll(/\u00a7./gu, '')
    .trim()

const unknownReply = (command: string, reply: string): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_RESPONSE', {
    message: 'The server gave an unexpected reply to a command.',
    suggestion: 'Read the reply. The action may have been done.',
    details: {
      why: 'snapshot-unknown-reply',
      command: command.slice(0, shownReply),
      reply: reply.slice(0, shownReply),
    },
    hasProviderText: true,
  })
