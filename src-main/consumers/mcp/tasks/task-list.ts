/**
 * Task list: the calls that clients follow as tasks, each visible only to the caller that made it.
 *
 * Guards invariant 7: the number of tasks and the size of kept results are bounded, for each client and in all. Where a task
 * would not fit, none is created, so that a task that exists can be read for its whole lifetime.
 */
import { randomUUID } from 'node:crypto'
import type { Caller } from '../../../contract/call.js'
import type { Clock } from '../../../gateway/ports.js'
import type { CallEnd, OngoingCall } from './ongoing-call.js'

export const taskLimits = {
  /** Milliseconds from its creation that a task can be read. */
  lifetimeMs: 3_600_000,
  /** Milliseconds that a client should wait between two reads. */
  pollIntervalMs: 2_000,
  ofOneClient: 64,
  ofAll: 256,
  /** Characters of JSON that are kept as results. */
  charactersOfOneClient: 16 * 1024 * 1024,
  charactersOfAll: 64 * 1024 * 1024,
}

export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled'

export class Task {
  readonly id = randomUUID()
  readonly createdAt: Date
  readonly call: OngoingCall
  readonly caller: Caller
  /** What is kept of a result that is too large. */
  readonly #withoutRoom: CallEnd
  changedAt: Date
  /** Characters that its result takes. */
  size = 0
  #isOmitted = false

  constructor(call: OngoingCall, caller: Caller, now: Date, withoutRoom: CallEnd) {
    this.call = call
    this.caller = caller
    this.createdAt = now
    this.changedAt = now
    this.#withoutRoom = withoutRoom
  }

  get end(): CallEnd | undefined {
    return this.call.end && (this.#isOmitted ? this.#withoutRoom : this.call.end)
  }

  get status(): TaskStatus {
    const { end } = this
    if (!end) return this.call.inputs.size > 0 ? 'input_required' : 'working'
    return ({ result: 'completed', error: 'failed', cancelled: 'cancelled' } as const)[end.kind]
  }

  omit(): void {
    this.#isOmitted = true
    this.size = 0
  }
}

export class TaskList {
  readonly #clock: Clock
  readonly #tasks = new Map<string, { readonly task: Task; readonly release: () => void }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  hasRoomFor(caller: Caller): boolean {
    return this.#tasks.size < taskLimits.ofAll && this.#of(caller).length < taskLimits.ofOneClient
  }

  /** @param withoutRoom the end of the task when its result is too large to be kept */
  add(call: OngoingCall, caller: Caller, withoutRoom: CallEnd): Task {
    const task = new Task(call, caller, this.#clock.now(), withoutRoom)
    const stopFollowing = call.onDidChange(() => {
      task.changedAt = this.#clock.now()
      if (call.end) this.#measure(task, call.end)
    })
    const stopTimer = this.#clock.after(taskLimits.lifetimeMs, () => this.#remove(task.id))
    const release = (): void => {
      stopFollowing()
      stopTimer()
      call.cancel()
    }
    this.#tasks.set(task.id, { task, release })
    if (call.end) this.#measure(task, call.end)
    return task
  }

  /** Undefined when there is none of this caller. */
  find(id: string, caller: Caller): Task | undefined {
    const task = this.#tasks.get(id)?.task
    return task && isSameCaller(task.caller, caller) ? task : undefined
  }

  /** Cancels what is still running. */
  close(): void {
    for (const id of [...this.#tasks.keys()]) this.#remove(id)
  }

  #measure(task: Task, end: CallEnd): void {
    task.size = JSON.stringify(end).length
    const sizeOf = (tasks: readonly Task[]) => tasks.reduce((sum, { size }) => sum + size, 0)
    const all = [...this.#tasks.values()].map((entry) => entry.task)
    const fits =
      sizeOf(this.#of(task.caller)) <= taskLimits.charactersOfOneClient && sizeOf(all) <= taskLimits.charactersOfAll
    if (!fits) task.omit()
  }

  #of({ id }: Caller): Task[] {
    return [...this.#tasks.values()].map(({ task }) => task).filter(({ caller }) => caller.id === id)
  }

  #remove(id: string): void {
    const entry = this.#tasks.get(id)
    this.#tasks.delete(id)
    entry?.release()
  }
}

/** With the shown name: several programs share the id of the bridge. */
export const isSameCaller = (one: Caller, other: Caller): boolean =>
  one.type === other.type && one.id === other.id && one.name === other.name && one.sessionId === other.sessionId
