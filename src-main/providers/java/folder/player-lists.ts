/**
 * Player lists: `usercache.json`, operators and bans, as the server wrote them. Strings are untrusted.
 *
 * A server writes each list at its first start, also an empty one: a missing or empty file, or an entry that cannot be
 * read, is an error and never means that nobody is on the list.
 */

import { frameBounds, type JsonBounds, jsonExcess } from '@contract/json/json-bounds.js'
import { nextTurn } from '@shared/turns.js'
import type { ServerFiles } from '../ports.js'
import { folderError } from './folder-problem.js'
import { isUuid } from './player-data.js'

export interface KnownPlayer {
  readonly uuid: string
  readonly name: string
}

export interface Operator {
  readonly name: string
  readonly uuid?: string
  /** 1 to 4. */
  readonly level: number
  readonly bypassesPlayerLimit?: boolean
}

export interface Ban {
  /** Name of the player. */
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

/** @throws GatewayError when the file is missing, or is not a list */
async function entriesOf(files: ServerFiles, file: string): Promise<readonly Entry[]> {
  const bytes = await files.readIfThere(file, largest)
  if (!bytes) throw folderError('list-missing', file)
  if (bytes.length === 0) throw folderError('damaged', file)
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
  if (list.length > maxEntries) throw folderError('too-large', file)
  return list.map((one: unknown) => (typeof one === 'object' && one !== null ? (one as Entry) : {}))
}

/** Every entry, read. @throws GatewayError when one cannot be read */
async function readList<Read>(
  files: ServerFiles,
  file: string,
  read: (entry: Entry) => Read | undefined,
): Promise<readonly Read[]> {
  const found = (await entriesOf(files, file)).map(read)
  const isRead = (one: Read | undefined): one is Read => one !== undefined
  if (!found.every(isRead)) throw folderError('damaged', file)
  return found
}

const text = (value: unknown, most = 256): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, most) : undefined

/** Servers in offline mode may have no id. */
function playerOf({ uuid, name }: Entry): { readonly name: string; readonly uuid?: string } | undefined {
  const [id, called] = [text(uuid, 36)?.toLowerCase(), text(name, 64)]
  return called === undefined ? undefined : { name: called, ...(id !== undefined && isUuid(id) && { uuid: id }) }
}

function knownPlayerOf(entry: Entry): KnownPlayer | undefined {
  const { name, uuid } = playerOf(entry) ?? {}
  return name === undefined || uuid === undefined ? undefined : { uuid, name }
}

/** Used to find ids: an entry without one is of no use, and the server forgets old ones by itself. */
export const readUserCache = async (files: ServerFiles): Promise<readonly KnownPlayer[]> =>
  (await entriesOf(files, 'usercache.json')).map(knownPlayerOf).filter((player) => player !== undefined)

export const readOperators = (files: ServerFiles): Promise<readonly Operator[]> =>
  readList(files, 'ops.json', (entry) => {
    const player = playerOf(entry)
    return (
      player && {
        ...player,
        level: typeof entry.level === 'number' ? entry.level : 4,
        ...(entry.bypassesPlayerLimit === true && { bypassesPlayerLimit: true }),
      }
    )
  })

export const readBans = (files: ServerFiles): Promise<readonly Ban[]> => readList(files, 'banned-players.json', banOf)

function banOf(entry: Entry): Ban | undefined {
  const target = text(entry.name, 64)
  if (target === undefined) return undefined
  const [uuid, reason, source] = [text(entry.uuid, 36), text(entry.reason), text(entry.source, 64)]
  const expires = entry.expires === 'forever' ? undefined : text(entry.expires, 64)
  return {
    target,
    ...(uuid !== undefined && { uuid }),
    ...(reason !== undefined && { reason }),
    ...(source !== undefined && { source }),
    ...(expires !== undefined && { expires }),
  }
}
