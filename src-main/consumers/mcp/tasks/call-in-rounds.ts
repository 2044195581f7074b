/**
 * Call in rounds: a call of a client of revision 2026-07-28, which may need several requests.
 *
 * Its first request is answered with the result where that is quick. Where the call asks its client something, the answer is
 * `input_required` with a state that only we can have made; the retry goes on with the same call, so that what a person
 * approved runs once (invariant 3). Where it waits for a person, or runs for long, it becomes a task for clients that have
 * the extension `io.modelcontextprotocol/tasks`.
 */
import {
  type InputRequests,
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import type { Caller, JsonObject } from '../../../contract/call.js'
import type { Clock } from '../../../gateway/ports.js'
import { ownWords } from '../../../policy/model-text.js'
import type { Notify } from '../client-call-back.js'
import { textContent } from '../text-content.js'
import type { CallsAwaitingInput } from './calls-awaiting-input.js'
import { type CallControl, type CallEnd, OngoingCall } from './ongoing-call.js'
import type { TaskList } from './task-list.js'
import { type CreatedTask, createdTask } from './task-result.js'

/** Milliseconds after which a running call becomes a task. */
export const mostSynchronousMs = 3_000

/** One request of a client. */
export interface Round {
  readonly caller: Caller
  readonly signal: AbortSignal
  /** Where what the call says meanwhile goes. */
  readonly notify: Notify
  /** Of the request, for a service. */
  readonly meta?: JsonObject | undefined
  readonly inputResponses?: Readonly<Record<string, unknown>> | undefined
  readonly requestState?: string | undefined
  /** Calls that wait for the responses of their clients. */
  readonly awaiting: CallsAwaitingInput
  /** Where the client knows tasks, and there is room for one more. */
  readonly tasks?: TaskList | undefined
}

export type RoundResult<Result> = Result | CreatedTask | InputRequiredResult

/** @throws ProtocolError as the call ended, or when the state is not ours */
export async function callInRounds<Result extends object>(
  run: (control: CallControl) => Promise<CallEnd>,
  round: Round,
  clock: Clock,
): Promise<RoundResult<Result>> {
  const { caller, signal, awaiting, tasks, notify } = round
  const call = round.requestState === undefined ? new OngoingCall(run) : goOn(round, round.requestState)
  const cancel = (): void => call.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  if (signal.aborted) cancel()
  const detach = call.attach(notify)
  let stopTimer = (): void => {}
  let isLate = false
  const late = new Promise<void>((resolve) => {
    if (!tasks) return
    stopTimer = clock.after(mostSynchronousMs, () => {
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
        'Too many calls wait for the responses of their clients.',
      )
    }
    return inputRequired({ inputRequests: Object.fromEntries(inputs) as unknown as InputRequests, requestState })
  }
  awaiting.release(call)
  if (end.result) return end.result as Result
  if (end.kind !== 'error') throw new ProtocolError(ProtocolErrorCode.InternalError, 'The call was cancelled.')
  throw new ProtocolError(end.error.code, end.error.message, end.error.data)
}

function goOn({ awaiting, caller, inputResponses }: Round, requestState: string): OngoingCall {
  const call = awaiting.find(requestState, caller)
  if (!call) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such request state of this client.')
  call.respond(inputResponses ?? {})
  return call
}

const tooLarge: CallEnd = {
  kind: 'result',
  result: {
    isError: true,
    content: [textContent(ownWords('The call was done. Its result is too large to be kept for a task.'))],
  },
}
