/**
 * Pairing: a computer becomes one of a person at a gateway elsewhere, by a code that an owner created there.
 *
 * Guards invariant 8: the code names the beginning of the pin of the gateway's certificate, and its secret is shown to
 * that gateway only.
 */
import { type AddedGateway, gatewayLimits } from '@shared/remote/gateway.js'
import { pinOf, readPairingCode } from '@shared/remote/pairing-code.js'
import { type FromGateway, remoteWire } from '@shared/remote/wire.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import { PinError } from '../../network/pinned-socket.js'
import { plainName } from '../../policy/text/untrusted-text.js'
import { createDeviceKey } from './device-key.js'
import { type DialGateway, type GatewayConnection, readAddress } from './gateway-dial.js'
import { gatewayError } from './gateway-error.js'

export interface NewGateway {
  /** As typed. */
  readonly address: string
  readonly code: string
}

export interface PairedGateway {
  readonly gateway: AddedGateway
  readonly privateKey: string
}

export interface PairingDependencies {
  readonly dial: DialGateway
  readonly clock: Pick<Clock, 'after'>
  /** What this computer calls itself. */
  readonly computer: string
  /** Whether a gateway is in use already: its code stays unused then. */
  readonly isInUse: (id: string) => boolean
}

/** Milliseconds for the whole pairing after the connection is open. */
const timeoutMs = 15_000

/** @throws GatewayError */
export async function pairGateway(given: NewGateway, deps: PairingDependencies): Promise<PairedGateway> {
  const address = readAddress(given.address)
  const code = readPairingCode(given.code)
  if (address === undefined) throw gatewayError('bad-address')
  if (!code) throw gatewayError('bad-code')
  const { dial, clock, computer, isInUse } = deps
  const { publicKey, privateKey } = createDeviceKey()
  let resolve = (_gateway: AddedGateway): void => {}
  let reject = (_error: Error): void => {}
  const promise = new Promise<AddedGateway>((done, fail) => {
    resolve = done
    reject = fail
  })
  promise.catch(() => {})
  let connection: GatewayConnection | undefined
  let identity: { readonly id: string; readonly name: string } | undefined
  const take = (message: FromGateway) => {
    if ('hello' in message) {
      if (message.hello.protocol !== remoteWire.protocol) return reject(gatewayError('other-version'))
      const { id, name } = message.hello.gateway
      if (typeof id !== 'string' || !/^[\w:.-]{1,128}$/u.test(id)) return reject(gatewayError('no-gatehouse'))
      if (isInUse(id)) return reject(gatewayError('added-already'))
      identity = { id, name: plainName(`${name}`, gatewayLimits.name) || address }
      return connection?.send({ pair: { secret: code.secret, computer, publicKey } })
    }
    if ('refused' in message) {
      const isVersion = message.refused.code === 'PROTOCOL.VERSION_MISMATCH'
      return reject(gatewayError(isVersion ? 'other-version' : 'wrong-code'))
    }
    if (!('paired' in message) || !identity || !connection) return
    const { device, person } = message.paired
    if (typeof device !== 'string' || device.length > 128) return reject(gatewayError('no-gatehouse'))
    const name = plainName(`${person.name}`, gatewayLimits.name)
    resolve({ ...identity, address, pin: connection.pin, device, person: name })
  }
  try {
    connection = await dial(address, (digest) => pinOf(digest) === code.pin, {
      message: take,
      alive: () => {},
      closed: () => reject(gatewayError('no-gatehouse')),
    })
  } catch (error) {
    throw gatewayError(error instanceof PinError ? error.problem : 'unreachable')
  }
  const cancel = clock.after(timeoutMs, () => reject(gatewayError('no-gatehouse')))
  try {
    return { gateway: await promise, privateKey }
  } finally {
    cancel()
    connection.end()
  }
}
