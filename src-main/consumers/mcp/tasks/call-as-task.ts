/**
 * Call as task: runs a call for a client that has the tasks extension.
 *
 * A quick call is answered with its result. One that waits for a person, or runs for long, becomes a task, which the client
 * polls; the question stays open without a connection. Specification of the extension: `io.modelcontextprotocol/tasks`.
 */
import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { OpenApproval } from '../../../contract/approval.js'
import type { CallReport, CallRequest } from '../../../gateway/call-path.js'
import { ownWords } from '../../../policy/model-text.js'
import type { MetaContext } from '../meta-tools/meta-tool.js'
import { textContent } from '../text-content.js'
import { type CallEnd, OngoingCall } from './ongoing-call.js'
import type { TaskList } from './task-list.js'
import { type CreatedTask, createdTask } from './task-result.js'

/** Milliseconds after which a running call becomes a task. */
export const mostSynchronousMs = 3_000

export async function callAsTask(
  request: Omit<CallRequest, 'caller' | 'signal' | 'onWaiting'>,
  resultOf: (report: CallReport) => CallToolResult,
  { gateway, clock, caller, signal }: MetaContext,
  tasks: TaskList,
): Promise<CallToolResult | CreatedTask> {
  const call = new OngoingCall(async (control) => {
    const onWaiting = ({ id, capabilityName }: OpenApproval): void =>
      control.pause(() =>
        gateway.approvalOf(id, caller)?.state === 'waiting-for-person'
          ? `Waiting for a person to decide on "${capabilityName}".`
          : 'A person approved it. It is running.',
      )
    const report = await gateway.invoke({
      ...request,
      caller,
      signal: control.signal,
      waitsForEnd: true,
      onWaiting,
    })
    return endOf(report, resultOf)
  })
  const cancel = (): void => call.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  if (signal.aborted) cancel()
  let stopTimer = (): void => {}
  const late = new Promise<void>((resolve) => {
    stopTimer = clock.after(mostSynchronousMs, resolve)
  })
  await Promise.race([
    call.until(({ end, isPaused, inputs }) => end !== undefined || isPaused || inputs.size > 0),
    late,
  ])
  stopTimer()
  signal.removeEventListener('abort', cancel)
  const { end } = call
  if (end?.kind === 'result') return end.result
  return createdTask(tasks.add(call, caller, tooLarge))
}

/** A fault of ours is no result of the tool. */
function endOf(report: CallReport, resultOf: (report: CallReport) => CallToolResult): CallEnd {
  const { outcome } = report
  if (outcome.kind === 'withdrawn') return { kind: 'cancelled' }
  if (outcome.kind === 'failed' && outcome.error.code === 'SYSTEM.INTERNAL_ERROR') {
    const { message } = outcome.error
    return { kind: 'error', error: { code: ProtocolErrorCode.InternalError, message } }
  }
  try {
    return { kind: 'result', result: resultOf(report) }
  } catch (thrown) {
    if (!(thrown instanceof ProtocolError)) throw thrown
    const { code, message, data } = thrown
    return { kind: 'error', error: { code, message, ...(data !== undefined && { data }) } }
  }
}

const tooLarge: CallEnd = {
  kind: 'result',
  result: {
    isError: true,
    content: [textContent(ownWords('The call was done. Its result is too large to be kept for a task.'))],
  },
}
