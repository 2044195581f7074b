/**
 * Finds the running gateway, and has it started if there is none.
 *
 * Guards that a search ends: with a gateway that can be connected to, or with a `BridgeError` that tells a person
 * what to do. Nothing is started in place of a gateway whose endpoint file is refused as unsafe.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { GatewayEndpoint } from '../contract/endpoint-file.js'
import type { Lookup } from './endpoint-lookup.js'
import { BridgeError, notRunning, startFailed, startTooSlow, unsafeEndpointFile } from './failure.js'
import type { Launch } from './launch.js'
import { limits } from './limits.js'

/** What finding takes from the world. */
export interface FinderPorts {
  readonly lookUp: () => Promise<Lookup>
  readonly canConnect: (gateway: GatewayEndpoint) => Promise<boolean>
  readonly launch: () => Launch | Promise<Launch>
  /** Milliseconds that only grow. */
  readonly now: () => number
  /** Ends after this long; throws once the signal is aborted. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
  readonly log: (line: string) => void
}

export const realTime: Pick<FinderPorts, 'now' | 'pause'> = {
  now: () => performance.now(),
  pause: (milliseconds, signal) => pause(milliseconds, undefined, { signal }),
}

/** A gateway that answers a connection, or a `BridgeError`. */
export const findGateway = async (ports: FinderPorts, signal: AbortSignal): Promise<GatewayEndpoint> => {
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
  }
  throw new BridgeError(startTooSlow)
}

const runningGateway = async (ports: FinderPorts): Promise<GatewayEndpoint | undefined> => {
  const lookup = await ports.lookUp()
  if (lookup.kind === 'unsafe') {
    const failure = unsafeEndpointFile(lookup.path, lookup.why)
    ports.log(failure.message)
    throw new BridgeError(failure)
  }
  if (lookup.kind === 'absent') return undefined
  return (await ports.canConnect(lookup.gateway)) ? lookup.gateway : undefined
}
