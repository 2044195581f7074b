/**
 * Model serving: answers a service's model request with the model of the chat.
 *
 * Guards invariant 2: the owner has allowed it for this service, and approves each request after reading it. Guards
 * invariant 7: only text, bounded, without tools, and within the remaining daily budget.
 */
import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { ModelRequest } from '@shared/approvals/input-request.js'
import { cleanText } from '../policy/text/untrusted-text.js'
import type { InputRequests } from './approvals/input-requests.js'
import { ClientRequestRefused, type ModelServing, refused, type ServiceCall } from './approvals/owner-client-channel.js'
import type { OwnerModel } from './ports/provider.js'

export const modelRequestLimits = { messages: 32, characters: 32_768, tokens: 1_500 } as const

/** @param modelOf the current model of the chat; undefined when none is configured */
export const createModelServing =
  (inputs: Pick<InputRequests, 'ask'>, modelOf: () => OwnerModel | undefined): ModelServing =>
  async (params, call, signal) => {
    const model = modelOf()
    if (!model) throw refused(notChosen())
    const asked = readRequest(params)
    const characters = lengthOf(asked)
    const price = affordable(model, characters, asked.maxTokens)
    const request: ModelRequest = {
      ...asked,
      model: model.name,
      ...price,
    }
    await approved(inputs, request, call, signal)
    // Checked again: the budget or the owner's settings may have changed while the person read the request.
    const current = modelOf()
    if (current?.name !== model.name) throw refused(notChosen())
    affordable(current, characters, asked.maxTokens)
    try {
      const { text, isCut } = await current.complete(asked, call.server.name, signal)
      return {
        role: 'assistant',
        content: { type: 'text', text },
        model: model.name,
        stopReason: isCut ? 'maxTokens' : 'endTurn',
      }
    } catch (thrown) {
      throw thrown instanceof GatewayError ? refused(thrown) : thrown
    }
  }

/** @throws ClientRequestRefused when it may cost more than today's remaining budget */
function affordable(model: OwnerModel, characters: number, maxTokens: number): Pick<ModelRequest, 'cost' | 'left'> {
  const cost = model.costOf(characters, maxTokens)
  const { left } = model
  if (cost !== undefined && left !== undefined && cost > left) throw refused(overBudget())
  return { ...(cost !== undefined && { cost }), ...(left !== undefined && { left }) }
}

async function approved(
  inputs: Pick<InputRequests, 'ask'>,
  request: ModelRequest,
  call: ServiceCall,
  signal: AbortSignal,
): Promise<void> {
  const { action, reason } = await inputs.ask({ ...call, content: { kind: 'model', request } }, signal)
  if (action !== 'accept') throw refused(reason ?? new GatewayError('RISK.APPROVAL_REJECTED'))
}

type Asked = Pick<ModelRequest, 'messages' | 'systemPrompt' | 'maxTokens'>

const lengthOf = ({ messages, systemPrompt = '' }: Asked): number =>
  messages.reduce((sum, { text }) => sum + text.length, systemPrompt.length)

/** @throws ClientRequestRefused */
function readRequest({ messages, systemPrompt, maxTokens, tools }: JsonObject): Asked {
  if (Array.isArray(tools) && tools.length > 0) throw invalid('Tools are not available.')
  if (!Array.isArray(messages) || messages.length === 0 || messages.length > modelRequestLimits.messages) {
    throw invalid(`A request must have 1 to ${modelRequestLimits.messages} messages.`)
  }
  if (!Number.isSafeInteger(maxTokens) || (maxTokens as number) < 1)
    throw invalid('maxTokens must be a number above 0.')
  const request: Asked = {
    messages: messages.map(readMessage),
    ...(typeof systemPrompt === 'string' && systemPrompt !== '' && { systemPrompt: seen(systemPrompt) }),
    maxTokens: Math.min(maxTokens as number, modelRequestLimits.tokens),
  }
  if (lengthOf(request) > modelRequestLimits.characters) {
    throw invalid(`A request can have at most ${modelRequestLimits.characters} characters.`)
  }
  return request
}

function readMessage(message: unknown): ModelRequest['messages'][number] {
  const { role, content } = (message ?? {}) as { readonly role?: unknown; readonly content?: unknown }
  if (role !== 'user' && role !== 'assistant') throw invalid('The role of a message must be "user" or "assistant".')
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content]
  const texts = parts.map((part) => {
    const { type, text } = (part ?? {}) as { readonly type?: unknown; readonly text?: unknown }
    if (type !== 'text' || typeof text !== 'string') throw invalid('Messages must be text.')
    return seen(text)
  })
  return { role, text: texts.join('\n\n') }
}

/** The person reads exactly what the model receives. */
function seen(text: string): string {
  if (text.length > modelRequestLimits.characters) throw invalid('A message is too long.')
  return cleanText(text, modelRequestLimits.characters)
}

const invalid = (message: string) => new ClientRequestRefused(-32_602, message, { code: 'PROTOCOL.INVALID_REQUEST' })

const notChosen = () =>
  new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', {
    message: 'The owner has not chosen an AI model.',
    suggestion: 'The owner can choose one in the settings of the chat.',
  })

const overBudget = () =>
  new GatewayError('SYSTEM.RATE_LIMITED', {
    message: 'The budget of the AI model is used up for today.',
    suggestion: 'Ask for less, or try again tomorrow.',
  })
