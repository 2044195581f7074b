/**
 * Read before: what the paired context shows before an action changes it.
 *
 * Where what undoes it is required and cannot be had, the call ends here and nobody is asked for nothing.
 */
import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../contract/call.js'
import { coreCatalogue } from '../../contract/core-catalogue.js'
import { asGatewayError, GatewayError } from '../../contract/gateway-error.js'
import { waitsForAcceptance } from '../../policy/manifest-trust.js'
import { argumentsFor, pairedContextOf } from '../../policy/paired-context.js'
import { planUndo, type UndoPlan } from '../../policy/undoability.js'
import { cleanObject } from '../../policy/untrusted-text.js'
import { type Ended, end } from '../call-path.js'
import type { Assessable, Assessed, Gatehouse, Validated } from './call-stages.js'
import { withDeadline } from './deadline.js'
import { inFlight } from './in-flight.js'

/** Milliseconds; a person waits for it. */
const readingTimeoutMs = 2_000

export async function readBefore(call: Assessed, gatehouse: Gatehouse): Promise<Assessable | Ended> {
  if (call.manifest.type !== 'action') return call
  if (call.demands.snapshot === 'none') return planned(call, gatehouse)
  gatehouse.calls.set({ ...inFlight(call), stage: 'checking' })
  await gatehouse.undo.settled(call.link.server.id)
  const reading = await readPairedContext(call, gatehouse)
  const read = planned('before' in reading ? { ...call, before: reading.before } : call, gatehouse)
  const isMissing = call.risk.snapshotRequired && read.plan.kind === 'none'
  return isMissing ? endUnread(call, 'before' in reading ? undefined : reading.error) : read
}

/** The call with what would undo it. */
export const planned = (call: Assessable, gatehouse: Gatehouse): Assessable & { readonly plan: UndoPlan } => ({
  ...call,
  plan: planOf(call, gatehouse, gatehouse.snapshots.areOffered(call.link.server.id, call.manifest.id)),
})

export function planOf(call: Assessable, { registry }: Pick<Gatehouse, 'registry'>, snapshots: boolean): UndoPlan {
  const { manifest, given, before, risk, demands, link } = call
  const pair = pairedContextOf(manifest.id)
  const action = {
    capabilityId: manifest.id,
    given,
    before,
    risk,
    demands,
    isCore: coreCatalogue.has(manifest.id),
    schemas: {
      given: manifest.parameters,
      before: pair && registry.offerBy(link.server.id, pair.capabilityId)?.manifest.returns,
    },
  }
  return planUndo(action, {
    snapshots,
    offers(capabilityId) {
      const offer = registry.offerBy(link.server.id, capabilityId)
      return offer?.manifest.type === 'action' && !waitsForAcceptance(offer.link.server, capabilityId)
    },
  })
}

export type Reading = { readonly before: JsonObject } | { readonly error?: GatewayError }

/** An action, done or about to be, whose paired context is to be read. */
export interface Paired {
  readonly serverId: string
  readonly capabilityId: string
  readonly given: JsonObject
  readonly traceId: string
}

type Reader = Pick<Gatehouse, 'registry' | 'clock' | 'validator' | 'log'>

/** What the paired context of the called action reads now; no error where the action has no such context. */
export const readPairedContext = ({ link, manifest, given, traceId }: Validated, reader: Reader): Promise<Reading> =>
  readState({ serverId: link.server.id, capabilityId: manifest.id, given, traceId }, reader)

/** The same of an action that is not on its way. Never rejects. */
export async function readState(
  { serverId, capabilityId, given, traceId }: Paired,
  { registry, clock, validator, log }: Reader,
): Promise<Reading> {
  const pair = pairedContextOf(capabilityId)
  const offer = pair && registry.offerBy(serverId, pair.capabilityId)
  if (!pair || offer?.manifest.type !== 'context') return {}
  const { manifest, link } = offer
  if (waitsForAcceptance(link.server, manifest.id)) return {}
  const request = {
    requestId: randomUUID(),
    capabilityId: manifest.id,
    version: manifest.version,
    arguments: argumentsFor(pair, given),
    caller: 'gatehouse',
    traceId,
  }
  try {
    const answer = await withDeadline(clock, readingTimeoutMs, (cancellation) => link.invoke(request, cancellation))
    const checked = validator.checkReturns(manifest, answer.data)
    return checked.ok
      ? { before: cleanObject(checked.value) }
      : { error: new GatewayError('PROTOCOL.INVALID_RESPONSE') }
  } catch (thrown) {
    const error = asGatewayError(thrown)
    log.warn('the state of the world could not be read', { ...error.toContract() })
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
          message: 'What would undo it cannot be taken, and without that this must not be done.',
          details: { capabilityId: call.manifest.id },
          cause: error,
        }),
  })
