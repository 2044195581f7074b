/**
 * Run: the call goes to the provider, once; or, where it only reads, to what was just read.
 *
 * Only reads that demand nothing are told again: what a person said yes to is what runs (invariant 3).
 */
import { createHmac, randomBytes } from 'node:crypto'
import { GatewayError } from '../../contract/gateway-error.js'
import { cleanObject, relayedLimits } from '../../policy/untrusted-text.js'
import type { Told } from '../context-cache.js'
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

/** The same for one session of one client as long as the program runs. With the id itself a server could speak for the client. */
const opaqueSessionId = (client: string, sessionId: string): string =>
  createHmac('sha256', sessionKey)
    .update(JSON.stringify([client, sessionId]))
    .digest('base64url')
    .slice(0, 22)

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
  const stopped = call.undoing || call.ordering ? undefined : panic.signal(manifest.type)
  async function ask(): Promise<ProviderAnswer> {
    const request = { ...question, requestId: call.requestId, traceId: call.traceId }
    const total = link.longestMs?.(manifest.id) ?? callTimeoutMs
    const silence = link.silenceMs?.(manifest.id) ?? total
    const ended = new AbortController()
    const invoke = (signal: AbortSignal, signs: SignsOfLife) => {
      if (!link.relays) return link.invoke(request, signal)
      const during = AbortSignal.any([withCaller(signal), ended.signal])
      const callBack = watched(withOwner(call.callBack, askingCall(call), owner, during), signs)
      return link.invoke({ ...request, callBack, onAlive: signs.alive }, during)
    }
    const answer = await withDeadline(clock, { silence, total }, invoke, stopped).finally(() => ended.abort())
    const checked = validator.checkReturns(manifest, cleanObject(answer.data, link.relays && relayedLimits))
    if (!checked.ok) throw new GatewayError('PROTOCOL.INVALID_RESPONSE', { details: { errors: checked.problems } })
    return { ...answer, data: checked.value }
  }
  /** A service is told at once when nobody waits for its answer any more. */
  const withCaller = (signal: AbortSignal) => (link.relays ? AbortSignal.any([signal, call.signal]) : signal)
  if (manifest.type !== 'context') return { answer: await contexts.change(link.server.id, ask) }
  const isHarmless = !link.relays && call.demands.approvers === 0 && call.demands.snapshot === 'none'
  return isHarmless ? contexts.read(link.server.id, question, ask) : { answer: await ask() }
}
