/**
 * Task list: the calls followed as tasks, each visible only to its caller.
 *
 * Enforces invariant 7: tasks and stored results are bounded, per client and in total. A task that would not fit is not
 * created, so that an existing task can be read for its whole lifetime.
 */
import { randomUUID } from 'node:crypto'
import type { Caller } from '@contract/call.js'
import type { Clock } from '../../../gateway/ports/runtime.js'
import type { CallEnd, OngoingCall } from './ongoing-call.js'

export const taskLimits = {
  /** Lifetime of a task in milliseconds. */
  lifetimeMs: 3_600_000,
  /** Suggested polling interval in milliseconds. */
  pollIntervalMs: 2_000,
  ofOneClient: 64,
  ofAll: 256,
  /** Maximum characters of stored results, as JSON. */
  charactersOfOneClient: 16 * 1024 * 1024,
  charactersOfAll: 64 * 1024 * 1024,
}

export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled'

export class Task {
  readonly id = randomUUID()
  readonly createdAt: Date
  readonly call: OngoingCall
  readonly caller: Caller
  /** Stored in place of a result that is too large. */
  readonly #withoutRoom: CallEnd
  changedAt: Date
  /** Characters of its result. */
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

  /** @param withoutRoom result of a task whose own is too large to store */
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

  /** Undefined when this caller has no such task. */
  find(id: string, caller: Caller): Task | undefined {
    const task = this.#tasks.get(id)?.task
    return task && isSameCaller(task.caller, caller) ? task : undefined
  }

  /** Cancels running calls. */
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

/** With the shown name: several programs share the bridge's id. */
export const isSameCaller = (one: Caller, other: Caller): boolean =>
  one.type === other.type && one.id === other.id && one.name === other.name && one.sessionId === other.sessionId
