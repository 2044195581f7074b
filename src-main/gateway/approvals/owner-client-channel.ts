/**
 * Owner client channel: sends a request of a service to the person at the window when the client does not support it.
 *
 * Guards invariant 2: when no person can be asked, a form is declined and a model request refused, with the reason.
 * Guards invariant 7: requests of the service are parsed strictly and bounded before a person sees them.
 */
import type { JsonObject } from '@contract/call.js'
import type { ClientChannel, ClientRequest } from '@contract/client-channel.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { InputContent } from '@shared/approvals/input-request.js'
import { plainAddress } from '@shared/text/plain-address.js'
import { InputSchemaProblem, inputFields } from '../../policy/services/input-schema.js'
import { cleanText } from '../../policy/text/untrusted-text.js'
import type { InputQuestion, InputRequests, InputResponse } from './input-requests.js'

/** The call during which a service sends a request. */
export type ServiceCall = Omit<InputQuestion, 'content'>

export interface OwnerClientChannelDependencies {
  readonly inputs: InputRequests
  /** Serves a model request; undefined when the owner has not allowed it for this service. */
  readonly modelFor: (serverId: string) => ModelServing | undefined
}

/** Responds to `sampling/createMessage`; each request needs an approval. */
export type ModelServing = (params: JsonObject, call: ServiceCall, signal: AbortSignal) => Promise<JsonObject>

/** Maximum characters of a service's message. */
export const maxMessageLength = 4_096

/** Key of the reason in a response that has no member for one. */
export const refusalKey = 'io.gatehouse/refusal'

/** JSON-RPC's code for invalid parameters, and MCP's for a person's refusal. */
const codes = { invalid: -32_602, refused: -1 } as const

/** An error in the form sent to the service. */
export class ClientRequestRefused extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: JsonObject,
  ) {
    super(message)
  }
}

/** @param signal aborts when the call has ended */
export function withOwner(
  client: ClientChannel | undefined,
  call: ServiceCall,
  { inputs, modelFor }: OwnerClientChannelDependencies,
  signal: AbortSignal,
): ClientChannel {
  const serveModel = modelFor(call.server.id)
  const ask = (content: InputContent) => inputs.ask({ ...call, content }, signal)
  const canAsk = inputs.hasPerson
  return {
    ...(client ?? noClient),
    capabilities: {
      ...client?.capabilities,
      ...(canAsk && { elicitation: { form: {}, url: {} } }),
      ...(canAsk && serveModel && !client?.capabilities.sampling && { sampling: {} }),
    },
    notify: (method, params) => client?.notify(method, params),
    becomesTask: (describe) => client?.becomesTask(describe),
    request(request) {
      if (client && supports(client.capabilities, request)) return client.request(request)
      return this.refuse?.(request) ?? Promise.reject(new ClientRequestRefused(-32_601, 'Method not found'))
    },
    refuse({ method, params }) {
      if (method === 'elicitation/create') return elicit(params, ask)
      if (method !== 'sampling/createMessage') return undefined
      if (serveModel && canAsk) return serveModel(params, call, signal)
      return Promise.reject(refused(serveModel ? new GatewayError('PERMISSION.APPROVAL_REQUIRED') : modelIsOff()))
    },
  }
}

const noClient: Pick<ClientChannel, 'knowsTasks'> = { knowsTasks: false }

/** Whether the client declared support for this request. An empty `elicitation` means forms only. */
function supports(capabilities: JsonObject, { method, params }: ClientRequest): boolean {
  if (method === 'sampling/createMessage') return capabilities.sampling !== undefined
  if (method === 'roots/list') return capabilities.roots !== undefined
  if (method !== 'elicitation/create') return false
  const modes = capabilities.elicitation
  if (typeof modes !== 'object' || modes === null) return false
  return params.mode === 'url' ? 'url' in modes : 'form' in modes || !('url' in modes)
}

/** @throws ClientRequestRefused when the request is not part of MCP */
async function elicit(params: JsonObject, ask: (content: InputContent) => Promise<InputResponse>): Promise<JsonObject> {
  const response = await ask(contentOf(params))
  const { reason } = response
  return {
    action: response.action,
    ...(response.action === 'accept' && response.values && { content: response.values }),
    ...(reason && { _meta: { [refusalKey]: { code: reason.code, message: reason.message } } }),
  }
}

function contentOf({ mode = 'form', message, requestedSchema, url }: JsonObject): InputContent {
  if (typeof message !== 'string') throw invalid('message must be a string.')
  const text = cleanText(message, maxMessageLength)
  if (mode === 'url') {
    const address = typeof url === 'string' ? plainAddress(url) : undefined
    if (!address?.isHttps) throw invalid('url must be an https address.')
    return { kind: 'url', message: text, address }
  }
  if (mode !== 'form') throw invalid('mode must be "form" or "url".')
  try {
    return { kind: 'form', message: text, fields: inputFields(requestedSchema) }
  } catch (thrown) {
    if (thrown instanceof InputSchemaProblem) throw invalid(thrown.message)
    throw thrown
  }
}

const invalid = (message: string) =>
  new ClientRequestRefused(codes.invalid, message, { code: 'PROTOCOL.INVALID_REQUEST' })

const modelIsOff = () =>
  new GatewayError('PERMISSION.DENIED', {
    message: 'The owner of Gatehouse has not allowed this service to use the AI model.',
    suggestion: 'The owner can allow it in the settings of the service.',
  })

/** A refusal with its code of the catalogue. */
export const refused = ({ code, message, suggestion }: GatewayError): ClientRequestRefused =>
  new ClientRequestRefused(codes.refused, message, { code, suggestion })
