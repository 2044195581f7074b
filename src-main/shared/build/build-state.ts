/** Build state: a build that runs, waits or has ended, as people see it. */

export type BuildPhase =
  | 'running'
  /** By the owner. */
  | 'paused'
  /** It goes on by itself; `waitsFor` says when. */
  | 'waiting'
  /** By the owner or a stop: what is there stays. */
  | 'stopped'
  | 'failed'
  | 'done'
  /** At this moment; `waitsFor` says what it waits for. */
  | 'undoing'
  /** All of it, or what players did not change since. */
  | 'undone'

export type BuildWait =
  /** No names: somebody whom the server does not list. */
  | { readonly why: 'player'; readonly names: readonly string[] }
  /** Ticks a second that the server manages. */
  | { readonly why: 'slow-server'; readonly tps: number }
  | { readonly why: 'offline' }
  /** The address of the server was changed: it goes on at this one alone. */
  | { readonly why: 'elsewhere'; readonly address: string }
  /** A game has another world open: it continues in its own alone. */
  | { readonly why: 'other-world' }
  /** All AI is paused or stopped. */
  | { readonly why: 'halted' }

/** A part of a plan that was built. */
export interface BuildPart {
  /** From 1, in the order of the plan. */
  readonly number: number
  readonly name: string
  /** That it set and no later part covers; 0 when it was undone. */
  readonly blocks: number
}

export interface BuildState {
  /** The request id of the call: the same as in the log and in *Undo*. */
  readonly id: string
  readonly serverId: string
  /** What the AI called it. */
  readonly name: string
  readonly caller: { readonly id: string; readonly name: string }
  readonly phase: BuildPhase
  readonly waitsFor?: BuildWait
  readonly done: number
  readonly total: number
  /** Seconds that are left; absent while unknown. */
  readonly secondsLeft?: number
  /** ISO 8601. */
  readonly startedAt: string
  /** ISO 8601; when it was paused, stopped or ended. */
  readonly changedAt: string
  /** Why it failed, as a message of the catalogue. */
  readonly problem?: { readonly code: string; readonly message: string }
}
