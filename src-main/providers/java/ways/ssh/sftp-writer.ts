/** SFTP writer: changes files of a server on another computer. Nothing is ever written through a link. */
import { open } from 'node:fs/promises'
import { folderError } from '../../folder/folder-problem.js'
import type { FileWriter } from '../../ports.js'
import { asked, isRefusedAs, partsOf, type RemotePlace } from './remote-place.js'
import { NotWritten, recoverSteps, replaceInSteps, type StepFiles } from './replace-steps.js'
import { type RemoteFacts, type SftpChannel, SftpRefusal } from './sftp-channel.js'

/** Bytes read of a file of this computer at once. */
const bufferBytes = 1_048_576
/** Maximum entries read of a folder that is removed. */
const maxEntries = 100_000
const maxDepth = 64
/** Times a folder that is removed is read: a hostile server lists the same names again and again. */
const maxReads = 16
/** Maximum entries that one removal removes. */
const maxRemoved = 1_000_000

interface Spot {
  readonly channel: SftpChannel
  /** Absolute. What is there is not followed. */
  readonly path: string
  /** The folder it is in. */
  readonly above: RemoteFacts
}

export class SftpWriter implements FileWriter {
  readonly #locate: (relative: string) => Promise<RemotePlace>

  /** @param locate finds what is there */
  constructor(locate: (relative: string) => Promise<RemotePlace>) {
    this.#locate = locate
  }

