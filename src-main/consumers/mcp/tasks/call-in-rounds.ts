/**
 * Call in rounds: a call of revision 2026-07-28, which may need several requests.
 *
 * A quick call returns its result with the first request. When the call needs input from its client, the response is
 * `input_required` with an unforgeable state; the retry continues the same call, so that an approved call runs once
 * (invariant 3). When it waits for a person, or runs long, it becomes a task for clients with the extension
 * `io.modelcontextprotocol/tasks`.
 */

import type { Caller, JsonObject } from '@contract/call.js'
import {
  type InputRequests,
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import type { Clock } from '../../../gateway/ports/runtime.js'
import { literalText } from '../../../policy/text/model-text.js'
import { invalidParameters, relayedError } from '../protocol-errors.js'
import { textContent } from '../text-content.js'
import type { CallsAwaitingInput } from './calls-awaiting-input.js'
import type { Notify } from './ongoing-call.js'
import { type CallControl, type CallEnd, OngoingCall } from './ongoing-call.js'
import type { TaskList } from './task-list.js'
import { type CreatedTask, createdTask } from './task-result.js'

/** Milliseconds after which a running call becomes a task. */
export const maxSynchronousMs = 3_000

/** One request of a client. */
export interface Round {
  readonly caller: Caller
  readonly signal: AbortSignal
  /** Receives notifications of the call. */
  readonly notify: Notify
  /** Metadata of the request, for a service. */
  readonly meta?: JsonObject | undefined
  readonly inputResponses?: Readonly<Record<string, unknown>> | undefined
  readonly requestState?: string | undefined
  /** Calls that wait for their clients' input. */
  readonly awaiting: CallsAwaitingInput
  /** Present when the client supports tasks and the limit is not reached. */
  readonly tasks?: TaskList | undefined
}

export type RoundResult<Result> = Result | CreatedTask | InputRequiredResult

/** @throws ProtocolError with the error of the call, or for a foreign state */
export async function callInRounds<Result extends object>(
  run: (control: CallControl) => Promise<CallEnd>,
  round: Round,
  clock: Clock,
): Promise<RoundResult<Result>> {
  const { caller, signal, awaiting, tasks, notify } = round
  const call = round.requestState === undefined ? new OngoingCall(run) : resumeCall(round, round.requestState)
  const cancel = (): void => call.cancel(signal.reason)
  signal.addEventListener('abort', cancel, { once: true })
  if (signal.aborted) cancel()
  const detach = call.attach(notify)
  let stopTimer = (): void => {}
  let isLate = false
  const late = new Promise<void>((resolve) => {
    if (!tasks) return
    stopTimer = clock.after(maxSynchronousMs, () => {
      isLate = true
      resolve()
    })
  })
  const waits = () => tasks !== undefined && (call.isPaused || isLate)
  try {
    await Promise.race([call.until(({ end, inputs }) => end !== undefined || waits() || inputs.size > 0), late])
  } finally {
    stopTimer()
    detach()
    signal.removeEventListener('abort', cancel)
  }
  const { end, inputs } = call
  if (!end && tasks && waits()) {
    awaiting.release(call)
    return createdTask(tasks.add(call, caller, tooLarge))
  }
  if (!end) {
    const requestState = awaiting.keep(call, caller)
    if (requestState === undefined) {
      call.cancel()
      throw new ProtocolError(
        ProtocolErrorCode.InternalError,
        'Too many calls are waiting for responses of their clients.',
      )
    }
    return inputRequired({ inputRequests: Object.fromEntries(inputs) as unknown as InputRequests, requestState })
  }
  awaiting.release(call)
  if (end.result) return end.result as Result
  if (end.kind !== 'error') throw new ProtocolError(ProtocolErrorCode.InternalError, 'The call was cancelled.')
  throw relayedError(end.error)
}

function resumeCall({ awaiting, caller, inputResponses }: Round, requestState: string): OngoingCall {
  const call = awaiting.find(requestState, caller)
  if (!call) throw invalidParameters('PROTOCOL.INVALID_REQUEST', { message: 'This client has no such request state.' })
  call.respond(inputResponses ?? {})
  return call
}

const tooLarge: CallEnd = {
  kind: 'result',
  result: {
    isError: true,
    content: [textContent(literalText('The call was done. Its result is too large to be kept for a task.'))],
  },
}
