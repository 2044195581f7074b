/** Responses: an agent's responses to requests. See docs/protocol.md#frames-response. */
import type { ContractError } from '@contract/generated/error.js'
import type { ErrorFrame, MessageFrame, ResponseFrame } from '@contract/generated/message-frame.js'
import { describeMissingResponse, type FrameReply } from './wire.js'

export type AgentResponse = FrameReply<ResponseFrame | ErrorFrame>

/** The error of a frame, in any place the contract allows. */
export function errorOf(frame: MessageFrame): ContractError | undefined {
  switch (frame.type) {
    case 'error':
      return frame.error ?? frame.payload?.error
    case 'register_ack':
      return frame.error
    case 'response':
      return frame.payload.error
    default:
      return undefined
  }
}

/** The data of a call that succeeded. */
export function dataOf(answer: AgentResponse): Readonly<Record<string, unknown>> | undefined {
  if (answer.kind !== 'answer' || answer.frame.type !== 'response' || !answer.frame.payload.success) return undefined
  return answer.frame.payload.data ?? {}
}

/** The error code of a failed call; undefined on success, or without a code. */
export const codeOf = (answer: AgentResponse): string | undefined =>
  answer.kind === 'answer' && dataOf(answer) === undefined ? errorOf(answer.frame)?.code : undefined

export function describeResponse(answer: AgentResponse): string {
  if (answer.kind !== 'answer') return describeMissingResponse(answer)
  if (dataOf(answer)) return 'it succeeded'
  const error = errorOf(answer.frame)
  return error ? `${error.code}: ${error.message}` : 'it failed without an error'
}

/** Codes that do not violate the contract: the agent, or its owner, refuses for now. */
const temporaryRefusals = /^(?:PERMISSION|RISK)\.|^SYSTEM\.(?:RATE_LIMITED|MAINTENANCE|SERVICE_UNAVAILABLE)$/u

export const isTemporaryRefusal = (code: string): boolean => temporaryRefusals.test(code)
