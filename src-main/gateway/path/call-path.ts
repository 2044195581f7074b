/**
 * Call path: the structure of the path that every call takes.
 *
 * A step is a function that returns an enriched call or ends it with an outcome. Steps are chained by type: a step that
 * needs the result of another cannot be placed before it.
 */

import type { ApprovalId } from '@shared/approvals/approval.js'
import type { CallOutcome } from '../ports/calls.js'

export interface Ended {
  readonly ended: CallOutcome
}

/** The call is a duplicate of this call in progress. */
export interface DuplicateCall {
  readonly duplicateOf: ApprovalId
}

export type Stopped = Ended | DuplicateCall

/** Ends the call here. */
export const end = (outcome: CallOutcome): Ended => ({ ended: outcome })

const hasStopped = (value: object): value is Stopped => 'ended' in value || 'duplicateOf' in value

export type CallPathStep<In extends object, Out extends object, Context> = (
  call: In,
  context: Context,
) => Promise<Out | Stopped> | Out | Stopped

/** The outcome of a step: the call was passed on, ended there, or the step failed. */
export type StepOutcome = 'passed' | 'stopped' | 'threw'

// biome-ignore lint/suspicious/noExplicitAny: `step` below proves the types of neighbours; here only their order matters.
type AnyStep<Context> = { readonly name: string; readonly take: CallPathStep<any, any, Context> }

export class CallPath<In extends object, Out extends object, Context> {
  readonly #steps: readonly AnyStep<Context>[]

  private constructor(steps: readonly AnyStep<Context>[]) {
    this.#steps = steps
  }

  static begin<In extends object, Out extends object, Context>(
    name: string,
    take: CallPathStep<In, Out, Context>,
  ): CallPath<In, Out, Context> {
    return new CallPath<In, Out, Context>([{ name, take }])
  }

  step<Next extends object>(name: string, take: CallPathStep<Out, Next, Context>): CallPath<In, Next, Context> {
    return new CallPath<In, Next, Context>([...this.#steps, { name, take }])
  }

  /**
   * Runs the steps; between synchronous steps nothing else runs. `follow` receives the result of each step, and the
   * call after it.
   */
  async walk(
    call: In,
    context: Context,
    follow: (step: string, result: StepOutcome, call: Partial<Out> & In) => void,
  ): Promise<Out | Stopped> {
    let current: object = call
    const report = (step: string, result: StepOutcome) => follow(step, result, current as Partial<Out> & In)
    for (const { name, take } of this.#steps) {
      try {
        const taken = take(current, context)
        const next: object = taken instanceof Promise ? await taken : taken
        if (hasStopped(next)) {
          report(name, 'stopped')
          return next
        }
        current = next
      } catch (thrown) {
        report(name, 'threw')
        throw thrown
      }
      report(name, 'passed')
    }
    return current as Out
  }
}
