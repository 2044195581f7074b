/** Gateway dial: opens a connection to a gateway on another computer, and reads its messages. */

import { isIP } from 'node:net'
import { isObject } from '@contract/json/json-object.js'
import { type FromGateway, type FromWindow, remoteWire } from '@shared/remote/wire.js'
import { openPinned } from '../../network/pinned-socket.js'

export interface GatewayConnection {
  /** SHA-256 of the public key of the gateway, in hexadecimal. */
  readonly pin: string
  /** Keying material of this session, which this computer signs. */
  readonly exported: Uint8Array
  send(message: FromWindow): void
  ping(): void
  end(): void
}

export interface ConnectionEvents {
  message(message: FromGateway): void
  /** Data or a heartbeat arrived. */
  alive(): void
  /** Once, as the last event. */
  closed(): void
}

/**
 * @param address `host:port`
 * @param accepts whether this is the expected key, given SHA-256 of its SPKI
 * @throws PinError
 */
export type DialGateway = (
  address: string,
  accepts: (digest: Uint8Array) => boolean,
  events: ConnectionEvents,
) => Promise<GatewayConnection>

/** A snapshot of all servers of a large network. */
const maxMessageBytes = 64 * 1_048_576
const timeoutMs = 15_000

export const dialGateway =
  (now: () => Date): DialGateway =>
  async (address, accepts, events) => {
    const early: string[] = []
    let isOpen = false
    const text = (given: string) => {
      if (!isOpen) return void early.push(given)
      const message = readMessage(given)
      if (message) events.message(message)
    }
    const socket = await openPinned(
      {
        ...partsOf(address),
        path: remoteWire.path,
        accepts,
        now,
        maxMessageBytes,
        timeoutMs,
        exporter: remoteWire.exporter,
      },
      { text, alive: events.alive, closed: events.closed },
    )
    // The caller has the connection before its first message.
    setImmediate(() => {
      isOpen = true
      for (const given of early) text(given)
    })
    return {
      pin: socket.pin,
      exported: socket.exported,
      send: (message) => socket.send(JSON.stringify(message)),
      ping: socket.ping,
      end: socket.end,
    }
  }

function readMessage(text: string): FromGateway | undefined {
  try {
    const read: unknown = JSON.parse(text)
    return isObject(read) ? (read as unknown as FromGateway) : undefined
  } catch {
    return undefined
  }
}

const partsOf = (address: string): { readonly host: string; readonly port: number } => {
  const at = address.lastIndexOf(':')
  return { host: address.slice(0, at).replace(/^\[|\]$/gu, ''), port: Number(address.slice(at + 1)) }
}

/** The typed address as `host:port`; undefined when it is none. */
export function readAddress(typed: string): string | undefined {
  const [text = ''] = typed
    .trim()
    .replace(/^(?:https?|wss?|gatehouse):\/\//iu, '')
    .split('/', 1)
  const whole = isIP(text) === 6 ? `[${text}]` : text
  const url = `tcp://${whole}`
  if (!/^[^\s@?#%]+$/u.test(whole) || !URL.canParse(url)) return undefined
  const { hostname, port } = new URL(url)
  const isHost =
    hostname.startsWith('[') ||
    /^[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,251}[\p{L}\p{N}])?$/u.test(decodeURIComponent(hostname))
  return isHost && hostname !== '' && port !== '0'
    ? `${hostname.toLowerCase()}:${port || remoteWire.defaultPort}`
    : undefined
}
