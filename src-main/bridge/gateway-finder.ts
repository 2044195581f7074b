/**
 * Gateway finder: finds the running gateway, or starts one.
 *
 * A search always ends: with a reachable gateway, or with a `BridgeError` that says what to do. Nothing is started when
 * the endpoint file was refused as unsafe.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { GatewayEndpoint } from '@contract/local/endpoint-file.js'
import type { Lookup } from './endpoint-lookup.js'
import { BridgeError, notRunning, startFailed, startTooSlow, unsafeEndpointFile } from './failure.js'
import type { Launch } from './launch.js'
import { limits } from './limits.js'

/** Dependencies, replaceable in tests. */
export interface GatewayFinderDependencies {
  readonly lookUp: () => Promise<Lookup>
  readonly canConnect: (gateway: GatewayEndpoint) => Promise<boolean>
  readonly launch: () => Launch | Promise<Launch>
  /** The program was started and will take a while. */
  readonly onStarting?: () => void
  /** Monotonic milliseconds. */
  readonly now: () => number
  /** Resolves after this time; throws when the signal is aborted. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
  readonly log: (line: string) => void
}

export const realTime: Pick<GatewayFinderDependencies, 'now' | 'pause'> = {
  now: () => performance.now(),
  pause: (milliseconds, signal) => pause(milliseconds, undefined, { signal }),
}

/** A reachable gateway. @throws BridgeError */
export const findGateway = async (ports: GatewayFinderDependencies, signal: AbortSignal): Promise<GatewayEndpoint> => {
  const running = await runningGateway(ports)
  if (running !== undefined) return running
  const launch = await ports.launch()
  if (!launch.started) throw new BridgeError(launch.reason === undefined ? notRunning : startFailed(launch.reason))
  ports.log('Gatehouse is not running; starting it')
  let ended: string | undefined
  launch.ended.then((reason) => {
    ended = reason
  })
  const deadline = ports.now() + limits.launchTime
  while (ports.now() < deadline) {
    await ports.pause(limits.launchPoll, signal)
    const gateway = await runningGateway(ports)
    if (gateway !== undefined) return gateway
    if (ended !== undefined) throw new BridgeError(startFailed(ended))
    ports.onStarting?.()
  }
  throw new BridgeError(startTooSlow)
}

const runningGateway = async (ports: GatewayFinderDependencies): Promise<GatewayEndpoint | undefined> => {
  const lookup = await ports.lookUp()
  if (lookup.kind === 'unsafe') {
    const failure = unsafeEndpointFile(lookup.path, lookup.why)
    ports.log(failure.message)
    throw new BridgeError(failure)
  }
  if (lookup.kind === 'absent') return undefined
  return (await ports.canConnect(lookup.gateway)) ? lookup.gateway : undefined
}
