/** Payload check: validates the payload of each request before a handler receives it (invariant 7). */
import type { Ajv, ValidateFunction } from 'ajv'
import { isRequestChannel, type RequestChannel, requests } from './channels.js'
import { nothing } from './payload-schema.js'

export type PayloadCheck = (channel: string, payload: unknown) => boolean

export function createPayloadCheck(ajv: Ajv): PayloadCheck {
  /** Compiled at the first request of a channel: compiling all would delay the first window. */
  const checks = new Map<RequestChannel, ValidateFunction>()
  return (channel, payload) => {
    if (!isRequestChannel(channel)) return false
    const { takes } = requests[channel]
    if (takes === nothing) return payload === undefined
    const check = checks.get(channel) ?? ajv.compile(takes)
    checks.set(channel, check)
    return Boolean(check(payload))
  }
}
