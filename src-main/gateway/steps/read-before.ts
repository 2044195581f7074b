/**
 * Read before: what the paired context shows before an action changes it.
 *
 * Where the state before is required and cannot be read, the call ends here and nobody is asked for nothing.
 */
import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../contract/call.js'
import { asGatewayError, GatewayError } from '../../contract/gateway-error.js'
import { waitsForAcceptance } from '../../policy/manifest-trust.js'
import { argumentsFor, pairedContextOf } from '../../policy/paired-context.js'
import { cleanObject } from '../../policy/untrusted-text.js'
import { type Ended, end } from '../call-path.js'
import type { Gatehouse, Validated, Weighable, Weighed } from './call-stages.js'
import { withDeadline } from './deadline.js'
import { inFlight } from './in-flight.js'

/** Milliseconds; a person waits for it. */
const readingTimeoutMs = 2_000

export async function readBefore(call: Weighed, gatehouse: Gatehouse): Promise<Weighable | Ended> {
  if (call.demands.snapshot === 'none') return call
  gatehouse.calls.set({ ...inFlight(call), stage: 'checking' })
  const reading = await readPairedContext(call, gatehouse)
  if ('before' in reading) return { ...call, before: reading.before }
  return call.risk.snapshotRequired ? endUnread(call, reading.error) : call
}

export type Reading = { readonly before: JsonObject } | { readonly error?: GatewayError }

/** What the paired context of the called action reads now; no error where the action has no such context. */
export async function readPairedContext(call: Validated, gatehouse: Gatehouse): Promise<Reading> {
  const pair = pairedContextOf(call.manifest.id)
  const manifest = pair && call.link.server.capabilities.find(({ id }) => id === pair.capabilityId)
  if (!pair || manifest?.type !== 'context') return {}
  const now = gatehouse.registry.link(call.link.server.id)
  if (!now || waitsForAcceptance(now.server, manifest.id)) return {}
  const request = {
    requestId: randomUUID(),
    capabilityId: manifest.id,
    version: manifest.version,
    arguments: argumentsFor(pair, call.given),
    caller: 'gatehouse',
    traceId: call.traceId,
  }
  try {
    const answer = await withDeadline(gatehouse.clock, readingTimeoutMs, (signal) => call.link.invoke(request, signal))
    const checked = gatehouse.validator.checkReturns(manifest, answer.data)
    return checked.ok
      ? { before: cleanObject(checked.value) }
      : { error: new GatewayError('PROTOCOL.INVALID_RESPONSE') }
  } catch (thrown) {
    const error = asGatewayError(thrown)
    gatehouse.log.warn('the state before an action could not be read', { ...error.toContract() })
    return { error }
  }
}

/** Ends a call whose state before must be known and is not. What is wrong with the arguments is said as it is. */
export const endUnread = (call: Validated, error: GatewayError | undefined): Ended =>
  end({
    kind: 'failed',
    error: error?.code.startsWith('BUSINESS.')
      ? error
      : new GatewayError('RISK.OPERATION_BLOCKED', {
          message: 'How it is now could not be read, and without that this must not be changed.',
          details: { capabilityId: call.manifest.id },
          cause: error,
        }),
  })
