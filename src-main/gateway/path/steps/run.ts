/**
 * Run: sends the call to the provider, once; or serves a read from the cache.
 *
 * Only reads that need no approval are served from the cache: what a person approved is what runs (invariant 3).
 */
import { createHmac, randomBytes } from 'node:crypto'
import { GatewayError } from '@contract/gateway-error.js'
import { cleanObject, relayedLimits } from '../../../policy/untrusted-text.js'
import { type ServiceCall, withOwner } from '../../approvals/owner-client-channel.js'
import { Cancellation, type CancellationToken } from '../../ports/cancellation.js'
import type { ProviderResponse } from '../../ports/provider.js'
import type { CachedRead } from '../context-cache.js'
import { deepFreeze } from '../deep-freeze.js'
import type { GatewayParts } from '../gateway-parts.js'
import type { Run, Snapshotted } from './call-stages.js'
import { type ProgressSignal, withDeadline } from './deadline.js'
import { inFlight } from './in-flight.js'
import { watched } from './watched-client-channel.js'

/** @throws GatewayError as the provider does, SYSTEM.TIMEOUT, PROTOCOL.INVALID_RESPONSE */
export async function run(call: Snapshotted, parts: GatewayParts): Promise<Run> {
  parts.calls.set({ ...inFlight(call), stage: 'running' })
  const { answer, ageMs } = await readOrRun(call, parts)
  return {
    ...call,
    data: answer.data,
    ...(answer.snapshotId && { providerSnapshotId: answer.snapshotId }),
    ...(answer.executedBy && { executedBy: answer.executedBy }),
    ...(ageMs !== undefined && { ageMs }),
    ...(answer.relayed && { relayed: answer.relayed }),
  }
}

const sessionKey = randomBytes(32)

/** Maximum sessions with cached opaque ids. */
const maxOpaqueSessionIds = 1_024
const opaqueIds = new Map<string, string>()

/**
 * A stable opaque id per session and client, while the program runs. With the real id a server could impersonate the
 * client.
 */
function opaqueSessionId(client: string, sessionId: string): string {
  const session = JSON.stringify([client, sessionId])
  const known = opaqueIds.get(session)
  if (known !== undefined) return known
  const id = createHmac('sha256', sessionKey).update(session).digest('base64url').slice(0, 22)
  if (opaqueIds.size >= maxOpaqueSessionIds) opaqueIds.clear()
  opaqueIds.set(session, id)
  return id
}

/** What a person sees when the service asks them something. */
const askingCall = ({ link, caller, manifest, requestId, traceId }: Snapshotted): ServiceCall => ({
  server: { id: link.server.id, name: link.server.name },
  ...{ caller, requestId, traceId },
  capabilityId: manifest.id,
  capabilityName: manifest.name,
})

async function readOrRun(call: Snapshotted, parts: GatewayParts): Promise<CachedRead> {
  const { contexts, clock, callTimeoutMs, validator, panic, owner } = parts
  const { manifest, caller, link } = call
  const question = {
    capabilityId: manifest.id,
    version: manifest.version,
    arguments: call.given,
    caller: caller.id,
    ...(caller.sessionId && { sessionId: opaqueSessionId(caller.id, caller.sessionId) }),
  }
  // People often stop everything because they want to undo something.
  const stopped = call.undoing || call.ordering ? undefined : panic.cancellationOf(manifest.type)
  const request = { ...question, requestId: call.requestId, traceId: call.traceId }
  const invoke = (cancellation: CancellationToken) => link.invoke(request, cancellation)
  /** A service is notified at once when its caller leaves, and can ask nobody after the call. */
  async function relay(cancellation: CancellationToken, signs: ProgressSignal): Promise<ProviderResponse> {
    const during = new Cancellation()
    const withdraw = () => during.cancel(call.signal.reason)
    cancellation.onCancel((reason) => during.cancel(reason))
    if (call.signal.aborted) withdraw()
    call.signal.addEventListener('abort', withdraw, { once: true })
    const clientChannel = watched(withOwner(call.clientChannel, askingCall(call), owner, during.signal), signs)
    try {
      return await link.invoke({ ...request, clientChannel, onAlive: signs.alive }, during)
    } finally {
      call.signal.removeEventListener('abort', withdraw)
      during.cancel()
    }
  }
  async function ask(): Promise<ProviderResponse> {
    const total = link.timeoutMsOf?.(manifest.id) ?? callTimeoutMs
    const silence = link.silenceMs?.(manifest.id) ?? total
    const answer = await withDeadline(clock, { silence, total }, link.relays ? relay : invoke, stopped)
    const checked = validator.checkReturns(manifest, cleanObject(answer.data, link.relays && relayedLimits))
    if (!checked.ok) throw new GatewayError('PROTOCOL.INVALID_RESPONSE', { details: { errors: checked.problems } })
    // Frozen, because others may receive the same object.
    const isCacheable = manifest.type === 'context' && !link.relays
    return { ...answer, data: isCacheable ? deepFreeze(checked.value) : checked.value }
  }
  if (manifest.type !== 'context') return { answer: await contexts.change(link.server.id, ask) }
  const isHarmless = !link.relays && call.demands.approvers === 0 && call.demands.snapshot === 'none'
  return isHarmless ? contexts.read(link.server.id, question, ask) : { answer: await ask() }
}
