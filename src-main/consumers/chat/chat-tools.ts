/**
 * Chat tools: a server's capabilities as tools of the model.
 *
 * Enforces invariant 6: a tool call goes through the gateway like any call, and no tool approves anything. Enforces
 * invariant 5: text from the game or a server is fenced with unforgeable marks.
 */

import type { Caller, JsonObject } from '@contract/call.js'
import type { GatewayError } from '@contract/gateway-error.js'
import type { ChatToolState, ChatToolUse } from '@shared/features/chat.js'
import { jsonSchema, type ToolSet, tool } from 'ai'
import { errorOf, isRefusal } from '../../gateway/ports/call-response.js'
import type { CallReport } from '../../gateway/ports/calls.js'
import type { Invoker } from '../../gateway/ports/invoker.js'
import { asData, deliveredText, descriptionText, schemaForModels } from '../../gateway/ports/model-responses.js'
import { argumentSchema, callable, chosenServer } from '../../policy/rules/server-choice.js'
import { jsonData, literalText, type ModelText, modelText, ownSentence } from '../../policy/text/model-text.js'

/** Maximum tools of one request; endpoints accept 128. */
const maxTools = 120
/** Maximum characters of a result for the model. */
const maxResultLength = 8_000

export interface ChatToolsOptions {
  readonly gateway: Pick<Invoker, 'invoke' | 'capabilitiesFor'>
  readonly caller: Caller
  /** The server that tools act on; default: every server of the caller. */
  readonly serverId?: string
  readonly toolNameOf: (capabilityId: string) => string
  /** Cancels waiting and running calls. */
  readonly signal: AbortSignal
  /** Called when a call starts, and each time its state changes. */
  readonly onUse: (key: string, use: ChatToolUse) => void
  /** Called when the server failed to run a call. */
  readonly onFailure?: (error: GatewayError) => void
}

export function toolsFor(options: ChatToolsOptions): ToolSet {
  const { gateway, caller, serverId, toolNameOf } = options
  const tools: ToolSet = {}
  for (const [capabilityId, offers] of gateway.capabilitiesFor(caller)) {
    const meant = callable(offers).filter(({ link }) => serverId === undefined || link.server.id === serverId)
    const [first] = meant
    if (!first) continue
    if (Object.keys(tools).length >= maxTools) break
    const { manifest } = first
    tools[toolNameOf(capabilityId)] = tool({
      description: descriptionText(first),
      inputSchema: jsonSchema<JsonObject>({
        ...schemaForModels(first, argumentSchema(manifest, meant)),
        type: 'object',
      }),
      execute(given, { toolCallId }) {
        const { server, arguments: own } = chosenServer(given, manifest, meant)
        const only = meant.length === 1 ? first.link.server.id : server
        return call(options, {
          key: toolCallId,
          capabilityId,
          given: own,
          ...(only !== undefined && { serverId: only }),
        })
      },
    })
  }
  return tools
}

interface ToolCallRequest {
  readonly key: string
  readonly capabilityId: string
  readonly serverId?: string
  readonly given: JsonObject
}

async function call(
  options: ChatToolsOptions,
  { key, capabilityId, serverId, given }: ToolCallRequest,
): Promise<ModelText> {
  const { gateway, caller, signal, onUse } = options
  let use: ChatToolUse = { capabilityId, arguments: given, state: 'running' }
  const updateUse = (change: Partial<ChatToolUse>): void => {
    use = { ...use, ...change }
    onUse(key, use)
  }
  updateUse({})
  let report: CallReport
  do {
    report = await gateway.invoke({
      capabilityId,
      ...(serverId !== undefined && { server: serverId }),
      arguments: given,
      caller,
      signal,
      // A pending result would keep the approval open for a retry; when a player stops, it must be withdrawn.
      waitsForEnd: true,
      onWaiting: ({ id }) => updateUse({ state: 'waiting', approvalId: id }),
    })
    // A repeated call is deduplicated with the waiting one: no second approval is requested.
  } while (report.outcome.kind === 'pending' && !signal.aborted)
  updateUse({
    state: signal.aborted && report.outcome.kind === 'pending' ? 'stopped' : stateOf(report),
    requestId: report.requestId,
  })
  if (report.outcome.kind === 'failed') options.onFailure?.(report.outcome.error)
  return textOf(capabilityId, report)
}

function stateOf({ outcome }: CallReport): ChatToolState {
  switch (outcome.kind) {
    case 'done':
    case 'denied':
    case 'expired':
    case 'failed':
      return outcome.kind === 'failed' && refusedCodes.has(outcome.error.code) ? 'denied' : outcome.kind
    case 'withdrawn':
    case 'pending':
      return 'stopped'
    case 'foreseen':
      return 'done'
  }
}

/** Denied without an approval request: by a rule, the rights or a recent denial. */
const refusedCodes: ReadonlySet<string> = new Set([
  'PERMISSION.DENIED',
  'PERMISSION.ROLE_REQUIRED',
  'RISK.OPERATION_BLOCKED',
  'RISK.APPROVAL_REJECTED',
])

function textOf(capabilityId: string, { outcome }: CallReport): ModelText {
  if (isRefusal(outcome)) {
    const { message, suggestion, code, hasProviderText } = errorOf(outcome)
    const words = `${message} ${suggestion}`
    return hasProviderText
      ? modelText`It failed (${ownSentence(code)}).\n${asData(literalText("the server's words"), words)}`
      : modelText`It was not done. ${ownSentence(words)} (${ownSentence(code)})`
  }
  const data = outcome.kind === 'done' ? outcome.data : {}
  const whole = jsonData(data)
  // Truncated JSON is invalid, so it is fenced.
  if (whole.length > maxResultLength)
    return asData(literalText('what the game said'), `${whole.slice(0, maxResultLength)}… (cut)`)
  return deliveredText(capabilityId, data, whole)
}
