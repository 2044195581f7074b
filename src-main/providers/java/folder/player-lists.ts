/** Player lists: `usercache.json`, allowlist, operators and bans, as the server wrote them. Strings are untrusted. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { frameBounds, type JsonBounds, jsonExcess } from '@contract/json/json-bounds.js'
import type { ConfinedFolder } from './confined-folder.js'
import { folderError } from './folder-problem.js'
import { isUuid } from './player-data.js'

export interface KnownPlayer {
  readonly uuid: string
  readonly name: string
}

export interface Operator extends KnownPlayer {
  /** 1 to 4. */
  readonly level: number
  readonly bypassesPlayerLimit?: boolean
}

export interface Ban {
  /** Name of the player, or an address. */
  readonly target: string
  readonly uuid?: string
  readonly reason?: string
  readonly source?: string
  /** As the server writes it; absent for a permanent ban. */
  readonly expires?: string
}

const largest = 512 * 1024
const maxEntries = 20_000
/** Maximum members and entries to parse. */
const bounds: JsonBounds = { ...frameBounds, values: 150_000 }

type Entry = Readonly<Record<string, unknown>>

/** Empty when the file is missing: a server without bans may have none. @throws GatewayError when it is not a list */
async function entriesOf(files: ConfinedFolder, file: string): Promise<readonly Entry[]> {
  const bytes = await files.readIfThere(file, largest)
  if (!bytes || bytes.length === 0) return []
  const written = bytes.toString('utf8')
  await nextTurn()
  if (jsonExcess(written, bounds) !== undefined) throw folderError('too-large', file)
  await nextTurn()
  let list: unknown
  try {
    list = JSON.parse(written)
  } catch (cause) {
    throw folderError('damaged', file, { cause })
  }
  if (!Array.isArray(list)) throw folderError('damaged', file)
  const isEntry = (one: unknown): one is Entry => typeof one === 'object' && one !== null
  return list.slice(0, maxEntries).filter(isEntry)
}

const text = (value: unknown, most = 256): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, most) : undefined

function playerOf({ uuid, name }: Entry): KnownPlayer[] {
  const [id, called] = [text(uuid, 36)?.toLowerCase(), text(name, 64)]
  return id !== undefined && called !== undefined && isUuid(id) ? [{ uuid: id, name: called }] : []
}

export const readUserCache = async (files: ConfinedFolder): Promise<readonly KnownPlayer[]> =>
  (await entriesOf(files, 'usercache.json')).flatMap(playerOf)

export const readAllowlist = async (files: ConfinedFolder): Promise<readonly KnownPlayer[]> =>
  (await entriesOf(files, 'whitelist.json')).flatMap(playerOf)

export const readOperators = async (files: ConfinedFolder): Promise<readonly Operator[]> =>
  (await entriesOf(files, 'ops.json')).flatMap((entry) =>
    playerOf(entry).map((player) => ({
      ...player,
      level: typeof entry.level === 'number' ? entry.level : 4,
      ...(entry.bypassesPlayerLimit === true && { bypassesPlayerLimit: true }),
    })),
  )

/** Bans of players and of addresses. */
export async function readBans(files: ConfinedFolder): Promise<{ players: readonly Ban[]; addresses: readonly Ban[] }> {
  const players = await entriesOf(files, 'banned-players.json')
  const addresses = await entriesOf(files, 'banned-ips.json')
  return {
    players: players.flatMap((entry) => banOf(entry, text(entry.name, 64))),
    addresses: addresses.flatMap((entry) => banOf(entry, text(entry.ip, 64))),
  }
}

function banOf(entry: Entry, target: string | undefined): Ban[] {
  if (target === undefined) return []
  const [uuid, reason, source] = [text(entry.uuid, 36), text(entry.reason), text(entry.source, 64)]
  const expires = entry.expires === 'forever' ? undefined : text(entry.expires, 64)
  return [
    {
      target,
      ...(uuid !== undefined && { uuid }),
      ...(reason !== undefined && { reason }),
      ...(source !== undefined && { source }),
      ...(expires !== undefined && { expires }),
    },
  ]
}
