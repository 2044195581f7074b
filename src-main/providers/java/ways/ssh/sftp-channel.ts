/**
 * SFTP channel: one request as one promise, each with a time limit, and reads and writes in pieces that overlap.
 *
 * Guards invariant 7: the other computer is hostile, so numbers, names and counts are checked here. A request that gets
 * no answer ends the connection: nothing behind it would get one either.
 */
import type { FileEntryWithStats, SFTPWrapper, Stats } from 'ssh2'
import type { Clock } from '../../../../gateway/ports/runtime.js'
import { SshUnavailable } from './ssh-failure.js'

export interface RemoteFacts {
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  readonly size: number
  /** Milliseconds since 1970. */
  readonly modified: number
  /** Permission bits, user and group. */
  readonly mode: number
  readonly user: number
  readonly group: number
}

/** A request that the server refused, with its SFTP status. */
export class SftpRefusal extends Error {
  readonly status: number

  constructor(status: number, text: string) {
    super(`${text}`.slice(0, 256))
    this.status = status
  }
}

export const sftpStatus = { end: 1, missing: 2, noPermission: 3, failure: 4, unsupported: 8 } as const

const requestTimeoutMs = 30_000
/** Bytes of one read or write; what every server takes. */
const pieceBytes = 32_768
/** Reads or writes that are under way at once: one MiB fills a link of 50 ms and 100 Mbit/s. */
const piecesAtOnce = 32
const maxNameBytes = 1_024

export class SftpChannel {
  readonly #sftp: SFTPWrapper
  readonly #clock: Pick<Clock, 'after'>
  readonly #onSilent: (error: Error) => void
  readonly #waiting = new Set<(error: Error) => void>()
  #end: Error | undefined

  /** @param onSilent called once when a request got no answer */
  constructor(sftp: SFTPWrapper, clock: Pick<Clock, 'after'>, onSilent: (error: Error) => void) {
    this.#sftp = sftp
    this.#clock = clock
    this.#onSilent = onSilent
  }

