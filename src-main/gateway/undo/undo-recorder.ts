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

export interface UndoRecorderDependencies {
  readonly store: UndoStore
  readonly clock: Clock
  readonly log: Log
  /** The current paired context of an action; undefined when it cannot be read. Never rejects. */
  readonly read: (call: Snapshotted) => Promise<JsonObject | undefined>
}

interface RunningAction {
  readonly serverId: string
  isAlone: boolean
  isStored: boolean
}

export class UndoRecorder {
  readonly #deps: UndoRecorderDependencies
  readonly #running = new Map<string, RunningAction>()
  /** Server → reads of the state after its actions. */
  readonly #readings = new Map<string, Promise<void>>()
  readonly #onDidKeep = new Emitter<UndoEntry>()
  /** Notifies about an undoable action when the state after it is known, or when it may have been done. */
  readonly onDidRecord = this.#onDidKeep.on

  constructor(deps: UndoRecorderDependencies) {
    this.#deps = deps
  }

  /**
   * Resolves when the states after a server's ended actions are known. Never rejects.
   *
   * @returns whether an action had ended whose state was not known yet
   */
  async settled(serverId: string): Promise<boolean> {
    const reading = this.#readings.get(serverId)
    await reading
    return reading !== undefined
  }

  /** Whether an action is running, or the state after one is being read. */
  isRunning(requestId: string): boolean {
    return this.#running.has(requestId)
  }

  /** An action is about to run. @throws Error when its undo could not be written */
  begin(call: Snapshotted): void {
    const serverId = call.link.server.id
    const action: RunningAction = { serverId, isAlone: true, isStored: false }
    for (const other of this.#running.values()) {
      if (other.serverId !== serverId) continue
      other.isAlone = false
      action.isAlone = false
    }
    this.#running.set(call.requestId, action)
    this.#store(call, action)
  }

  /** An action has run, and its result contains the undo. @throws Error when it could not be written */
  storeFromResult(call: Snapshotted): void {
    const action = this.#running.get(call.requestId)
    if (action && !action.isStored) this.#store(call, action)
  }

  #store(call: Snapshotted, action: RunningAction): void {
    if (!call.snapshot?.undo) return
    const { server } = call.link
    this.#deps.store.add({
      requestId: call.requestId,
      capabilityId: call.manifest.id,
      arguments: call.given,
      caller: call.caller,
      server: { id: server.id, name: server.name },
      risk: call.risk.level,
      snapshotId: call.snapshot.id,
      undo: call.snapshot.undo,
      ...(call.snapshot.before && { before: call.snapshot.before }),
      at: this.#deps.clock.now().toISOString(),
      ...(call.undoing && { undoes: call.undoing.entry.requestId }),
    })
    action.isStored = true
  }

  /** The action has ended. */
  end(call: Partial<Snapshotted> & { readonly requestId: string }, outcome: CallOutcome): void {
    const action = this.#running.get(call.requestId)
    if (!action) return
    if (!action.isStored || outcome.kind !== 'done') {
      this.#running.delete(call.requestId)
      if (!action.isStored) return
      if (mayHaveRun(outcome)) this.#announce(call.requestId)
      else this.#write(() => this.#deps.store.drop(call.requestId))
      return
    }
    const earlier = this.#readings.get(action.serverId)
    const reading = Promise.all([earlier, this.#finish(call as Snapshotted, action)]).then(() => {
      if (this.#readings.get(action.serverId) === reading) this.#readings.delete(action.serverId)
    })
    this.#readings.set(action.serverId, reading)
  }

  async #finish(call: Snapshotted, action: RunningAction): Promise<void> {
    const { store, clock, read } = this.#deps
    const at = clock.now()
    // Stored as done immediately: a crash during the read must not make it uncertain.
    this.#write(() => store.finish(call.requestId, at, undefined))
    const state = action.isAlone ? await read(call) : undefined
    const after = action.isAlone ? state : undefined
    this.#running.delete(call.requestId)
    if (after) this.#write(() => store.finish(call.requestId, at, after))
    this.#announce(call.requestId)
  }

  #announce(requestId: string): void {
    this.#write(() => {
      const entry = this.#deps.store.get(requestId)
      if (entry) this.#onDidKeep.emit(entry)
    })
  }

  /** The action is done; a missing undo must not fail its response. */
  #write(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#deps.log.error('what undoes an action could not be kept', { error: `${error}` })
    }
  }
}

/** Error codes after which the action was, or may have been, done. */
const uncertainCodes = new Set([
  'SYSTEM.TIMEOUT',
  'SYSTEM.INTERNAL_ERROR',
  'SYSTEM.SERVICE_UNAVAILABLE',
  'PROTOCOL.INVALID_RESPONSE',
])

/** Whether the server may have done the action although no success was reported. */
export function mayHaveRun(outcome: CallOutcome): boolean {
  if (outcome.kind !== 'failed') return outcome.kind === 'done'
  return uncertainCodes.has(outcome.error.code) || !isRefusal(outcome.error)
}

/** Errors from before the action, of the gateway or of the server's validation. */
const isRefusal = ({ code }: GatewayError): boolean =>
  /^(?:BUSINESS|PROTOCOL|PERMISSION|AUTH|RISK)\.|^SYSTEM\.RATE_LIMITED$/u.test(code)
