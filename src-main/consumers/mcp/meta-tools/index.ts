/** Meta tools: the list of them. To add one, write its file and put it here. */
import { randomUUID } from 'node:crypto'
import { type ErrorCode, isErrorCode } from '@contract/error-catalogue.js'
import { asGatewayError, GatewayError } from '@contract/gateway-error.js'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { problemsText } from '../../../policy/text/model-text.js'
import { createRequestChecker, type RequestChecker } from '../../../validation/request-checker.js'
import { getApproval } from './get-approval.js'
import { getRecentEvents } from './get-recent-events.js'
import { getSuggestions } from './get-suggestions.js'
import { getToolManifest } from './get-tool-manifest.js'
import { getTraceById } from './get-trace-by-id.js'
import { listServers } from './list-servers.js'
import { type MetaContext, type MetaTool, type OwnCallContext, ownIdOf, refused } from './meta-tool.js'
import { waitForEvent } from './wait-for-event.js'

export const metaTools: ReadonlyMap<string, MetaTool> = new Map(
  [listServers, getToolManifest, getRecentEvents, waitForEvent, getSuggestions, getApproval, getTraceById].map(
    (one) => [one.tool.name, one],
  ),
)

/** Created on the first call, to keep the start fast. */
let checker: RequestChecker | undefined

/** Calls our own tool, and stores the trace of the call. */
export async function callMetaTool(own: MetaTool, given: unknown, context: MetaContext): Promise<CallToolResult> {
  const { gateway, clock, caller } = context
  const began = clock.elapsed()
  const ids = { requestId: randomUUID(), traceId: randomUUID() }
  const startedAt = clock.now().toISOString()
  const keepTrace = (error?: GatewayError) =>
    gateway.traceOwn({
      ...ids,
      capabilityId: ownIdOf(own.tool.name),
      caller,
      startedAt,
      milliseconds: clock.elapsed() - began,
      ...(error && { error }),
    })
  try {
    const result = await checkedCall(own, given, { ...context, ...ids, ownTools: metaTools })
    keepTrace(errorIn(result))
    return result
  } catch (thrown) {
    keepTrace(asGatewayError(thrown))
    throw thrown
  }
}

/** The reason in a result of a call that did nothing. */
function errorIn({ structuredContent }: CallToolResult): GatewayError | undefined {
  const { error } = (structuredContent ?? {}) as { error?: { contractCode?: string } }
  return (
    error &&
    new GatewayError(
      isErrorCode(error.contractCode ?? '') ? (error.contractCode as ErrorCode) : 'SYSTEM.INTERNAL_ERROR',
    )
  )
}

async function checkedCall({ tool, call }: MetaTool, given: unknown, context: OwnCallContext): Promise<CallToolResult> {
  const refusal = context.gateway.refusalOf(context.caller)
  if (refusal) return refused(refusal, context)
  checker ??= createRequestChecker()
  const checked = checker.checkBody(tool.inputSchema, given)
  if (checked.ok) return call(checked.value, context)
  const error = new GatewayError('PROTOCOL.SCHEMA_VALIDATION_FAILED', {
    message: `Argument ${problemsText(checked.problems, true)}.`,
    details: { errors: checked.problems },
  })
  return refused(error, context)
}
