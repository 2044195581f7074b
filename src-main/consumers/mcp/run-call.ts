/**
 * Run call: runs a client's call through the gateway, with a callback to the client.
 *
 * Used for tools, prompts and resources, of game servers and services, in both protocol eras.
 */
import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { OpenApproval } from '@shared/approvals/approval.js'
import type { CallProgress, CallReport, CallRequest } from '../../gateway/ports/calls.js'
import { ongoingCallBack } from './client-call-back.js'
import type { MetaContext } from './meta-tools/meta-tool.js'
import { callInRounds, type RoundResult } from './tasks/call-in-rounds.js'
import type { CallControl, CallEnd } from './tasks/ongoing-call.js'

type ClientCall = Omit<
  CallRequest,
  'caller' | 'signal' | 'onWaiting' | 'onProgress' | 'clientChannel' | 'waitsForEnd' | 'mayGiveUpSilently'
>

/** @param resultOf may throw a ProtocolError, which becomes the error of the request */
export async function runCall<Result extends object = CallToolResult>(
  request: ClientCall,
  resultOf: (report: CallReport) => Result,
  context: MetaContext,
): Promise<RoundResult<Result>> {
  const { gateway, clock, caller, signal, maxWaitMs, traceContext, round, sessionCallBack } = context
  const { mayGiveUpSilently = false } = context
  const asked = { ...request, ...(maxWaitMs !== undefined && { maxWaitMs }), ...(traceContext && { traceContext }) }
  const report = context.progressReport()
  let latest: string | undefined
  const onWaiting = ({ capabilityName }: OpenApproval): void => report?.show({ message: waitingFor(capabilityName) })
  const onProgress = (progress: CallProgress): void => {
    latest = progress.message
    report?.show(progress)
  }
  try {
    if (round) {
      const run = async (control: CallControl) => endOf(await invokeInRounds(control), resultOf)
      return await callInRounds<Result>(run, round, clock)
    }
    return resultOf(
      await gateway.invoke({
        ...asked,
        caller,
        signal,
        onWaiting,
        onProgress,
        mayGiveUpSilently,
        ...(sessionCallBack && { clientChannel: sessionCallBack }),
      }),
    )
  } finally {
    report?.end()
  }

  function invokeInRounds(control: CallControl): Promise<CallReport> {
    const followsTask = round?.tasks !== undefined
    const becomeTask = ({ id, capabilityName }: OpenApproval): void =>
      control.pause(() =>
        gateway.approvalOf(id, caller)?.state === 'waiting-for-person'
          ? waitingFor(capabilityName)
          : (latest ?? 'A person approved it. It is running.'),
      )
    return gateway.invoke({
      ...asked,
      caller,
      signal: control.signal,
      onProgress: (progress) => {
        onProgress(progress)
        control.describe(() => latest)
      },
      ...(followsTask ? { onWaiting: becomeTask, waitsForEnd: true as const } : { onWaiting, mayGiveUpSilently }),
      clientChannel: ongoingCallBack(
        { capabilities: context.capabilities ?? {}, meta: round?.meta, knowsTasks: followsTask },
        control,
      ),
    })
  }
}

const waitingFor = (capabilityName: string): string => `Waiting for a person to decide on "${capabilityName}".`

/** Our own error is no result of the tool. */
function endOf(report: CallReport, resultOf: (report: CallReport) => object): CallEnd {
  const { outcome } = report
  try {
    const result = resultOf(report)
    if (outcome.kind === 'withdrawn') return { kind: 'cancelled', result }
    if (outcome.kind !== 'failed' || outcome.error.code !== 'SYSTEM.INTERNAL_ERROR') return { kind: 'result', result }
    const { message } = outcome.error
    return { kind: 'error', error: { code: ProtocolErrorCode.InternalError, message }, result }
  } catch (thrown) {
    if (!(thrown instanceof ProtocolError)) throw thrown
    const { code, message, data } = thrown
    return { kind: 'error', error: { code, message, ...(data !== undefined && { data }) } }
  }
}
