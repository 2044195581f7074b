/**
 * Body room: how many bytes of bodies there are at once, from the first that arrives until the answer has gone.
 *
 * Guards the memory: connections are cheap, and each may bring the largest body there may be. What a body says it will
 * be counts before it comes, so that nobody is cut off in the middle who could have been refused immediately.
 */
import type { ClientIdentity } from '../contract/client.js'
import { type Room, Shares, type Supply } from '../network/shares.js'
import type { Answer } from './exchange.js'

/** Largest body, in bytes: arguments of a call have 16 KiB, so no schema needs more. Routes may take less. */
export const maxBodyBytes = 256 * 1024

/** In bytes; what JSON becomes takes several times as much. The bridge has four such shares. */
const supply: Supply = { each: 2 * 1024 * 1024, all: 16 * 1024 * 1024 }

/** Makes room for one body of so many bytes in all. */
export type Hold = (bytes: number) => Room

export class BodyRoom {
  readonly #shares: Shares

  constructor(bytes = supply) {
    this.#shares = new Shares(bytes)
  }

  /** Room for the body of one request; it is free again when its response has ended. */
  forRequest({ id }: ClientIdentity, response: Pick<Answer, 'once' | 'destroyed'>): Hold {
    let held = 0
    response.once('close', () => {
      this.#shares.giveBack(id, held)
      held = 0
    })
    return (bytes) => {
      // Who has hung up is not read to the end, and nothing would give it back.
      if (bytes <= held || response.destroyed) return 'free'
      const room = this.#shares.take(id, bytes - held)
      if (room === 'free') held = bytes
      return room
    }
  }
}
