/** From window: reads a message of a window on another computer, before anything else looks at it. */
import { isObject } from '@contract/json/json-object.js'
import type { FromWindow } from '@shared/remote/wire.js'

/** Maximum lengths in UTF-16 units. */
const lengths = { secret: 64, computer: 256, publicKey: 256, device: 64, signature: 256, boot: 64, name: 128 }

type Members = Readonly<Record<string, unknown>>
type Reader = (members: Members) => FromWindow | undefined

const isText = (value: unknown, length: number): value is string => typeof value === 'string' && value.length <= length

const hasOnly = (members: Members, names: readonly string[]): boolean =>
  Object.keys(members).every((name) => names.includes(name))

const readers: Readonly<Record<string, Reader>> = {
  pair({ pair }) {
    if (!isObject(pair) || !hasOnly(pair, ['secret', 'computer', 'publicKey'])) return undefined
    const { secret, computer, publicKey } = pair
    const isRead =
      isText(secret, lengths.secret) && isText(computer, lengths.computer) && isText(publicKey, lengths.publicKey)
    return isRead ? { pair: { secret, computer, publicKey } } : undefined
  },
  prove({ prove }) {
    if (!isObject(prove) || !hasOnly(prove, ['device', 'signature'])) return undefined
    const { device, signature } = prove
    return isText(device, lengths.device) && isText(signature, lengths.signature)
      ? { prove: { device, signature } }
      : undefined
  },
  order({ order, boot, page, name, payload }) {
    if (typeof order !== 'number' || !Number.isSafeInteger(order) || order < 1) return undefined
    if (!isText(boot, lengths.boot) || !isText(name, lengths.name)) return undefined
    if (page !== 'window' && page !== 'pop-up') return undefined
    return { order, boot, page, name, ...(payload !== undefined && { payload }) }
  },
}

const membersOf: Readonly<Record<string, readonly string[]>> = {
  pair: ['pair'],
  prove: ['prove'],
  order: ['order', 'boot', 'page', 'name', 'payload'],
}

/** Undefined when it is no message. */
export function readFromWindow(text: string): FromWindow | undefined {
  try {
    const read: unknown = JSON.parse(text)
    if (!isObject(read)) return undefined
    const [kind] = Object.keys(membersOf).filter((name) => Object.hasOwn(read, name))
    if (kind === undefined || !hasOnly(read, membersOf[kind] ?? [])) return undefined
    return readers[kind]?.(read)
  } catch {
    return undefined
  }
}
