/**
 * Trace context: the place of a call in the trace of its client, by W3C Trace Context and SEP-414 of MCP.
 *
 * It is text of the client: anything invalid is dropped, so that what is shown and passed on has the form of the
 * standard.
 */
import { isObject } from './json/json-object.js'

export interface TraceContext {
  readonly traceparent: string
  readonly tracestate?: string
}

const limits = { traceparent: 128, members: 32 } as const

/** Version, trace id, parent id and flags. Later versions may append members. */
const parent = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-[\x20-\x7e]{0,64})?$/
const allZero = /^0+$/

/** Of blanks, only spaces may be around a member. */
const stateText = /^[\x20-\x7e]{1,512}$/
const stateKey = /^[a-z0-9][a-z0-9_\-*/]{0,240}(?:@[a-z][a-z0-9_\-*/]{0,13})?$/
const stateValue = /^[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/

/** The trace context in the `_meta` of a request; undefined without a valid one. */
export function traceContextIn(meta: unknown): TraceContext | undefined {
  const { traceparent, tracestate } = isObject(meta) ? meta : {}
  if (typeof traceparent !== 'string' || !isParent(traceparent)) return undefined
  return {
    traceparent,
    ...(typeof tracestate === 'string' && isState(tracestate) && { tracestate }),
  }
}

function isParent(text: string): boolean {
  const [, version, traceId = '', parentId = '', more] = (text.length <= limits.traceparent && parent.exec(text)) || []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return false
  return !allZero.test(traceId) && !allZero.test(parentId)
}

function isState(text: string): boolean {
  if (!stateText.test(text)) return false
  const members = text.split(',').map((member) => member.trim())
  const named = members.filter((member) => member !== '')
  return members.length <= limits.members && named.length > 0 && named.every(isStateMember)
}

function isStateMember(member: string): boolean {
  const at = member.indexOf('=')
  return at > 0 && stateKey.test(member.slice(0, at)) && stateValue.test(member.slice(at + 1))
}
