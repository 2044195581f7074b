/**
 * Command queue: orders from the command line to the program that has the profile, the only one that can open the secret store.
 *
 * Guards invariants 7 and 8: an order is a small file that only its owner can read or write, is validated like all outside
 * data, and is deleted, with the token in it, as soon as it is processed or found invalid.
 */
import { randomUUID } from 'node:crypto'
import { closeSync, constants, fstatSync, mkdirSync, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { asGatewayError } from '../contract/gateway-error.js'
import type { ContractError } from '../contract/generated/error.js'
import { managementAddressOf } from '../contract/java-address.js'
import { isRconAddress, placeIdOf } from '../contract/server-place.js'
import type { Log } from '../gateway/ports.js'
import { writePrivateFile } from './profile.js'
import { asServiceOrder, type ServiceOrder } from './service-order.js'

export const queueFolder = 'inbox'

export interface NewServer {
  readonly name: string
  /** `ws[s]://host:port` of an agent, or `rcon://host:port` of a Java server. */
  readonly address: string
  /** Token of an agent, or password of a console. */
  readonly token: string
  /** Of a Java server. */
  readonly management?: { readonly address: string; readonly secret: string }
  /** Absolute path; of a Java server. */
  readonly folder?: string
  /** The RCON password may cross the internet as plain text. */
  readonly confirmedPublic?: true
}

export type Order = ServerOrder | ServiceOrder

export type ServerOrder =
  | ({ readonly kind: 'add' } & NewServer)
  | { readonly kind: 'remove'; readonly id: string }
  /** A backup of the server `id`. */
  | { readonly kind: 'remove-backup'; readonly id: string; readonly backup: string }

export interface HandedOver {
  /** Name of its file. */
  readonly file: string
  readonly order: ServerOrder
}

/** How an order ended; `remembered` is false when the server is forgotten as soon as the program ends, `withoutWindow` where nobody can accept in one. */
export type Taken =
  | {
      readonly file: string
      readonly ok: true
      readonly remembered: boolean
      readonly withoutWindow?: true
      readonly data?: unknown
    }
  | { readonly file: string; readonly ok: false; readonly error: ContractError }

/** Who carries orders out. */
export interface Taker {
  /** Whether it has no window in which a person could accept what a server offers. */
  readonly withoutWindow?: true
  /** @returns whether the token outlives the program. @throws GatewayError */
  add(server: NewServer): boolean
  remove(id: string): Promise<void>
  /** @throws GatewayError */
  removeBackup(id: string, backup: string): Promise<void>
  /** @throws GatewayError */
  service(order: ServiceOrder): Promise<{ readonly remembered: boolean; readonly data?: unknown }>
}

const largestBytes = 16 * 1024
/** Orders that are looked at in one go. */
const mostOrders = 200
/** Milliseconds after which a draft belongs to somebody who died writing it. */
const staleDraftMs = 60_000

/** Names tell the order in which they came. */
const isOrderFile = /^\d{13}-[0-9a-f-]{36}\.json$/u

/** Writes an order, whole or not at all. @returns the name of its file */
export function handOver(profile: string, order: Order, now = Date.now()): string {
  const folder = path.join(profile, queueFolder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = `${String(now).padStart(13, '0')}-${randomUUID()}.json`
  writePrivateFile(path.join(folder, file), `${JSON.stringify(order)}\n`)
  return file
}

/** What was handed over about servers and not taken in yet, the oldest first. */
export const handedOver = (profile: string): HandedOver[] =>
  filesIn(profile).flatMap((file) => {
    const read = readOrder(path.join(profile, queueFolder, file))
    return typeof read === 'string' || read.kind === 'service' ? [] : [{ file, order: read }]
  })

/** Takes an order back. */
export const takeBack = (profile: string, file: string): void =>
  rmSync(path.join(profile, queueFolder, file), { force: true })

/** @returns what takes in everything that lies there, and never rejects; two at once take turns */
export function createQueueDrain(profile: string, log: Log, taker: Taker): () => Promise<readonly Taken[]> {
  let turn: Promise<unknown> = Promise.resolve()

  async function takeAll(): Promise<readonly Taken[]> {
    sweepDrafts(profile)
    const taken: Taken[] = []
    for (const file of filesIn(profile)) taken.push(...(await takeOne(file)))
    return taken
  }

  async function takeOne(file: string): Promise<Taken[]> {
    const order = readOrder(path.join(profile, queueFolder, file))
    try {
      if (typeof order === 'string') {
        log.warn('what was handed over cannot be used', { file, reason: order })
        return []
      }
      const { remembered, data } = await carriedOut(order)
      if (!remembered) log.warn('a server was handed over, and is forgotten when the program ends', { file })
      return [
        {
          ...{ file, ok: true, remembered },
          ...(taker.withoutWindow && { withoutWindow: true }),
          ...(data !== undefined && { data }),
        },
      ]
    } catch (thrown) {
      const error = asGatewayError(thrown).toContract()
      log.warn('what was handed over could not be done', { file, ...error })
      return [{ file, ok: false, error }]
    } finally {
      clear(file)
    }
  }

  /** @returns whether it outlives the program */
  async function carriedOut(order: Order): Promise<{ readonly remembered: boolean; readonly data?: unknown }> {
    if (order.kind === 'add') return { remembered: taker.add(order) }
    if (order.kind === 'service') return taker.service(order)
    if (order.kind === 'remove') await taker.remove(order.id)
    else await taker.removeBackup(order.id, order.backup)
    return { remembered: true }
  }

  /** What cannot be cleared away is taken in again the next time: that is said, and stops nobody. */
  function clear(file: string): void {
    try {
      takeBack(profile, file)
    } catch (error) {
      log.error('what was taken in cannot be cleared away: remove it by hand', { file, error: `${error}` })
    }
  }

  return () => {
    const mine = turn.then(takeAll)
    turn = mine.catch(() => {})
    return mine
  }
}

function filesIn(profile: string): string[] {
  try {
    const entries = readdirSync(path.join(profile, queueFolder), { withFileTypes: true })
    const names = entries
      .filter((entry) => !entry.isDirectory() && isOrderFile.test(entry.name))
      .map(({ name }) => name)
    return names.sort().slice(0, mostOrders)
  } catch {
    return []
  }
}

/** A draft holds a token too. */
function sweepDrafts(profile: string): void {
  const folder = path.join(profile, queueFolder)
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory() || !entry.name.endsWith('.draft')) continue
      const draft = path.join(folder, entry.name)
      if (Date.now() - statSync(draft).mtimeMs > staleDraftMs) rmSync(draft)
    }
  } catch {
    return
  }
}