  /** Fails what waits, and all that follows. */
  end(error: Error): void {
    this.#end ??= error
    for (const fail of [...this.#waiting]) fail(error)
  }

  realpath(path: string): Promise<string> {
    return this.#ask((done) => this.#sftp.realpath(path, done))
  }

  async facts(path: string): Promise<RemoteFacts> {
    return factsOf(await this.#ask<Stats>((done) => this.#sftp.stat(path, done)))
  }

  /** Of the link itself, if it is one. */
  async ownFacts(path: string): Promise<RemoteFacts> {
    return factsOf(await this.#ask<Stats>((done) => this.#sftp.lstat(path, done)))
  }

  /** Of the file that is open, whatever its name leads to by now. */
  async openFacts(handle: Buffer): Promise<RemoteFacts> {
    return factsOf(await this.#ask<Stats>((done) => this.#sftp.fstat(handle, done)))
  }

  readlink(path: string): Promise<string> {
    return this.#ask((done) => this.#sftp.readlink(path, done))
  }

  /** At most `most` entries. Names that are no names are left out. */
  async list(path: string, most: number): Promise<readonly { readonly name: string; readonly facts: RemoteFacts }[]> {
    const handle = await this.#ask<Buffer>((done) => this.#sftp.opendir(path, done))
    const found: { name: string; facts: RemoteFacts }[] = []
    try {
      // Counts what is left out too: a server could send that for ever.
      for (let seen = 0; seen < most; ) {
        const batch = await this.#ask<FileEntryWithStats[]>((done) => this.#sftp.readdir(handle, done)).catch(endAsNone)
        if (batch.length === 0) break
        seen += batch.length
        for (const { filename, attrs } of batch)
          if (isName(filename)) found.push({ name: filename, facts: factsOf(attrs) })
      }
    } finally {
      this.close(handle)
    }
    return found.slice(0, most)
  }

  /** @param mode of a file that is made */
  open(path: string, flags: 'r' | 'wx', mode?: number): Promise<Buffer> {
    return this.#ask((done) => this.#sftp.open(path, flags, mode === undefined ? {} : { mode }, done))
  }

  /** Nobody waits for it. */
  close(handle: Buffer): void {
    void this.#ask((done) => this.#sftp.close(handle, done)).catch(() => {})
  }

  /** Waits until it is closed: some servers report only then that the disk is full. */
  async closed(handle: Buffer): Promise<void> {
    await this.#ask((done) => this.#sftp.close(handle, done))
  }

  /** @returns bytes that were read; fewer than `length` only at the end of the file */
  async read(handle: Buffer, buffer: Buffer, offset: number, length: number, position: number): Promise<number> {
    let end = length
    await this.#inPieces(
      length,
      () => end,
      async (at, size) => {
        let got = 0
        while (got < size) {
          const bytes = await this.#readOnce(handle, buffer, offset + at + got, size - got, position + at + got)
          if (bytes === 0) break
          got += bytes
        }
        if (got < size) end = Math.min(end, at + got)
      },
    )
    return end
  }

  /** @param onPiece called with the bytes of each piece that the server has */
  write(handle: Buffer, bytes: Buffer, position: number, onPiece?: (bytes: number) => void): Promise<void> {
    return this.#inPieces(
      bytes.length,
      () => bytes.length,
      async (at, size) => {
        await this.#ask((done) => this.#sftp.write(handle, bytes, at, size, position + at, done))
        onPiece?.(size)
      },
    )
  }

  /** Refused by most servers when the target exists. */
  async rename(from: string, to: string): Promise<void> {
    await this.#ask((done) => this.#sftp.rename(from, to, done))
  }

  /** Replaces the target in one step, where the server can. */
  async replace(from: string, to: string): Promise<void> {
    await this.#ask((done) => this.#sftp.ext_openssh_rename(from, to, done))
  }

  async unlink(path: string): Promise<void> {
    await this.#ask((done) => this.#sftp.unlink(path, done))
  }

  async makeFolder(path: string): Promise<void> {
    await this.#ask((done) => this.#sftp.mkdir(path, done))
  }

  async removeFolder(path: string): Promise<void> {
    await this.#ask((done) => this.#sftp.rmdir(path, done))
  }

  /** Gives the open file to another user, where that is allowed. By its name it could be another file by now. */
  async changeOwner(handle: Buffer, user: number, group: number): Promise<void> {
    await this.#ask((done) => this.#sftp.fchown(handle, user, group, done))
  }

  /** The same by a name that is a folder. A link that took the name is not followed. */
  async changeOwnerOfName(path: string, user: number, group: number): Promise<void> {
    await this.#ask((done) => this.#sftp.ext_openssh_lsetstat(path, { uid: user, gid: group } as Stats, done))
  }

  async changeMode(handle: Buffer, mode: number): Promise<void> {
    await this.#ask((done) => this.#sftp.fchmod(handle, mode, done))
  }

  /** Waits for the disk, where the server can. */
  async flush(handle: Buffer): Promise<void> {
    await this.#ask((done) => this.#sftp.ext_openssh_fsync(handle, done)).catch((error: unknown) => {
      if (error instanceof SshUnavailable) throw error
    })
  }

  #readOnce(handle: Buffer, buffer: Buffer, offset: number, length: number, position: number): Promise<number> {
    return this.#ask<number>((done) =>
      this.#sftp.read(handle, buffer, offset, length, position, (error, bytesRead) => done(error, bytesRead)),
    )
  }

  /** @param endOf pieces that begin behind it are left out */
  async #inPieces(length: number, endOf: () => number, work: (at: number, size: number) => Promise<void>) {
    let next = 0
    const worker = async () => {
      while (next < endOf()) {
        const at = next
        next += pieceBytes
        await work(at, Math.min(pieceBytes, length - at))
      }
    }
    const workers = Math.min(piecesAtOnce, Math.ceil(length / pieceBytes))
    await Promise.all(Array.from({ length: workers }, worker))
  }

  #ask<T>(send: (done: (error: Error | null | undefined, value?: T) => void) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      const settle = (report: () => void) => {
        this.#waiting.delete(fail)
        stop()
        report()
      }
      const fail = (error: Error) => settle(() => reject(error))
      const stop = this.#clock.after(requestTimeoutMs, () => {
        const silent = new SshUnavailable('no-answer')
        fail(silent)
        if (!this.#end) this.#onSilent(silent)
      })
      this.#waiting.add(fail)
      if (this.#end) return fail(this.#end)
      try {
        send((error, value) => (error ? fail(refusalOf(error)) : settle(() => resolve(value as T))))
      } catch (error) {
        fail(refusalOf(error))
      }
    })
  }
}

/** ssh2 reports a lost channel, and an extension that the server lacks, without a status. */
function refusalOf(error: unknown): Error {
  const { code, message } = error as { code?: unknown; message: string }
  if (typeof code === 'number') return new SftpRefusal(code, message)
  if (message.includes('extended request')) return new SftpRefusal(sftpStatus.unsupported, message)
  return new SshUnavailable('lost', { cause: error })
}

function endAsNone(error: unknown): FileEntryWithStats[] {
  if (error instanceof SftpRefusal && error.status === sftpStatus.end) return []
  throw error
}

/** A name that stays in its folder, also where `\` separates folders. */
const isName = (name: string): boolean =>
  name !== '' && name !== '.' && name !== '..' && name.length <= maxNameBytes && !/[/\\\0]/u.test(name)

function factsOf({ mode = 0, size = 0, mtime = 0, uid, gid }: Stats): RemoteFacts {
  const kinds: Readonly<Record<number, RemoteFacts['kind']>> = { 32768: 'file', 16384: 'folder', 40960: 'link' }
  return {
    // S_IFMT.
    kind: kinds[mode & 0o170000] ?? 'other',
    size: Number.isSafeInteger(size) && size >= 0 ? size : 0,
    modified: mtime * 1_000,
    mode: mode & 0o7777,
    user: uid,
    group: gid,
  }
}
