/** Answers: what an agent said to a request, in words. See docs/protocol.md#frames-response. */
import type { ContractError } from '../../contract/generated/error.js'
import type { ErrorFrame, MessageFrame, ResponseFrame } from '../../contract/generated/message-frame.js'
import { missingAnswer, type Reply } from './wire.js'

export type Answer = Reply<ResponseFrame | ErrorFrame>

/** The error a frame carries, wherever the contract lets it stand. */
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
export function dataOf(answer: Answer): Readonly<Record<string, unknown>> | undefined {
  if (answer.kind !== 'answer' || answer.frame.type !== 'response' || !answer.frame.payload.success) return undefined
  return answer.frame.payload.data ?? {}
}

/** The code of a call that failed; undefined when it succeeded, or says no code. */
export const codeOf = (answer: Answer): string | undefined =>
  answer.kind === 'answer' && dataOf(answer) === undefined ? errorOf(answer.frame)?.code : undefined

export function inWords(answer: Answer): string {
  if (answer.kind !== 'answer') return missingAnswer(answer)
  if (dataOf(answer)) return 'it succeeded'
  const error = errorOf(answer.frame)
  return error ? `${error.code}: ${error.message}` : 'it failed without an error'
}

/** Codes that say nothing about the contract: the agent, or its owner, would not do it now. */
const reluctant = /^(?:PERMISSION|RISK)\.|^SYSTEM\.(?:RATE_LIMITED|MAINTENANCE|SERVICE_UNAVAILABLE)$/u

export const isReluctant = (code: string): boolean => reluctant.test(code)