/** @returns why not, when it is no order */
function readOrder(file: string): Order | string {
  let handle: number
  try {
    // Neither a link to somewhere else nor a pipe that nobody writes to.
    handle = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'it cannot be read'
  }
  try {
    const why = whyUnsafe(handle)
    if (why !== undefined) return why
    const buffer = Buffer.alloc(largestBytes)
    const text = buffer.toString('utf8', 0, readSync(handle, buffer, 0, buffer.length, 0))
    return asOrder(JSON.parse(text))
  } catch {
    return 'it is not JSON'
  } finally {
    closeSync(handle)
  }
}

/** Asked of the open file, not of its path, so that nobody can swap it in between. */
function whyUnsafe(handle: number): string | undefined {
  const about = fstatSync(handle)
  if (!about.isFile()) return 'it is no regular file'
  if (about.size > largestBytes) return `it is larger than ${largestBytes} bytes`
  if (process.getuid === undefined) return undefined
  if (about.uid !== process.getuid()) return 'it belongs to another user'
  return (about.mode & 0o077) === 0 ? undefined : 'it is open to other users of this computer'
}

const isText = (value: unknown, longest: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= longest

function asOrder(value: unknown): Order | string {
  if (typeof value !== 'object' || value === null) return 'it is no order'
  if ('kind' in value && value.kind === 'service') return asServiceOrder({ ...value }) ?? 'it is no order'
  const { kind, id, backup, name, address, token, management, folder, confirmedPublic, ...more } = value as Record<
    string,
    unknown
  >
  if (Object.keys(more).length > 0) return 'it is no order'
  if (kind === 'remove' && isText(id, 256) && backup === undefined) return { kind, id }
  if (kind === 'remove-backup' && isText(id, 256) && isText(backup, 64)) return { kind, id, backup }
  if (kind !== 'add' || backup !== undefined || !isText(name, 64) || !isText(address, 256) || !isText(token, 4_096))
    return 'it is no order'
  if (!isAddress(address)) return 'it names no address of a server'
  const plain = { kind, name, address, token } as const
  if (management === undefined && folder === undefined && confirmedPublic === undefined) return plain
  const java = isRconAddress(address) ? javaParts(management, folder, confirmedPublic) : undefined
  return java ? { ...plain, ...java } : 'it is no order'
}

/** What an order says of a Java server; undefined when a part of it is malformed. */
function javaParts(management: unknown, folder: unknown, confirmedPublic: unknown) {
  if (folder !== undefined && !isText(folder, 4_096)) return undefined
  if (confirmedPublic !== undefined && confirmedPublic !== true) return undefined
  const way = managementIn(management)
  if (management !== undefined && !way) return undefined
  return {
    ...(way && { management: way }),
    ...(folder !== undefined && { folder }),
    ...(confirmedPublic && { confirmedPublic: true as const }),
  }
}

function managementIn(value: unknown): NewServer['management'] {
  if (typeof value !== 'object' || value === null) return undefined
  const { address, secret, ...more } = value as Record<string, unknown>
  if (Object.keys(more).length > 0 || !isText(address, 256) || !isText(secret, 256)) return undefined
  try {
    return { address: managementAddressOf(address), secret }
  } catch {
    return undefined
  }
}

function isAddress(address: string): boolean {
  try {
    return placeIdOf(address) !== ''
  } catch {
    return false
  }
}
