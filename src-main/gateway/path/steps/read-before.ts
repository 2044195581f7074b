/**
 * Read before: reads the paired context before an action changes it.
 *
 * An action whose undo is required ends here, before any request for approval, when the server can prepare an undo and
 * did not. Where it has no way to prepare one, the request says that the action cannot be undone (docs/adr/0005).
 *
 * What the server would refuse ends here too, so that no person is asked for it. Nothing relies on that: the server
 * checks again when it runs the action.
 */
import { randomUUID } from 'node:crypto'
import type { JsonObject } from '@contract/call.js'
import { coreCatalogue } from '@contract/core-catalogue.js'
import { asGatewayError, GatewayError } from '@contract/gateway-error.js'
import { cleanObject } from '../../../policy/text/untrusted-text.js'
import { isQuarantined } from '../../../policy/trust/manifest-trust.js'
import { argumentsFor, pairedContextOf } from '../../../policy/undo/paired-context.js'
import { planUndo, type UndoPlan } from '../../../policy/undo/undoability.js'
import { type Ended, end } from '../call-path.js'
import type { GatewayDependencies } from '../gateway-dependencies.js'
import type { Assessable, Assessed, Validated } from './call-stages.js'
import { withDeadline } from './deadline.js'
import { inFlight } from './in-flight.js'

/** Timeout in milliseconds of each wait for the server; a person waits for it. */
const readingTimeoutMs = 2_000

export async function readBefore(call: Assessed, deps: GatewayDependencies): Promise<Assessable | Ended> {
  if (call.manifest.type !== 'action') return call
  const refusal = call.link.checkAction && (await refusalOf(call, deps))
  if (refusal) return end({ kind: 'failed', error: refusal })
  if (call.demands.snapshot === 'none') return planned(call, deps)
  deps.calls.set({ ...inFlight(call), stage: 'checking' })
  await deps.undo.settled(call.link.server.id)
  const reading = await readPairedContext(call, deps)
  const read = planned('before' in reading ? { ...call, before: reading.before } : call, deps)
  const isMissing = read.plan.kind === 'none' && requiresUndo(call, deps)
  return isMissing ? endWithReadFailure(call, 'before' in reading ? undefined : reading.error) : read
}

/** Undefined also when the server cannot tell in time. Never rejects. */
async function refusalOf(
  { link, manifest, given }: Validated,
  { clock, log }: Pick<GatewayDependencies, 'clock' | 'log'>,
): Promise<GatewayError | undefined> {
  try {
    await withDeadline(clock, readingTimeoutMs, async () => link.checkAction?.(manifest.id, given))
    return undefined
  } catch (thrown) {
    const error = asGatewayError(thrown)
    if (!error.code.startsWith('SYSTEM.')) return error
    log.warn('an action could not be checked before the question', { ...error.toContract() })
    return undefined
  }
}

/**
 * Whether the call must not run without an undo. A requirement of the catalogue holds where the server has a way to
 * prepare one; a provider's requirement for its own action always holds.
 */
export const requiresUndo = (
  { risk, manifest, link }: Pick<Assessable, 'risk' | 'manifest' | 'link'>,
  { registry, snapshots }: Pick<GatewayDependencies, 'registry' | 'snapshots'>,
): boolean =>
  risk.snapshotRequired === true &&
  (!coreCatalogue.has(manifest.id) ||
    snapshots.areOffered(link.server.id, manifest.id) ||
    pairedOffer(link.server.id, manifest.id, registry) !== undefined)

/** The accepted context of a server that shows the state before an action. */
function pairedOffer(serverId: string, capabilityId: string, registry: GatewayDependencies['registry']) {
  const pair = pairedContextOf(capabilityId)
  const offer = pair && registry.offerBy(serverId, pair.capabilityId)
  if (!pair || offer?.manifest.type !== 'context') return undefined
  return isQuarantined(offer.link.server, offer.manifest.id) ? undefined : { pair, ...offer }
}

/** The call with the action that would undo it. */
export const planned = (call: Assessable, deps: GatewayDependencies): Assessable & { readonly plan: UndoPlan } => ({
  ...call,
  plan: planOf(call, deps, deps.snapshots.areOffered(call.link.server.id, call.manifest.id)),
})

export function planOf(
  call: Assessable,
  { registry }: Pick<GatewayDependencies, 'registry'>,
  snapshots: boolean,
): UndoPlan {
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
      return offer?.manifest.type === 'action' && !isQuarantined(offer.link.server, capabilityId)
    },
  })
}

export type StateReading = { readonly before: JsonObject } | { readonly error?: GatewayError }

/** A completed or planned action, for reading its paired context. */
export interface PairedAction {
  readonly serverId: string
  readonly capabilityId: string
  readonly given: JsonObject
  readonly traceId: string
}

type ReadDependencies = Pick<GatewayDependencies, 'registry' | 'clock' | 'validator' | 'log'>

/** The current value of the action's paired context; no error when the action has none. */
export const readPairedContext = (
  { link, manifest, given, traceId }: Validated,
  deps: ReadDependencies,
): Promise<StateReading> => readState({ serverId: link.server.id, capabilityId: manifest.id, given, traceId }, deps)

/** The same for an action that is not in progress. Never rejects. */
export async function readState(
  { serverId, capabilityId, given, traceId }: PairedAction,
  { registry, clock, validator, log }: ReadDependencies,
): Promise<StateReading> {
  const offer = pairedOffer(serverId, capabilityId, registry)
  if (!offer) return {}
  const { pair, manifest, link } = offer
  const request = {
    requestId: randomUUID(),
    capabilityId: manifest.id,
    version: manifest.version,
    arguments: argumentsFor(pair, given),
    ...(pair.members && { members: pair.members }),
    caller: 'gatehouse',
    traceId,
  }
  try {
    const response = await withDeadline(clock, readingTimeoutMs, (cancellation) => link.invoke(request, cancellation))
    const checked = validator.checkReturns(manifest, response.data)
    return checked.ok
      ? { before: cleanObject(checked.value) }
      : { error: new GatewayError('PROTOCOL.INVALID_RESPONSE') }
  } catch (thrown) {
    const error = asGatewayError(thrown)
    log.warn('the state of the world could not be read', { ...error.toContract() })
    return { error }
  }
}

/** Ends a call whose previous state is required and unknown. Argument errors are reported unchanged. */
export const endWithReadFailure = (call: Validated, error: GatewayError | undefined): Ended =>
  end({
    kind: 'failed',
    error: error?.code.startsWith('BUSINESS.')
      ? error
      : new GatewayError('RISK.OPERATION_BLOCKED', {
          message: 'The state needed to undo it could not be read, so it was not done.',
          details: { capabilityId: call.manifest.id },
          cause: error,
        }),
  })
