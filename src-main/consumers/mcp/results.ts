/** Results: how a call ended, as an MCP client and its model read it. See docs/protocol.md#mcp-results. */
import { type CallToolResult, ProtocolError } from '@modelcontextprotocol/server'
import type { JsonObject } from '../../contract/call.js'
import { coreCatalogue } from '../../contract/core-catalogue.js'
import type { GatewayError } from '../../contract/gateway-error.js'
import type { CapabilityManifest } from '../../contract/generated/capability-manifest.js'
import type { RelayedResult, RelayedTool } from '../../contract/relayed.js'
import { envelopeOf, errorOf, isRefusal } from '../../gateway/call-answer.js'
import type { CallReport, Forecast } from '../../gateway/call-path.js'
import { deprecationText, errorText, toldText } from '../../gateway/model-answers.js'
import { documented } from '../../http/error-guide.js'
import {
  joinedText,
  jsonData,
  type ModelText,
  modelText,
  ownSentence,
  ownWords,
  quoted,
} from '../../policy/model-text.js'
import { pairedContextOf } from '../../policy/paired-context.js'
import { sentenceOf } from './result-sentences.js'
import { textContent } from './text-content.js'
import { toolNameOf } from './tool-name.js'

/** What every answer says of the call, whether it was done or not; see `CallEnvelope`. */
export interface Envelope {
  readonly requestId: string
  readonly timestamp: string
  readonly metadata?: object
}

/**
 * What is pending is no error, for nothing went wrong, and no success, for nothing was done yet.
 *
 * @param capability that was called, for the text a person reads
 * @param origin of the door, where it is known: for the link to what an error means
 */
export function resultOf(
  report: CallReport,
  capability: Pick<CapabilityManifest, 'id' | 'name'>,
  origin?: string,
): CallToolResult {
  const { deprecated } = report
  const result = withoutNotice(report, capability, origin)
  if (!deprecated) return result
  return { ...result, content: [...result.content, textContent(deprecationText(deprecated, toolNameOf))] }
}

/**
 * What a tool of a service returned, as the service sent it. What Gatehouse says instead is an error wherever the tool
 * promises a structure, and has none: clients check any structure against that promise, also of an error.
 */
export function relayedResult(
  report: CallReport,
  capability: Pick<CapabilityManifest, 'id' | 'name'>,
  tool: RelayedTool | undefined,
  origin?: string,
): CallToolResult {
  const sent = relayedBy(report)
  if (!sent) {
    const result = resultOf(report, capability, origin)
    if (tool?.definition.outputSchema === undefined) return result
    const { structuredContent, ...rest } = result
    return { ...rest, isError: true, _meta: { gatehouse: structuredContent } }
  }
  if ('result' in sent) return sent.result as unknown as CallToolResult
  const { code, message, data } = sent.error
  throw new ProtocolError(code, message, data)
}

/** What a service sent for this call, done or not. */
export const relayedBy = ({ outcome }: CallReport): RelayedResult | undefined =>
  outcome.kind === 'done' ? outcome.relayed : outcome.kind === 'failed' ? outcome.error.relayed : undefined

const askAfter = (id: string): string => `call get_approval with the id ${id}`

function withoutNotice(
  report: CallReport,
  capability: Pick<CapabilityManifest, 'id' | 'name'>,
  origin: string | undefined,
): CallToolResult {
  const { outcome } = report
  const envelope = envelopeOf(report)
  if (outcome.kind === 'done') {
    return successResult(
      toldText(
        capability.id,
        outcome.data,
        modelText`${sentenceOf(capability, outcome.data)}\n${jsonData(outcome.data)}`,
      ),
      outcome.data,
      envelope,
    )
  }
  if (isRefusal(outcome)) {
    const { isError, ...result } = refusedResult(errorOf(outcome, askAfter), envelope, origin)
    return outcome.kind === 'pending' ? result : { isError: true, ...result }
  }
  return {
    content: [textContent(forecastSentence(capability, outcome.forecast))],
    structuredContent: { success: true, dryRun: outcome.forecast, ...envelope },
  }
}

/** @param text that says the same as `data`, for people and for clients that read nothing else */
export const successResult = (text: ModelText, data: JsonObject, envelope: Envelope): CallToolResult => ({
  content: [textContent(text)],
  structuredContent: { success: true, data, ...envelope },
})

export function refusedResult(error: GatewayError, envelope: Envelope, origin?: string): CallToolResult {
  const code = clientCodeOf(error.code)
  return {
    isError: true,
    content: [textContent(errorText(error, code))],
    structuredContent: {
      success: false,
      error: { ...documented(error, origin), code, contractCode: error.code },
      ...envelope,
    },
  }
}

/** What a dry run found, in words. */
function forecastSentence(
  { id, name }: Pick<CapabilityManifest, 'id' | 'name'>,
  { decision, why, risk, before, ...forecast }: Forecast,
): ModelText {
  const would = {
    run: ownWords('It would run at once.'),
    ask: ownWords('A person would be asked first.'),
    block: ownSentence(`It would not run: ${why?.message} ${why?.suggestion ?? ''}`),
  }[decision]
  const isCore = coreCatalogue.has(id)
  const reason = risk.reason
    ? modelText` (${isCore ? ownSentence(risk.reason) : quoted(risk.reason, 256)})`
    : ownWords('')
  const danger = modelText`Its risk is ${ownSentence(risk.level)}${reason}.`
  const raised = (risk.raisedBy ?? []).map(({ because }) => ownSentence(because))
  const told = before && modelText`Now: ${jsonData(before)}`
  const now = before && told && toldText(pairedContextOf(id)?.capabilityId ?? '', before, told)
  const title = isCore ? ownSentence(name) : quoted(name)
  const said = joinedText([modelText`${title}: nothing was done. ${would} ${danger}`, ...raised], ' ')
  return joinedText([said, jsonData({ decision, ...forecast }), ...(now ? [now] : [])], '\n')
}

/** `PERMISSION.DENIED` → `E_PERMISSION_DENIED`. */
export const clientCodeOf = (code: string): string => `E_${code.replaceAll('.', '_')}`
