/** Meta tools: the list of them. To add one, write its file and put it here. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { GatewayError } from '../../../contract/gateway-error.js'
import { createRequestChecker, type RequestChecker } from '../../../validation/request-checker.js'
import { getApproval } from './get-approval.js'
import { getRecentEvents } from './get-recent-events.js'
import { getToolManifest } from './get-tool-manifest.js'
import { getTraceById } from './get-trace-by-id.js'
import { listServers } from './list-servers.js'
import { type MetaContext, type MetaTool, refused } from './meta-tool.js'
import { waitForEvent } from './wait-for-event.js'

export const metaTools: ReadonlyMap<string, MetaTool> = new Map(
  [listServers, getToolManifest, getRecentEvents, waitForEvent, getApproval, getTraceById].map((one) => [
    one.tool.name,
    one,
  ]),
)

/** Made when the first one is called: a program that only starts pays for nothing it does not use. */
let checker: RequestChecker | undefined

export async function callMetaTool(
  { tool, call }: MetaTool,
  given: unknown,
  context: MetaContext,
): Promise<CallToolResult> {
  checker ??= createRequestChecker()
  const checked = checker.checkBody(tool.inputSchema, given)
  if (checked.ok) return call(checked.value, context)
  const [first] = checked.problems
  const error = new GatewayError('PROTOCOL.SCHEMA_VALIDATION_FAILED', {
    ...(first && { message: `Argument ${first.path || '(all)'}: expected ${first.expected}, got ${first.given}.` }),
    details: { errors: checked.problems },
  })
  return refused(error, context)
}
