/** Observed invoker: the gateway for one call, with our own terms of waiting, and its report. */
import type { OpenApproval } from '@shared/approvals/approval.js'
import type { CallReport, CallRequest } from '../../gateway/ports/calls.js'
import type { Invoker } from '../../gateway/ports/invoker.js'

export interface Observer {
  /** How long to wait for a person. */
  readonly terms: Pick<CallRequest, 'maxWaitMs' | 'waitsForEnd'>
  readonly onWaiting: (approval: OpenApproval) => void
  readonly onReport: (report: CallReport) => void
}

export const observedInvoker = (gateway: Invoker, { terms, onWaiting, onReport }: Observer): Invoker => ({
  async invoke(request) {
    const report = await gateway.invoke({
      ...request,
      ...terms,
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
  offersSuggestions: () => gateway.offersSuggestions(),
  suggestionsFor: (caller) => gateway.suggestionsFor(caller),
  onDidSendSuggestion: gateway.onDidSendSuggestion,
  onDidCall: gateway.onDidCall,
  registry: gateway.registry,
})
