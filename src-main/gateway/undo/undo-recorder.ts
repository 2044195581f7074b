/**
 * Undo recorder: stores the undo of an action from before its run until its outcome is known, and the state after it.
 *
 * Guards that the state is the result of this action alone: it is read after the caller has its response, the next
 * action on that server waits for the read, and none is stored for overlapping actions.
 */

import type { JsonObject } from '@contract/call.js'
import type { GatewayError } from '@contract/gateway-error.js'
import type { UndoEntry } from '@shared/trail/undo.js'
import type { Snapshotted } from '../path/steps/call-stages.js'
import type { CallOutcome } from '../ports/calls.js'
import { Emitter } from '../ports/emitter.js'
import type { Clock, Log } from '../ports/runtime.js'
import type { UndoStore } from '../ports/stores.js'

export interface UndoRecorderParts {
  readonly store: UndoStore
  readonly clock: Clock
  readonly log: Log
  /** The current paired context of an action; undefined when it cannot be read. Never rejects. */
  readonly read: (call: Snapshotted) => Promise<JsonObject | undefined>
}

interface RunningAction {
  readonly serverId: string
  isAlone: boolean
  isKept: boolean
}

export class UndoRecorder {
  readonly #parts: UndoRecorderParts
  readonly #going = new Map<string, RunningAction>()
  /** Server → reads of the state after its actions. */
  readonly #readings = new Map<string, Promise<void>>()
  readonly #onDidKeep = new Emitter<UndoEntry>()
  /** Notifies about an undoable action when the state after it is known. */
  readonly onDidKeep = this.#onDidKeep.on

  constructor(parts: UndoRecorderParts) {
    this.#parts = parts
  }

  /** Resolves when the states after a server's ended actions are known. Never rejects. */
  async settled(serverId: string): Promise<void> {
    await this.#readings.get(serverId)
  }

  /** Whether an action is running, or the state after one is being read. */
  isGoing(requestId: string): boolean {
    return this.#going.has(requestId)
  }

  /** An action is about to run. @throws Error when its undo could not be written */
  begin(call: Snapshotted): void {
    const serverId = call.link.server.id
    const going: RunningAction = { serverId, isAlone: true, isKept: false }
    for (const other of this.#going.values()) {
      if (other.serverId !== serverId) continue
      other.isAlone = false
      going.isAlone = false
    }
    this.#going.set(call.requestId, going)
    this.#keep(call, going)
  }

  /** An action has run, and its result contains the undo. @throws Error when it could not be written */
  keepResult(call: Snapshotted): void {
    const going = this.#going.get(call.requestId)
    if (going && !going.isKept) this.#keep(call, going)
  }

  #keep(call: Snapshotted, going: RunningAction): void {
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
  end(call: Partial<Snapshotted> & { readonly requestId: string }, outcome: CallOutcome): void {
    const going = this.#going.get(call.requestId)
    if (!going) return
    if (!going.isKept || outcome.kind !== 'done') {
      this.#going.delete(call.requestId)
      if (going.isKept && !mayHaveRun(outcome)) this.#write(() => this.#parts.store.drop(call.requestId))
      return
    }
    const earlier = this.#readings.get(going.serverId)
    const reading = Promise.all([earlier, this.#finish(call as Snapshotted, going)]).then(() => {
      if (this.#readings.get(going.serverId) === reading) this.#readings.delete(going.serverId)
    })
    this.#readings.set(going.serverId, reading)
  }

  async #finish(call: Snapshotted, going: RunningAction): Promise<void> {
    const { store, clock, read } = this.#parts
    const at = clock.now()
    // Stored as done at once: a crash during the read must not make it uncertain.
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

  /** The action is done; a missing undo must not fail its response. */
  #write(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#parts.log.error('what undoes an action could not be kept', { error: `${error}` })
    }
  }
}

/** Error codes after which the action was, or may have been, done. */
const maybe = new Set([
  'SYSTEM.TIMEOUT',
  'SYSTEM.INTERNAL_ERROR',
  'SYSTEM.SERVICE_UNAVAILABLE',
  'PROTOCOL.INVALID_RESPONSE',
])

/** Whether the server may have done the action although no success was reported. */
export function mayHaveRun(outcome: CallOutcome): boolean {
  if (outcome.kind !== 'failed') return outcome.kind === 'done'
  return maybe.has(outcome.error.code) || !isRefusal(outcome.error)
}

/** Errors from before the action, by us or by the server's validation. */
const isRefusal = ({ code }: GatewayError): boolean =>
  /^(?:BUSINESS|PROTOCOL|PERMISSION|AUTH|RISK)\.|^SYSTEM\.RATE_LIMITED$/u.test(code)
