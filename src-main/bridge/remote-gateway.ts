/**
 * Remote gateway: the gateway on another computer that this bridge connects to (`--gateway`).
 *
 * No program is started. A gateway that cannot be reached is tried again for some seconds; one that is not the pinned
 * one is refused at once. A search always ends, with a gateway or a `BridgeError` that says what to do.
 */
import { join } from 'node:path'
import type { GatewayEndpoint } from '@contract/local/endpoint-file.js'
import {
  parseRemoteGateway,
  type RemoteGatewayFile,
  remoteGatewayFileName,
  remoteGatewaysFolder,
} from '@contract/local/remote-gateway.js'
import { withClientKey } from './client-key.js'
import { BridgeError, remoteClosed, remoteKeyRefused, remoteUnknown, unsafeRemoteFile } from './failure.js'
import type { GatewayFinderDependencies } from './gateway-finder.js'
import { type GatewayReply, type GatewayTransport, NotDelivered, type OutgoingMessage } from './gateway-transport.js'
import { HttpTransport } from './http-transport.js'
import { limits } from './limits.js'
import { readOwnFile } from './own-file.js'
import { connectPinned, PinnedAgent } from './pinned-agent.js'

export interface RemoteGatewayDependencies
  extends Pick<GatewayFinderDependencies, 'now' | 'pause' | 'onStarting' | 'log'> {
  readonly lookUp: () => Promise<RemoteGatewayFile>
  /** Resolves when the gateway accepts connections. @throws NotDelivered when it is unreachable, BridgeError */
  readonly tryToConnect: (gateway: RemoteGatewayFile) => Promise<void>
}

/** Folder with the keys and lists of this gateway, in the form of a profile. */
export const remoteFolder = (profile: string, name: string): string => join(profile, remoteGatewaysFolder, name)

/** @throws BridgeError with what to do, when the gateway is not known or its file is not safe to use */
export async function lookUpRemoteGateway(profile: string, name: string): Promise<RemoteGatewayFile> {
  const path = join(profile, remoteGatewaysFolder, remoteGatewayFileName(name))
  const file = await readOwnFile(path)
  if (file.kind === 'unsafe') throw new BridgeError(unsafeRemoteFile(path, file.why))
  const gateway = file.kind === 'read' ? parseRemoteGateway(file.text) : undefined
  if (gateway === undefined) throw new BridgeError(remoteUnknown(name, path))
  return gateway
}

/** A reachable gateway. @throws BridgeError */
export async function findRemoteGateway(
  ports: RemoteGatewayDependencies,
  signal: AbortSignal,
): Promise<RemoteGatewayFile> {
  const deadline = ports.now() + limits.remoteSearch
  for (;;) {
    const gateway = await ports.lookUp()
    try {
      await ports.tryToConnect(gateway)
      return gateway
    } catch (error) {
      if (!(error instanceof NotDelivered)) throw error
      // Not as one whose message may be sent again: that would search again.
      if (ports.now() >= deadline) throw new BridgeError(error.failure)
      ports.log(`${error.failure.message} Trying again`)
    }
    ports.onStarting?.()
    await ports.pause(limits.remotePoll, signal)
  }
}

/** One gateway on another computer: how to find it, and how to send to it. */
export class RemoteGateway implements GatewayTransport {
  readonly #ports: RemoteGatewayDependencies
  readonly #http: HttpTransport
  readonly #folder: string
  #found: RemoteGatewayFile | undefined

  /** @param path of the gateway's endpoint */
  constructor(
    profile: string,
    name: string,
    path: string,
    ports: Omit<RemoteGatewayDependencies, 'lookUp' | 'tryToConnect'>,
  ) {
    this.#folder = remoteFolder(profile, name)
    this.#http = new HttpTransport(path, new PinnedAgent(() => this.#found))
    this.#ports = {
      ...ports,
      lookUp: () => lookUpRemoteGateway(profile, name),
      tryToConnect: async (gateway) => void (await connectPinned(gateway)).destroy(),
    }
  }

  /** @param key name of the client's key for this gateway. @throws BridgeError */
  async find(key: string, signal: AbortSignal): Promise<GatewayEndpoint> {
    await this.#ports.lookUp()
    return withClientKey(this.#folder, key, async () => {
      this.#found = await findRemoteGateway(this.#ports, signal)
      return { endpoint: `https://${this.#found.address}`, token: '', pid: 0 }
    })
  }

  async exchange(sending: OutgoingMessage): Promise<GatewayReply> {
    const reply = await this.#http.exchange(sending)
    if (reply.kind !== 'refusal') return reply
    if (reply.status === 401) throw new BridgeError(remoteKeyRefused)
    // MCP's own 404, for a session that has ended, says so in its body.
    if (reply.status === 404 && reply.error === undefined) throw new BridgeError(remoteClosed)
    return reply
  }
}
