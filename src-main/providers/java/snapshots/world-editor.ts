/**
 * World editor: runs saves and edits on a console and judges the replies of 1.13 and later.
 *
 * That nothing changed is no failure: the blocks are compared afterwards. A reply that no pattern knows is an error that
 * carries it, never a guess.
 */
import { GatewayError } from '../../../contract/gateway-error.js'
import type { Console } from '../console.js'
import { operationProblem } from '../operation-problem.js'

/** What an edit or a save needs of a server; tests and other dialects bring their own. */
export interface WorldEditor {
  /** Has the world on disk when it resolves. @throws GatewayError */
  flush(signal?: AbortSignal): Promise<void>
  /** @throws TooManyBlocks @throws GatewayError */
  edit(command: string, signal?: AbortSignal): Promise<void>
}

/** The server fills fewer blocks at once than it was asked to. */
export class TooManyBlocks extends Error {
  readonly most: number

  constructor(most: number) {
    super(`The server fills at most ${most} blocks at once.`)
    this.most = most
  }
}

/** Milliseconds; large worlds take long to flush. */
const flushTimeout = 120_000

/** Characters of a reply that an error shows. */
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
        'snapshot-not-loaded',
        'The area is not loaded on the server.',
        'Send a player there, then undo again.',
      )
    }
    throw unknownReply(command, reply)
  }
}

/** Bukkit ends messages with a line end, and colours some. */
const cleaned = (reply: string): string =>
  reply
    .slice(0, 4_096)
    .replaceAll(/\u00a7./gu, '')
    .trim()

const unknownReply = (command: string, reply: string): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_RESPONSE', {
    message: 'The server gave an unexpected reply to a command.',
    suggestion: 'Read the reply. It may or may not have done what was asked.',
    details: {
      why: 'snapshot-unknown-reply',
      command: command.slice(0, shownReply),
      reply: reply.slice(0, shownReply),
    },
    theirs: true,
  })
