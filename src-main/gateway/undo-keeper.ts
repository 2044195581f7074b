/**
 * Undo keeper: keeps what undoes an action from before it runs until it is known how it ended, and the state it left.
 *
 * Guards that the state kept is the one which this action alone left: it is read while the caller already has its answer,
 * the next action on that server waits for the reading, and of actions that overlap none is said to have left it.
 */

import type { JsonObject } from '../contract/call.js'
import type { GatewayError } from '../contract/gateway-error.js'
import type { UndoEntry } from '../contract/undo.js'
import type { Outcome } from './call-path.js'
import { Emitter } from './emitter.js'
import type { Clock, Log, UndoStore } from './ports.js'
import type { Snapped } from './steps/call-stages.js'

export interface UndoKeeperParts {
  readonly store: UndoStore
  readonly clock: Clock
  readonly log: Log
  /** What the paired context of an action shows now; undefined when it cannot be read. Never rejects. */
  readonly read: (call: Snapped) => Promise<JsonObject | undefined>
}

interface Going {
  readonly serverId: string
  isAlone: boolean
  isKept: boolean
}

export class UndoKeeper {
  readonly #parts: UndoKeeperParts
  readonly #going = new Map<string, Going>()
  /** Server → the readings of what its actions left. */
  readonly #readings = new Map<string, Promise<void>>()
  readonly #onDidKeep = new Emitter<UndoEntry>()
  /** Told what was done and can be undone, once what it left is known. */
  readonly onDidKeep = this.#onDidKeep.on

  constructor(parts: UndoKeeperParts) {
    this.#parts = parts
  }

  /** Resolves when it is known what the actions that have ended on a server left. Never rejects. */
  async settled(serverId: string): Promise<void> {
    await this.#readings.get(serverId)
  }

  /** Whether an action is being done, or what it left is being read. */
  isGoing(requestId: string): boolean {
    return this.#going.has(requestId)
  }

  /** An action is about to run. @throws Error when what undoes it could not be written */
  begin(call: Snapped): void {
    const serverId = call.link.server.id
    const going: Going = { serverId, isAlone: true, isKept: false }
    for (const other of this.#going.values()) {
      if (other.serverId !== serverId) continue
      other.isAlone = false
      going.isAlone = false
    }
    this.#going.set(call.requestId, going)
    this.#keep(call, going)
  }

  /** An action has run, and its result says how to undo it. @throws Error when that could not be written */
  keepResult(call: Snapped): void {
    const going = this.#going.get(call.requestId)
    if (going && !going.isKept) this.#keep(call, going)
  }

  #keep(call: Snapped, going: Going): void {
    if (!call.snapshot?.undo) return
    const { server } = call.link
    this.#parts.store.add({
      requestId: call.requestId,
      capabilityId: call.manifest.id,
      arguments: call.given,
      caller: call.caller,
      server: { id: server.id, name: server.name },
      risk: call.risk.level,
      snapshotId: call.snapshot.id,
      undo: call.snapshot.undo,
      ...(call.snapshot.before && { before: call.snapshot.before }),
      at: this.#parts.clock.now().toISOString(),
      ...(call.undoing && { undoes: call.undoing.entry.requestId }),
    })
    going.isKept = true
  }

  /** The action has ended. */
  end(call: Partial<Snapped> & { readonly requestId: string }, outcome: Outcome): void {
    const going = this.#going.get(call.requestId)
    if (!going) return
    if (!going.isKept || outcome.kind !== 'done') {
      this.#going.delete(call.requestId)
      if (going.isKept && !mayHaveRun(outcome)) this.#write(() => this.#parts.store.drop(call.requestId))
      return
    }
    const earlier = this.#readings.get(going.serverId)
    const reading = Promise.all([earlier, this.#finish(call as Snapped, going)]).then(() => {
      if (this.#readings.get(going.serverId) === reading) this.#readings.delete(going.serverId)
    })
    this.#readings.set(going.serverId, reading)
  }

  async #finish(call: Snapped, going: Going): Promise<void> {
    const { store, clock, read } = this.#parts
    const at = clock.now()
    // That it was done is kept at once: a crash while the state is read must not make it uncertain.
    this.#write(() => store.finish(call.requestId, at, undefined))
    const state = going.isAlone ? await read(call) : undefined
    const after = going.isAlone ? state : undefined
    this.#going.delete(call.requestId)
    if (after) this.#write(() => store.finish(call.requestId, at, after))
    this.#write(() => {
      const entry = store.get(call.requestId)
      if (entry) this.#onDidKeep.emit(entry)
    })
  }

  /** What was done is done: that it cannot be undone costs nobody their answer. */
  #write(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#parts.log.error('what undoes an action could not be kept', { error: `${error}` })
    }
  }
}

/** Codes with which the world was changed, or may have been. */
const maybe = new Set([
  'SYSTEM.TIMEOUT',
  'SYSTEM.INTERNAL_ERROR',
  'SYSTEM.SERVICE_UNAVAILABLE',
  'PROTOCOL.INVALID_RESPONSE',
])

/** Whether the server may have done what was asked, though nobody was told that it did. */
export function mayHaveRun(outcome: Outcome): boolean {
  if (outcome.kind !== 'failed') return outcome.kind === 'done'
  return maybe.has(outcome.error.code) || !isRefusal(outcome.error)
}

/** Said before anything is done: by us, or by the server about what it was asked. */
const isRefusal = ({ code }: GatewayError): boolean =>
  /^(?:BUSINESS|PROTOCOL|PERMISSION|AUTH|RISK)\.|^SYSTEM\.RATE_LIMITED$/u.test(code)
