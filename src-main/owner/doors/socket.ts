/**
 * Socket door: the command line gives orders to the running program, over the socket of its profile.
 *
 * 1. It is the socket that keeps a profile to one program (`storage/single-instance.ts`): in the profile, which only its
 *    owner can enter; on Windows the pipe of that name. No key of an AI client opens it, and no page does.
 * 2. A connection sends one line, `{"order":"servers:add","payload":…}`, and gets one line, a `SocketReply`.
 * 3. A line is at most a mebibyte; a connection without a line is closed after seconds, and the longest silent one makes
 *    room for the next (`storage/socket-lines.ts`). So nobody holds the door shut.
 * 4. What the command line may order is in the rows: `by` has `command-line`. There is no approval, no acceptance and
 *    no undo among them (invariant 6). `answer` checks the giver, the size and the schema, as at every door.
 * 5. Every order is logged with the actor "command line", without what it says: that may be a secret (invariant 8).
 * 6. Where no program runs, the command starts one (`cli/start-program.ts`): one without a display that connects to
 *    nothing and ends with the command, or the desktop program, as the bridge does, for a secret to be kept.
 */
import { GatewayError } from '@contract/gateway-error.js'
import { isObject } from '@contract/json/json-object.js'
import type { ProgramKind } from '@shared/program/program-kind.js'
import type { Log } from '../../gateway/ports/runtime.js'
import type { Instance } from '../../storage/single-instance.js'
import type { Result, SocketReply } from '../table/shapes.js'
import { mayGive, type Order, type OrderName, type Orders, type OrdersOf } from '../table/table.js'
import { answer, unredacted } from './answer.js'
import type { PayloadCheck } from './payload-check.js'

export interface SocketOptions {
  readonly instance: Pick<Instance, 'onOrder'>
  readonly orders: Orders<OrdersOf<'command-line'>>
  readonly program: ProgramKind
  readonly check: PayloadCheck
  readonly log: Log
}

/** @returns a function that resolves when no order is being followed any more */
export function serveSocket({ instance, orders, program, check, log }: SocketOptions): () => Promise<void> {
  const following = new Set<Promise<unknown>>()
  instance.onOrder(async (line) => {
    const done = follow(line)
    following.add(done)
    const reply: SocketReply = { ...(await done.finally(() => following.delete(done))), program }
    return JSON.stringify(reply)
  })
  return async () => {
    while (following.size > 0) await Promise.allSettled(following)
  }

  async function follow(line: string): Promise<Result<unknown>> {
    const { name, payload } = readLine(line)
    if (name === undefined || !mayGive('command-line', name)) {
      log.warn('an order was refused', { actor: 'command line', order: name ?? 'not readable' })
      return refused
    }
    // A container asks for its health with this one, each minute.
    if (name !== 'servers:listed') log.info('an order', { actor: 'command line', order: name })
    const order = orders[name as OrdersOf<'command-line'>] as Order<OrderName>
    const given = { name, giver: 'command-line', payload } as const
    try {
      return await answer(given, order, { redactor: unredacted, check, log })
    } catch {
      return malformed
    }
  }
}

function readLine(line: string): { readonly name?: string; readonly payload?: unknown } {
  try {
    const read: unknown = JSON.parse(line)
    if (!isObject(read) || typeof read.order !== 'string') return {}
    const { order, payload, ...more } = read
    return Object.keys(more).length === 0 ? { name: order, payload } : {}
  } catch {
    return {}
  }
}

const failed = (error: GatewayError): Result<never> => ({ ok: false, error: error.toContract() })
const refused = failed(new GatewayError('PERMISSION.DENIED'))
const malformed = failed(new GatewayError('PROTOCOL.INVALID_REQUEST'))
