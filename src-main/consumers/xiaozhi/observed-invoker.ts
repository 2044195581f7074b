/** Observed invoker: the gateway for one call of a device, which waits only briefly for a person. */
import type { OpenApproval } from '@shared/approvals/approval.js'
import type { CallReport } from '../../gateway/ports/calls.js'
import type { Invoker } from '../../gateway/ports/invoker.js'

export interface Observer {
  /** Milliseconds to wait for a person. */
  readonly maxWaitMs: number
  readonly onWaiting: (approval: OpenApproval) => void
  readonly onReport: (report: CallReport) => void
}

export const observedInvoker = (gateway: Invoker, { maxWaitMs, onWaiting, onReport }: Observer): Invoker => ({
  async invoke(request) {
    const report = await gateway.invoke({
      ...request,
      maxWaitMs,
      onWaiting(approval, traceId) {
        onWaiting(approval)
        request.onWaiting?.(approval, traceId)
      },
    })
    onReport(report)
    return report
  },
  refusalOf: (caller) => gateway.refusalOf(caller),
  capabilitiesFor: (caller) => gateway.capabilitiesFor(caller),
  serversFor: (caller) => gateway.serversFor(caller),
  onDidChangeRights: (listener) => gateway.onDidChangeRights(listener),
  approvalOf: (id, caller) => gateway.approvalOf(id, caller),
  traceOf: (traceId, caller) => gateway.traceOf(traceId, caller),
  traceOwn: (call) => gateway.traceOwn(call),
  eventsFor: (caller, server) => gateway.eventsFor(caller, server),
  subscribe: (request, listener) => gateway.subscribe(request, listener),
  onDidCall: gateway.onDidCall,
  registry: gateway.registry,
})