  replace(relative: string, bytes: Buffer, like?: string): Promise<void> {
    return asked(relative, async () => {
      const { channel, path } = await this.#target(relative)
      const before = await ownFacts(channel, path)
      if (before && before.kind !== 'file') throw folderError('not-a-file', relative)
      const wanted = before ?? (like === undefined ? undefined : (await this.#locate(like)).facts)
      await replaceInSteps(stepsOver(channel, wanted), path, bytes)
    }).catch((error: unknown) => {
      throw error instanceof NotWritten ? folderError('unreadable', relative, { cause: error }) : error
    })
  }

  recover(relative: string): Promise<void> {
    return asked(relative, async () => {
      const { channel, path } = await this.#target(relative)
      await recoverSteps(stepsOver(channel), path)
    })
  }

  send(source: string, relative: string, onPiece?: (bytes: number) => void): Promise<void> {
    return asked(relative, async () => {
      const { channel, path, above } = await this.spot(relative)
      const before = await ownFacts(channel, path)
      if (before && before.kind !== 'file') throw folderError('not-a-file', relative)
      const from = await open(source, 'r')
      try {
        // A link may take the name meanwhile, and only a file that is made is surely none.
        if (before) await channel.unlink(path)
        const handle = await channel.open(path, 'wx', before && rightsOf(before))
        const buffer = Buffer.alloc(bufferBytes)
        let position = 0
        for (let read = -1; read !== 0; position += read) {
          read = (await from.read(buffer, 0, bufferBytes, position)).bytesRead
          await channel.write(handle, buffer.subarray(0, read), position, onPiece)
        }
        await channel.flush(handle)
        if (before) await giveRights(channel, handle, before)
        else {
          const { user, group } = above
          await giveOwner(await channel.openFacts(handle), above, () => channel.changeOwner(handle, user, group))
        }
        await channel.closed(handle)
      } finally {
        await from.close()
      }
    })
  }

  makeFolder(relative: string, like?: string): Promise<void> {
    return asked(relative, async () => {
      const parts = partsOf(relative)
      const wanted = like === undefined ? undefined : (await this.#locate(like)).facts
      for (let depth = 1; depth <= parts.length; depth += 1) {
        const { channel, path } = await this.#target(parts.slice(0, depth).join('/'))
        const there = await ownFacts(channel, path)
        if (!there) {
          const { above } = await this.spot(parts.slice(0, depth).join('/'))
          const owner = depth === parts.length ? (wanted ?? above) : above
          await channel.makeFolder(path)
          await giveOwner(await channel.ownFacts(path), owner, () =>
            channel.changeOwnerOfName(path, owner.user, owner.group),
          )
        } else if (there.kind !== 'folder') throw folderError('not-a-folder', relative)
      }
    })
  }

  rename(from: string, to: string): Promise<void> {
    return asked(from, async () => {
      const [source, target] = await Promise.all([this.spot(from), this.spot(to)])
      // Some servers would replace it.
      if (await ownFacts(target.channel, target.path)) throw folderError('not-a-file', to, { detail: 'exists' })
      await source.channel.rename(source.path, target.path)
    })
  }

  remove(relative: string): Promise<void> {
    return asked(relative, async () => {
      const { channel, path } = await this.spot(relative)
      const there = await ownFacts(channel, path)
      if (there) await removeAll(channel, path, there, 0, { left: maxRemoved })
    })
  }

  /** The name itself in a folder that is there, also when it is a link. */
  async spot(relative: string): Promise<Spot> {
    const parts = partsOf(relative)
    const name = parts.at(-1)
    if (name === undefined) throw folderError('outside', relative)
    const { channel, path, facts } = await this.#locate(parts.slice(0, -1).join('/'))
    if (facts.kind !== 'folder') throw folderError('not-a-folder', relative)
    return { channel, path: `${path === '/' ? '' : path}/${name}`, above: facts }
  }

  /** Where a link inside the folder leads; the name itself when nothing is there. */
  async #target(relative: string): Promise<Pick<Spot, 'channel' | 'path'>> {
    try {
      return await this.#locate(relative)
    } catch (error) {
      if (!isRefusedAs(error, 'missing')) throw error
      return this.spot(relative)
    }
  }
}

async function ownFacts(channel: SftpChannel, path: string): Promise<RemoteFacts | undefined> {
  return channel.ownFacts(path).catch((error: unknown) => {
    if (isRefusedAs(error, 'missing')) return undefined
    throw error
  })
}

/** @param budget shared by all folders below */
async function removeAll(
  channel: SftpChannel,
  path: string,
  { kind }: RemoteFacts,
  depth: number,
  budget: { left: number },
): Promise<void> {
  budget.left -= 1
  if (budget.left < 0) throw folderError('too-large', path)
  if (kind !== 'folder') return channel.unlink(path)
  if (depth >= maxDepth) throw folderError('too-large', path)
  for (let reads = 0; ; reads += 1) {
    const found = await channel.list(path, maxEntries)
    if (found.length === 0) return channel.removeFolder(path)
    if (reads >= maxReads) throw folderError('too-large', path)
    for (const { name, facts } of found) await removeAll(channel, `${path}/${name}`, facts, depth + 1, budget)
  }
}

/** Never a program that runs as its owner. */
const rightsOf = ({ mode }: RemoteFacts): number => mode & 0o777

/** Owner first: to change it may take permissions away. Closes the file when it fails. */
async function giveRights(channel: SftpChannel, handle: Buffer, like: RemoteFacts): Promise<void> {
  try {
    const made = await channel.openFacts(handle)
    // Without it the server could not write its own file any more.
    if (made.user !== like.user || made.group !== like.group) await channel.changeOwner(handle, like.user, like.group)
    if (rightsOf(made) !== rightsOf(like)) await channel.changeMode(handle, rightsOf(like))
  } catch (error) {
    channel.close(handle)
    throw error
  }
}

/**
 * What an administrator makes must belong to the user of the server. Others cannot give it away: what they make is
 * theirs.
 */
async function giveOwner(made: RemoteFacts, like: RemoteFacts, give: () => Promise<void>): Promise<void> {
  if (made.user === like.user && made.group === like.group) return
  await give().catch((error: unknown) => {
    if (made.user === administrator || !(error instanceof SftpRefusal)) throw error
  })
}

const administrator = 0
const ownerOnly = 0o600

/** @param like whose permissions and owner a written file gets */
const stepsOver = (channel: SftpChannel, like?: RemoteFacts): StepFiles => ({
  has: async (path) => (await ownFacts(channel, path)) !== undefined,
  async write(path, bytes) {
    // Never through a link or into a device that took the name.
    if (await ownFacts(channel, path)) await channel.unlink(path)
    const handle = await channel.open(path, 'wx', like ? rightsOf(like) : ownerOnly)
    await channel.write(handle, bytes, 0)
    await channel.flush(handle)
    if (like) await giveRights(channel, handle, like)
    await channel.closed(handle)
  },
  async read(path, most) {
    const handle = await channel.open(path, 'r')
    try {
      const bytes = Buffer.alloc(most)
      return bytes.subarray(0, await channel.read(handle, bytes, 0, most, 0))
    } finally {
      channel.close(handle)
    }
  },
  rename: (from, to) => channel.rename(from, to),
  async swap(from, to) {
    try {
      await channel.replace(from, to)
      return true
    } catch (error) {
      if (isRefusedAs(error, 'failure') || isRefusedAs(error, 'unsupported')) return false
      throw error
    }
  },
  remove: (path) => channel.unlink(path),
})
