/** Service failure: why a service cannot start, is offline, or failed a call, as messages for a person. */
import type { JsonObject } from '@contract/call.js'
import { asGatewayError, GatewayError } from '@contract/gateway-error.js'
import { readableContent } from '@contract/readable-content.js'
import { serviceCodeOf, serviceError } from '@contract/service-error.js'
import type { ServiceProblem, ServiceStarting, ServiceStatus } from '@shared/servers/service.js'
import { quoted } from '../../policy/text/model-text.js'
import { cleanText } from '../../policy/text/untrusted-text.js'
import { droppedExcess, excessText } from './connection/message-bounds.js'
import { exitText, type ProcessExit } from './process/service-process.js'

export function startFailure(thrown: unknown): GatewayError {
  if (thrown instanceof GatewayError) return thrown
  const { code, data } = thrown as { code?: unknown; data?: unknown }
  const excess = droppedExcess(data)
  if (excess)
    return serviceError(2001, { message: `The service could not start: ${excessText(excess)}`, cause: thrown })
  const message = thrown instanceof Error ? thrown.message : String(asGatewayError(thrown).message)
  return serviceError(2001, {
    message: `The service could not start: ${cleanText(message, 300)}`,
    hasProviderText: true,
    ...(typeof code === 'string' && { details: { reason: code } }),
    cause: thrown,
  })
}

/** @param limitMs of the start. @param thrown why it was not ready, where the adapter knows */
export const startedLate = (limitMs: number, thrown: unknown): GatewayError => {
  const isKnown = thrown instanceof GatewayError && serviceCodeOf(thrown) === 2003
  return serviceError(2003, {
    message: `The service was not ready after ${limitMs / 1_000} seconds.${isKnown ? thrown.message : ''}`,
    suggestion: 'Read its log. Give it a longer start limit, or correct its settings.',
    hasProviderText: isKnown && thrown.hasProviderText,
  })
}

/** @param exit of its process, if it has one here */
export const endedByItself = (exit?: ProcessExit): GatewayError =>
  serviceError(2005, {
    message: exit ? `The service ended by itself (${exitText(exit)}).` : 'The service ended by itself.',
    ...(exit && { details: { exit } }),
  })

/** How the process ended, where that is the failure. */
export function exitOf({ details }: GatewayError): ProcessExit | undefined {
  return details?.exit as ProcessExit | undefined
}

/** Why no call is possible now. @param last why it is not running. @param starting the running start */
export function offlineFailure(
  name: string,
  status: ServiceStatus,
  last: GatewayError | undefined,
  starting: ServiceStarting | undefined,
): GatewayError {
  const first = starting?.isFirst
    ? ` Its first start may download the program and take up to ${starting.limitMs / 1_000} seconds.`
    : ''
  const state = status === 'starting' ? `starting.${first}` : 'offline.'
  return serviceError(status === 'error' ? 2005 : 2001, {
    message: `The service ${quoted(name)} is ${state}${last?.message ? ` ${last.message}` : ''}`,
    hasProviderText: last?.hasProviderText ?? false,
  })
}

/** A result that reports a tool failure; MCP clients receive it unchanged. */
export const toolFailure = (result: JsonObject): GatewayError =>
  serviceError(3002, { message: textOf(result), relayed: { result }, hasProviderText: true })

export const problemOf = (error: GatewayError, at: Date): ServiceProblem => ({
  code: serviceCodeOf(error),
  message: error.message,
  at: at.toISOString(),
})

/** The first text of a result, for the audit trail and for callers without MCP. */
function textOf(result: JsonObject): string {
  const texts = readableContent(result).map(({ text }) => text)
  const first = texts.find((text): text is string => typeof text === 'string' && text.trim() !== '')
  return first === undefined ? 'The tool failed.' : cleanText(first, 512)
}
