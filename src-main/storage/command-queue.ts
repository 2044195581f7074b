/**
 * Command queue: orders from the command line to the program that uses the profile, the only one with access to the
 * credential store.
 *
 * Guards invariants 7 and 8: an order is a small file that only its owner can read or write. It is validated like all
 * external data, and deleted, with any token in it, once it is processed or invalid.
 */
import { randomUUID } from 'node:crypto'
import { closeSync, constants, fstatSync, mkdirSync, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { asGatewayError } from '@contract/gateway-error.js'
import type { ContractError } from '@contract/generated/error.js'
import { managementAddressOf } from '@contract/java-address.js'
import { isObject } from '@contract/json/json-object.js'
import type { GivenServer, NewServer } from '@shared/servers/added-server.js'
import { isRconAddress, serverIdOfAddress } from '@shared/servers/address-id.js'
import type { Log } from '../gateway/ports/runtime.js'
import { writePrivateFile } from './profile.js'
import { parseServiceCommand, type ServiceCommand } from './service-command.js'

export const queueFolder = 'inbox'

export type QueuedCommand = ServerCommand | ServiceCommand

export type ServerCommand =
  | ({ readonly kind: 'add' } & GivenServer)
  | { readonly kind: 'remove'; readonly id: string }
  /** A backup of the server `id`. */
  | { readonly kind: 'remove-backup'; readonly id: string; readonly backup: string }

export interface QueuedResult {
  /** Name of its file. */
  readonly file: string
  readonly order: ServerCommand
}

/**
 * The result of an order. `remembered` is false when its secrets are stored only until the program ends;
 * `withoutWindow`: there is no window in which its offer could be accepted.
 */
export type CommandResult =
  | {
      readonly file: string
      readonly ok: true
      readonly remembered: boolean
      readonly withoutWindow?: true
      readonly data?: unknown
    }
  | { readonly file: string; readonly ok: false; readonly error: ContractError }

/** Executes orders. */
export interface CommandHandler {
  /** Whether there is no window in which a person could accept a server's offer. */
  readonly withoutWindow?: true
  /** @returns whether the token is stored permanently. @throws GatewayError */
  add(given: GivenServer): boolean
  remove(id: string): Promise<void>
  /** @throws GatewayError */
  removeBackup(id: string, backup: string): Promise<void>
  /** @throws GatewayError */
  service(order: ServiceCommand): Promise<{ readonly remembered: boolean; readonly data?: unknown }>
}

const maxFileBytes = 16 * 1024
/** Maximum orders per run. */
const maxOrders = 200
/** Milliseconds after which a draft counts as abandoned. */
const staleDraftMs = 60_000

/** File names sort by creation time. */
const isOrderFile = /^\d{13}-[0-9a-f-]{36}\.json$/u

/** Writes an order atomically. @returns the name of its file */
export function enqueue(profile: string, order: QueuedCommand, now = Date.now()): string {
  const folder = path.join(profile, queueFolder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = `${String(now).padStart(13, '0')}-${randomUUID()}.json`
  writePrivateFile(path.join(folder, file), `${JSON.stringify(order)}\n`)
  return file
}

/** Pending orders about servers, oldest first. */
export const queuedResults = (profile: string): QueuedResult[] =>
  filesIn(profile).flatMap((file) => {
    const read = readOrder(path.join(profile, queueFolder, file))
    return typeof read === 'string' || read.kind === 'service' ? [] : [{ file, order: read }]
  })

/** Deletes an order. */
export const withdraw = (profile: string, file: string): void =>
  rmSync(path.join(profile, queueFolder, file), { force: true })

/** @returns the function that drains the queue; it never rejects, and its runs are sequential */
export function createQueueDrain(
  profile: string,
  log: Log,
  handler: CommandHandler,
): () => Promise<readonly CommandResult[]> {
  let turn: Promise<unknown> = Promise.resolve()

  async function processAll(): Promise<readonly CommandResult[]> {
    deleteStaleDrafts(profile)
    const results: CommandResult[] = []
    for (const file of filesIn(profile)) results.push(...(await processOne(file)))
    return results
  }

  async function processOne(file: string): Promise<CommandResult[]> {
    const order = readOrder(path.join(profile, queueFolder, file))
    try {
      if (typeof order === 'string') {
        log.warn('a queued command is not valid', { file, reason: order })
        return []
      }
      const { remembered, data } = await execute(order)
      if (!remembered)
        log.warn('the secrets of a queued command are not stored and are lost when the program ends', { file })
      return [
        {
          ...{ file, ok: true, remembered },
          ...(handler.withoutWindow && { withoutWindow: true }),
          ...(data !== undefined && { data }),
        },
      ]
    } catch (thrown) {
      const error = asGatewayError(thrown).toContract()
      log.warn('a queued command failed', { file, ...error })
      return [{ file, ok: false, error }]
    } finally {
      clear(file)
    }
  }

  /** @returns whether it is stored permanently */
  async function execute(order: QueuedCommand): Promise<{ readonly remembered: boolean; readonly data?: unknown }> {
    if (order.kind === 'add') return { remembered: handler.add(order) }
    if (order.kind === 'service') return handler.service(order)
    if (order.kind === 'remove') await handler.remove(order.id)
    else await handler.removeBackup(order.id, order.backup)
    return { remembered: true }
  }

  /** An order that cannot be deleted is processed again next time; this is logged. */
  function clear(file: string): void {
    try {
      withdraw(profile, file)
    } catch (error) {
      log.error('a processed command cannot be deleted: delete it by hand', { file, error: `${error}` })
    }
  }

  return () => {
    const run = turn.then(processAll)
    turn = run.catch(() => {})
    return run
  }
}

function filesIn(profile: string): string[] {
  try {
    const entries = readdirSync(path.join(profile, queueFolder), { withFileTypes: true })
    const names = entries
      .filter((entry) => !entry.isDirectory() && isOrderFile.test(entry.name))
      .map(({ name }) => name)
    return names.sort().slice(0, maxOrders)
  } catch {
    return []
  }
}

/** A draft contains a token too. */
function deleteStaleDrafts(profile: string): void {
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

/** @returns the reason when it is not a valid order */
function readOrder(file: string): QueuedCommand | string {
  let handle: number
  try {
    // Neither a link nor a pipe without a writer.
    handle = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'it cannot be read'
  }
  try {
    const why = whyUnsafe(handle)
    if (why !== undefined) return why
    const buffer = Buffer.alloc(maxFileBytes)
    const text = buffer.toString('utf8', 0, readSync(handle, buffer, 0, buffer.length, 0))
    return asOrder(JSON.parse(text))
  } catch {
    return 'it is not JSON'
  } finally {
    closeSync(handle)
  }
}

/** Checks the open file instead of its path, so that it cannot be swapped in between. */
function whyUnsafe(handle: number): string | undefined {
  const about = fstatSync(handle)
  if (!about.isFile()) return 'it is not a regular file'
  if (about.size > maxFileBytes) return `it is larger than ${maxFileBytes} bytes`
  if (process.getuid === undefined) return undefined
  if (about.uid !== process.getuid()) return 'it belongs to another user'
  return (about.mode & 0o077) === 0 ? undefined : 'it is open to other users of this computer'
}

const isText = (value: unknown, longest: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= longest

function asOrder(value: unknown): QueuedCommand | string {
  if (typeof value !== 'object' || value === null) return 'it is not a valid command'
  if ('kind' in value && value.kind === 'service')
    return parseServiceCommand({ ...value }) ?? 'it is not a valid command'
  const { kind, id, backup, server, secrets, ...more } = value as Record<string, unknown>
  if (Object.keys(more).length > 0) return 'it is not a valid command'
  const isAboutServer = isText(id, 256) && server === undefined && secrets === undefined
  if (kind === 'remove' && isAboutServer && backup === undefined) return { kind, id }
  if (kind === 'remove-backup' && isAboutServer && isText(backup, 64)) return { kind, id, backup }
  if (kind !== 'add' || id !== undefined || backup !== undefined) return 'it is not a valid command'
  const given = givenServer(server, secrets)
  return given ? { kind, ...given } : 'it is not a valid command'
}

/** Undefined when a part is malformed. */
function givenServer(server: unknown, secrets: unknown): GivenServer | undefined {
  if (!isObject(server) || !isObject(secrets)) return undefined
  const { name, address, ...java } = server
  const { token, management: secret, ...others } = secrets
  if (!isText(name, 64) || !isText(address, 256) || !isAddress(address)) return undefined
  if (!isText(token, 4_096) || Object.keys(others).length > 0) return undefined
  const parts = isRconAddress(address) ? javaParts(java) : Object.keys(java).length === 0 ? {} : undefined
  if (!parts || (parts.management === undefined) !== (secret === undefined)) return undefined
  if (secret !== undefined && !isText(secret, 256)) return undefined
  return {
    server: { name, address, ...parts },
    secrets: { token, ...(secret !== undefined && { management: secret }) },
  }
}

function javaParts({
  management,
  folder,
  plainTextConfirmed,
  ...more
}: Readonly<Record<string, unknown>>): Omit<NewServer, 'address'> | undefined {
  if (Object.keys(more).length > 0) return undefined
  if (folder !== undefined && !isText(folder, 4_096)) return undefined
  if (plainTextConfirmed !== undefined && plainTextConfirmed !== true) return undefined
  const way = managementIn(management)
  if (management !== undefined && !way) return undefined
  return {
    ...(way && { management: way }),
    ...(folder !== undefined && { folder }),
    ...(plainTextConfirmed && { plainTextConfirmed }),
  }
}

function managementIn(value: unknown): NewServer['management'] {
  if (!isObject(value)) return undefined
  const { address, ...more } = value
  if (Object.keys(more).length > 0 || !isText(address, 256)) return undefined
  try {
    return { address: managementAddressOf(address) }
  } catch {
    return undefined
  }
}

function isAddress(address: string): boolean {
  try {
    return serverIdOfAddress(address) !== ''
  } catch {
    return false
  }
}
