/**
 * Run: sends the call to the provider, once; or serves a read from the cache.
 *
 * Only reads that need no approval are served from the cache: what a person approved is what runs (invariant 3).
 */
import { createHmac, randomBytes } from 'node:crypto'
import type { ArgumentProblem } from '@contract/call.js'
import type { ClientChannel } from '@contract/client-channel.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { ResultPicture } from '@contract/result-picture.js'
import { resultProblemsText } from '../../../policy/text/model-text.js'
import { cleanLine, cleanObject, relayedLimits } from '../../../policy/text/untrusted-text.js'
import { type ServiceCall, withOwner } from '../../approvals/owner-client-channel.js'
import { Cancellation, type CancellationToken } from '../../ports/cancellation.js'
import type { ProviderRequest, ProviderResponse } from '../../ports/provider.js'
import { followBuild } from '../build-progress.js'
import type { CachedRead } from '../context-cache.js'
import { deepFreeze } from '../deep-freeze.js'
import type { GatewayDependencies } from '../gateway-dependencies.js'
import type { Run, Snapshotted } from './call-stages.js'
import { type ProgressSignal, withDeadline } from './deadline.js'
import { inFlight } from './in-flight.js'

/** @throws GatewayError as the provider does, SYSTEM.TIMEOUT, PROTOCOL.INVALID_RESPONSE */
export async function run(call: Snapshotted, deps: GatewayDependencies): Promise<Run> {
  deps.calls.set({ ...inFlight(call), stage: 'running' })
  const { link, onProgress, requestId } = call
  const stopFollowing = onProgress && link.builds && followBuild(link.builds, requestId, onProgress)
  const { response, ageMs } = await readOrRun(call, deps).finally(stopFollowing)
  return {
    ...call,
    data: response.data,
    ...(response.snapshotId && { providerSnapshotId: response.snapshotId }),
    ...(response.executedBy && { executedBy: response.executedBy }),
    ...(ageMs !== undefined && { ageMs }),
    ...(response.relayed && { relayed: response.relayed }),
    ...(response.pictures && { pictures: boundedPictures(response.pictures) }),
  }
}

/** At most two, of at most 512 KiB each as base64: what a model can use, and what fits into one message. */
const maxPictures = 2
const maxPictureCharacters = Math.ceil((512 * 1024) / 3) * 4

const boundedPictures = (pictures: readonly ResultPicture[]): readonly ResultPicture[] =>
  pictures
    .filter(({ data }) => data.length <= maxPictureCharacters)
    .slice(0, maxPictures)
    .map(({ mediaType, data, alt }) => ({ mediaType, data, alt: cleanLine(alt, 256) }))

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

/** The call as shown to a person when the service sends them a request. */
const serviceCallOf = ({ link, caller, manifest, requestId, traceId }: Snapshotted): ServiceCall => ({
  server: { id: link.server.id, name: link.server.name },
  caller,
  requestId,
  traceId,
  capabilityId: manifest.id,
  capabilityName: manifest.name,
})

async function readOrRun(call: Snapshotted, deps: GatewayDependencies): Promise<CachedRead> {
  const { contexts, clock, callTimeoutMs, validator, panic, owner } = deps
  const { manifest, caller, link } = call
  const query = {
    capabilityId: manifest.id,
    version: manifest.version,
    arguments: call.given,
    caller: caller.id,
    ...(caller.sessionId && { sessionId: opaqueSessionId(caller.id, caller.sessionId) }),
  }
  // A stop does not cancel undos: people often stop all calls because they want to undo something.
  const stopped = call.undoing || call.ordering ? undefined : panic.cancellationOf(manifest.type)
  const { requestId, traceId, traceContext, snapshot } = call
  const request: ProviderRequest = {
    ...query,
    requestId,
    callerName: caller.name,
    traceId,
    ...(traceContext && { traceContext }),
    ...(call.ordering && { byOwner: true }),
    ...(call.ordering?.scheduled && { scheduled: true }),
    ...(snapshot?.before && { before: snapshot.before }),
  }
  const invoke = (cancellation: CancellationToken) => link.invoke(request, cancellation)
  /** A service is notified at once when its caller disconnects, and cannot send requests after the call. */
  async function relay(cancellation: CancellationToken, progress: ProgressSignal): Promise<ProviderResponse> {
    const during = new Cancellation()
    const withdraw = () => during.cancel(call.signal.reason)
    cancellation.onCancel((reason) => during.cancel(reason))
    if (call.signal.aborted) withdraw()
    call.signal.addEventListener('abort', withdraw, { once: true })
    const clientChannel = watched(withOwner(call.clientChannel, serviceCallOf(call), owner, during.signal), progress)
    try {
      return await link.invoke({ ...request, clientChannel, onAlive: progress.alive }, during)
    } finally {
      call.signal.removeEventListener('abort', withdraw)
      during.cancel()
    }
  }
  async function fetch(): Promise<ProviderResponse> {
    const total = link.timeoutMsOf?.(manifest.id) ?? callTimeoutMs
    const idle = link.idleTimeoutMs?.(manifest.id) ?? total
    const response = await withDeadline(clock, { idle, total }, link.relays ? relay : invoke, stopped)
    const checked = validator.checkReturns(manifest, cleanObject(response.data, link.relays && relayedLimits))
    if (!checked.ok) throw invalidResult(checked.problems)
    // Frozen, because others may receive the same object.
    const isCacheable = manifest.type === 'context' && !link.relays
    return { ...response, data: isCacheable ? deepFreeze(checked.value) : checked.value }
  }
  if (manifest.type !== 'context') return { response: await contexts.change(link.server.id, fetch) }
  const isHarmless = !link.relays && call.demands.approvers === 0 && call.demands.snapshot === 'none'
  return isHarmless ? contexts.read(link.server.id, query, fetch) : { response: await fetch() }
}

const invalidResult = (problems: readonly ArgumentProblem[]): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_RESPONSE', {
    message: `The Minecraft server sent a response that is not valid, at ${resultProblemsText(problems)}.`,
    details: { errors: problems },
  })

/** Any message of a service is progress, and the timeout is suspended while the client answers a request. */
const watched = (clientChannel: ClientChannel, { alive, suspend }: ProgressSignal): ClientChannel => ({
  ...clientChannel,
  notify(method, params) {
    alive()
    clientChannel.notify(method, params)
  },
  async request(request) {
    const release = suspend()
    try {
      return await clientChannel.request(request)
    } finally {
      release()
    }
  },
})
