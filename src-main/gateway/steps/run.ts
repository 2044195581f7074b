/**
 * Run: the call goes to the provider, once; or, where it only reads, to what was just read.
 *
 * Only reads that demand nothing are told again: what a person said yes to is what runs (invariant 3).
 */
import { createHmac, randomBytes } from 'node:crypto'
import { GatewayError } from '../../contract/gateway-error.js'
import { cleanObject, relayedLimits } from '../../policy/untrusted-text.js'
import { Cancellation, type CancellationToken } from '../cancellation.js'
import type { Told } from '../context-cache.js'
import { deepFreeze } from '../deep-freeze.js'
import { type AskingCall, withOwner } from '../owner-call-back.js'
import type { ProviderAnswer } from '../ports.js'
import type { Gatehouse, Run, Snapped } from './call-stages.js'
import { type SignsOfLife, withDeadline } from './deadline.js'
import { inFlight } from './in-flight.js'
import { watched } from './watched-call-back.js'

/** @throws GatewayError as the provider does, SYSTEM.TIMEOUT, PROTOCOL.INVALID_RESPONSE */
export async function run(call: Snapped, gatehouse: Gatehouse): Promise<Run> {
  gatehouse.calls.set({ ...inFlight(call), stage: 'running' })
  const { answer, ageMs } = await tell(call, gatehouse)
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

/** Sessions whose opaque ids are kept, rather than computed with each call. */
const keptSessionIds = 1_024
const opaqueIds = new Map<string, string>()

/** The same for one session of one client as long as the program runs. With the id itself a server could speak for the client. */
function opaqueSessionId(client: string, sessionId: string): string {
  const session = JSON.stringify([client, sessionId])
  const known = opaqueIds.get(session)
  if (known !== undefined) return known
  const id = createHmac('sha256', sessionKey).update(session).digest('base64url').slice(0, 22)
  if (opaqueIds.size >= keptSessionIds) opaqueIds.clear()
  opaqueIds.set(session, id)
  return id
}

/** What a person is shown when the service asks them something. */
const askingCall = ({ link, caller, manifest, requestId, traceId }: Snapped): AskingCall => ({
  server: { id: link.server.id, name: link.server.name },
  ...{ caller, requestId, traceId },
  capabilityId: manifest.id,
  capabilityName: manifest.name,
})

async function tell(call: Snapped, gatehouse: Gatehouse): Promise<Told> {
  const { contexts, clock, callTimeoutMs, validator, panic, owner } = gatehouse
  const { manifest, caller, link } = call
  const question = {
    capabilityId: manifest.id,
    version: manifest.version,
    arguments: call.given,
    caller: caller.id,
    ...(caller.sessionId && { sessionId: opaqueSessionId(caller.id, caller.sessionId) }),
  }
  // Most stop everything because there is something to undo.
  const stopped = call.undoing || call.ordering ? undefined : panic.cancellationOf(manifest.type)
  const request = { ...question, requestId: call.requestId, traceId: call.traceId }
  const invoke = (cancellation: CancellationToken) => link.invoke(request, cancellation)
  /** A service is told at once when nobody waits for its answer any more, and asks nobody after the call. */
  async function relay(cancellation: CancellationToken, signs: SignsOfLife): Promise<ProviderAnswer> {
    const during = new Cancellation()
    const withdraw = () => during.cancel(call.signal.reason)
    cancellation.onCancel((reason) => during.cancel(reason))
    if (call.signal.aborted) withdraw()
    call.signal.addEventListener('abort', withdraw, { once: true })
    const callBack = watched(withOwner(call.callBack, askingCall(call), owner, during.signal), signs)
    try {
      return await link.invoke({ ...request, callBack, onAlive: signs.alive }, during)
    } finally {
      call.signal.removeEventListener('abort', withdraw)
      during.cancel()
    }
  }
  async function ask(): Promise<ProviderAnswer> {
    const total = link.longestMs?.(manifest.id) ?? callTimeoutMs
    const silence = link.silenceMs?.(manifest.id) ?? total
    const answer = await withDeadline(clock, { silence, total }, link.relays ? relay : invoke, stopped)
    const checked = validator.checkReturns(manifest, cleanObject(answer.data, link.relays && relayedLimits))
    if (!checked.ok) throw new GatewayError('PROTOCOL.INVALID_RESPONSE', { details: { errors: checked.problems } })
    // Others may be told the same: whoever gets it first cannot change it.
    const isKept = manifest.type === 'context' && !link.relays
    return { ...answer, data: isKept ? deepFreeze(checked.value) : checked.value }
  }
  if (manifest.type !== 'context') return { answer: await contexts.change(link.server.id, ask) }
  const isHarmless = !link.relays && call.demands.approvers === 0 && call.demands.snapshot === 'none'
  return isHarmless ? contexts.read(link.server.id, question, ask) : { answer: await ask() }
}
