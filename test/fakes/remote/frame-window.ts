/**
 * Frame window: a window of another computer, written from `shared/remote/wire.ts` alone.
 *
 * It keeps an order until it has the reply, and sends it again with the same number after a cut, to the same boot.
 */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { FromGateway, FromWindow } from '@shared/remote/wire.js'

export interface DeviceKey {
  readonly device: string
  readonly privateKey: KeyObject
  /** SPKI in base64. */
  readonly publicKey: string
}

export function newDeviceKey(device: string): DeviceKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { device, privateKey, publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64') }
}

export const proofOf = ({ device, privateKey }: DeviceKey, exporter: Buffer): FromWindow => ({
  prove: { device, signature: sign(null, exporter, privateKey).toString('base64') },
})

/** What became of an order, as the window knows it. */
export type OrderEnd =
  | { readonly kind: 'reply'; readonly result: unknown }
  /** It was sent to a gateway that restarted before it replied. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'waiting' }

export interface GivenOrder {
  readonly name: string
  readonly payload: unknown
  readonly page: 'window' | 'pop-up'
  end: OrderEnd
}

interface SentOrder {
  readonly number: number
  readonly given: GivenOrder
}

export class FrameWindow {
  readonly key: DeviceKey
  readonly events: Extract<FromGateway, { event: string }>[] = []
  /** Why the gateway closed it. */
  refused: Extract<FromGateway, { refused: unknown }>['refused'] | undefined
  isWelcome = false
  /** Of any order, also of one that this window did not give. */
  lastResult: { readonly ok: boolean } | undefined
  #boot: string | undefined
  #last = 0
  #waiting: SentOrder[] = []
  #queue: GivenOrder[] = []
  #send: ((frame: string) => void) | undefined

  constructor(key: DeviceKey) {
    this.key = key
  }

  /** A new connection. @param exporter of its TLS session */
  connect(send: (frame: string) => void, exporter: Buffer): void {
    this.refused = undefined
    this.isWelcome = false
    this.#send = send
    this.#write(proofOf(this.key, exporter))
  }

  disconnected(): void {
    this.#send = undefined
    this.isWelcome = false
  }

  /** Gives an order, now or once there is a connection. */
  order(name: string, payload?: unknown, page: GivenOrder['page'] = 'window'): GivenOrder {
    const given: GivenOrder = { name, payload, page, end: { kind: 'waiting' } }
    this.#queue.push(given)
    this.#flush()
    return given
  }

  /** Of the gateway's start. */
  get boot(): string | undefined {
    return this.#boot
  }

  receive(frame: string): void {
    const message = JSON.parse(frame) as FromGateway
    if ('welcome' in message) this.#begin(message.welcome.boot, message.welcome.orders)
    else if ('reply' in message) {
      this.lastResult = message.result as { readonly ok: boolean }
      this.#settle(message.reply, { kind: 'reply', result: message.result })
    } else if ('event' in message) this.events.push(message)
    else if ('refused' in message) this.refused = message.refused
  }

  #begin(boot: string, orders: number): void {
    if (boot !== this.#boot) {
      for (const { given } of this.#waiting.splice(0)) given.end = { kind: 'unknown' }
      this.#boot = boot
      this.#last = 0
    }
    // Another window with the same key may have given orders.
    this.#last = Math.max(this.#last, orders)
    this.isWelcome = true
    for (const sent of this.#waiting) this.#writeOrder(sent)
    this.#flush()
  }

  #flush(): void {
    if (!this.isWelcome) return
    for (const given of this.#queue.splice(0)) {
      this.#last += 1
      const sent = { number: this.#last, given }
      this.#waiting.push(sent)
      this.#writeOrder(sent)
    }
  }

  #settle(number: number, end: OrderEnd): void {
    const at = this.#waiting.findIndex((sent) => sent.number === number)
    const [sent] = at < 0 ? [] : this.#waiting.splice(at, 1)
    if (sent) sent.given.end = end
  }

  #writeOrder({ number, given: { name, payload, page } }: SentOrder): void {
    this.#write({ order: number, boot: this.#boot ?? '', page, name, ...(payload !== undefined && { payload }) })
  }

  #write(message: FromWindow): void {
    this.#send?.(JSON.stringify(message))
  }
}
