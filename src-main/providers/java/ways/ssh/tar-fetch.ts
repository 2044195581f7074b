/**
 * Tar fetch: copies many files from another computer in one stream of `tar`, which needs no way there and back for each.
 *
 * The command is fixed here. The names of the files go to its input, divided by zero bytes and beginning with `./`, so
 * none can be an option; the folder is quoted, and one with unusual characters is left to SFTP. What arrives is untrusted:
 * only files that were asked for are written, never under a name of the archive.
 */
import { createHash } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import type { Clock } from '../../../../gateway/ports/runtime.js'
import type { FetchListener, FileToFetch } from '../../ports.js'
import { NotATar, type TarEntry, TarReader } from '../tar-reader.js'

export interface TarPlace {
  /** Absolute on the other computer. */
  readonly root: string
  readonly clock: Pick<Clock, 'after'>
  /** Runs a command that is fixed in this program. */
  readonly run: (command: string) => Promise<Duplex>
}

/** Milliseconds without a byte. */
const silenceMs = 20_000

/** The same in every shell: within single quotes none of these means anything. */
const plainFolder = /^[\p{L}\p{N} _.,:=@+/-]{1,4096}$/u

/** Undefined for a folder that is not safe in every shell. */
export const tarCommand = (root: string): string | undefined =>
  plainFolder.test(root) ? `tar -C '${root}' --no-recursion --null -T - -cf -` : undefined

/**
 * Ends early, without an error, where `tar` is missing or refused or its output is no archive: what was not copied is
 * left to the caller.
 *
 * @throws what the listener throws; Error of this computer's file system
 */
export async function fetchByTar({ root, clock, run }: TarPlace, files: readonly FileToFetch[], on: FetchListener) {
  const command = tarCommand(root)
  if (command === undefined) return
  const wanted = new Map(files.map((file) => [`./${file.path}`, file]))
  const channel = await run(command).catch(() => undefined)
  if (!channel) return
  let stop = () => {}
  let end = () => {}
  const silent = new Promise<never>((_, reject) => {
    end = () => reject(new NotATar())
  })
  silent.catch(() => {})
  const listen = () => {
    stop()
    stop = clock.after(silenceMs, end)
  }
  const pieces = channel[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  try {
    channel.on('error', () => {})
    listen()
    channel.end([...wanted.keys()].map((name) => `${name}\0`).join(''))
    // A channel of a host that is gone may never end by itself.
    const reader = new TarReader({ next: () => Promise.race([pieces.next(), silent]) })
    for (let entry = await next(reader); entry; entry = await next(reader)) {
      const file = wanted.get(entry.name)
      // Something else, also a second link to the same file, is copied another way.
      if (!file || !entry.isFile || entry.size > file.most) continue
      wanted.delete(entry.name)
      const sha256 = await write(reader, file, (bytes) => {
        listen()
        on.onPiece(bytes)
      })
      if (sha256 === undefined) return
      on.onFile({ path: file.path, size: entry.size, modified: entry.modified, sha256 })
    }
  } finally {
    stop()
    channel.destroy()
  }
}

/** Undefined at the end, also when it comes too early. */
const next = (reader: TarReader): Promise<TarEntry | undefined> => reader.next().catch(() => undefined)

/** @returns the hash; undefined when the archive ends within the file */
async function write(
  reader: TarReader,
  { target }: FileToFetch,
  onPiece: (bytes: number) => void,
): Promise<string | undefined> {
  await mkdir(path.dirname(target), { recursive: true })
  const hash = createHash('sha256')
  const to = await open(target, 'w', 0o600)
  try {
    for (;;) {
      const piece = await reader.read().catch(() => 'cut' as const)
      if (piece === 'cut') return undefined
      if (piece === undefined) return hash.digest('hex')
      onPiece(piece.length)
      hash.update(piece)
      for (let done = 0; done < piece.length; ) done += (await to.write(piece, done)).bytesWritten
    }
  } finally {
    await to.close()
  }
}
