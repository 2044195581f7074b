/**
 * Model of an SSH server with the traps of panels' SFTP, over a folder of this computer.
 *
 * As recorded from Wings: `rename` and `posix-rename` fail when the target exists, there is no fsync, and while one
 * channel is open a second one gets no answer of any kind.
 */
import { once } from 'node:events'
import fs from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { type Attributes, type AuthContext, Server, type SFTPWrapper, utils } from 'ssh2'

const { OPEN_MODE, STATUS_CODE } = utils.sftp

export interface ModelSshdOptions {
  readonly folder: string
  readonly password?: string
  /** Prompts of keyboard-interactive; then `password` alone is not offered. */
  readonly prompts?: readonly { readonly prompt: string; readonly echo: boolean }[]
  /** A request for which this is true gets no answer, and the connection ends before or after it has its effect. */
  readonly cutsAt?: (request: string) => 'before' | 'after' | undefined
  /** Adds to the names of every folder. */
  readonly names?: readonly string[]
  /** Called before each request takes effect; true when it answered the request itself. */
  readonly instead?: (request: string, id: number, sftp: SFTPWrapper, given: readonly unknown[]) => boolean
}

export class ModelSshd {
  readonly #server: Server
  readonly #options: ModelSshdOptions
  readonly #clients = new Set<{ end(): unknown }>()
  /** Answers to prompts, and passwords. */
  readonly secrets: string[] = []
  readonly requests: string[] = []
  channels = 0

  private constructor(options: ModelSshdOptions) {
    this.#options = options
    // Some of the ed25519 keys that ssh2 makes cannot be read again.
    const hostKey = utils.generateKeyPairSync('ecdsa', { bits: 256 }).private
    this.#server = new Server({ hostKeys: [hostKey], ident: 'Pterodactyl SFTP' }, (client) => {
      this.#clients.add(client)
      client.on('error', () => {})
      client.on('close', () => this.#clients.delete(client))
      client.on('authentication', (context) => this.#authenticate(context))
      client.on('ready', () => {
        client.on('session', (accept) => {
          // Others wait until the first is closed, which here means for ever.
          if (this.channels++ > 0) return
          accept().on('sftp', (acceptFiles) => this.#serve(acceptFiles(), () => client.end()))
        })
        client.on('close', () => {
          this.channels = 0
        })
      })
    })
  }

  static async start(options: ModelSshdOptions): Promise<ModelSshd> {
    const model = new ModelSshd(options)
    model.#server.listen(0, '127.0.0.1')
    await once(model.#server as unknown as NodeJS.EventEmitter, 'listening')
    return model
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  async stop(): Promise<void> {
    const closed = once(this.#server as unknown as NodeJS.EventEmitter, 'close')
    this.#server.close()
    for (const client of this.#clients) client.end()
    await closed
  }

  #authenticate(context: AuthContext): void {
    const { password = 'pw', prompts } = this.#options
    if (context.method === 'keyboard-interactive' && prompts) {
      return context.prompt([...prompts], (answers) => {
        this.secrets.push(...answers)
        if (answers[0] === password && prompts.length === 1) context.accept()
        else context.reject(['keyboard-interactive'])
      })
    }
    if (context.method === 'password' && !prompts) {
      this.secrets.push(context.password)
      if (context.password === password) return context.accept()
    }
    context.reject(prompts ? ['keyboard-interactive'] : ['password'])
  }

  #serve(sftp: SFTPWrapper, cut: () => void): void {
    const handles = new Map<number, number | { names: string[] | undefined; folder: string }>()
    const { folder, names = [] } = this.#options
    const real = (name: string) => path.join(folder, path.posix.resolve('/', name))
    const on = (event: string, work: (id: number, ...given: never[]) => void) => {
      sftp.on(
        event as 'OPEN',
        ((id: number, ...given: never[]) => {
          this.requests.push(event)
          const when = this.#options.cutsAt?.(event)
          if (this.#options.instead?.(event, id, sftp, given)) return
          if (when === 'before') return cut()
          try {
            work(id, ...given)
          } catch (error) {
            const { code } = error as { code?: string }
            sftp.status(id, code === 'ENOENT' || code === 'ENOTDIR' ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE)
          }
          if (when === 'after') cut()
        }) as never,
      )
    }
    const quietly = (id: number) => {
      if (!this.#options.cutsAt?.('answer')) sftp.status(id, STATUS_CODE.OK)
    }
    const fileOf = (handle: Buffer) => handles.get(handle.readUInt32BE(0))
    const open = (id: number, value: number | { names: string[] | undefined; folder: string }) => {
      const number = handles.size + 1
      handles.set(number, value)
      const handle = Buffer.alloc(4)
      handle.writeUInt32BE(number)
      sftp.handle(id, handle)
    }
    const attributes = ({ mode, uid, gid, size, atimeMs, mtimeMs }: fs.Stats) => ({
      mode,
      uid,
      gid,
      size,
      atime: Math.floor(atimeMs / 1_000),
      mtime: Math.floor(mtimeMs / 1_000),
    })
    on('REALPATH', (id: number, name: string) => {
      const filename = path.posix.resolve('/', name)
      sftp.name(id, [{ filename, longname: filename, attrs: {} as never }])
    })
    on('STAT', (id: number, name: string) => sftp.attrs(id, attributes(fs.statSync(real(name)))))
    on('LSTAT', (id: number, name: string) => sftp.attrs(id, attributes(fs.lstatSync(real(name)))))
    on('FSTAT', (id: number, handle: Buffer) => sftp.attrs(id, attributes(fs.fstatSync(fileOf(handle) as number))))
    on('READLINK', (id: number, name: string) => {
      const filename = fs.readlinkSync(real(name))
      sftp.name(id, [{ filename, longname: filename, attrs: {} as never }])
    })
    on('OPEN', (id: number, name: string, flags: number, { mode }: Attributes) => {
      const isWrite = (flags & OPEN_MODE.WRITE) !== 0
      const how = !isWrite ? 'r' : (flags & OPEN_MODE.EXCL) !== 0 ? 'wx' : 'w'
      open(id, fs.openSync(real(name), how, mode))
    })
    on('READ', (id: number, handle: Buffer, offset: number, length: number) => {
      const bytes = Buffer.alloc(Math.min(length, 32_768))
      const count = fs.readSync(fileOf(handle) as number, bytes, 0, bytes.length, offset)
      if (count === 0) sftp.status(id, STATUS_CODE.EOF)
      else sftp.data(id, bytes.subarray(0, count))
    })
    on('WRITE', (id: number, handle: Buffer, offset: number, bytes: Buffer) => {
      fs.writeSync(fileOf(handle) as number, bytes, 0, bytes.length, offset)
      quietly(id)
    })
    on('CLOSE', (id: number, handle: Buffer) => {
      const file = fileOf(handle)
      if (typeof file === 'number') fs.closeSync(file)
      sftp.status(id, STATUS_CODE.OK)
    })
    on('OPENDIR', (id: number, name: string) => {
      open(id, { names: [...fs.readdirSync(real(name)), ...names], folder: real(name) })
    })
    on('READDIR', (id: number, handle: Buffer) => {
      const listing = fileOf(handle) as { names: string[] | undefined; folder: string }
      const found = listing.names
      listing.names = undefined
      if (!found) return sftp.status(id, STATUS_CODE.EOF)
      const attrsOf = (name: string) =>
        names.includes(name) ? ({ mode: 0o100644 } as never) : attributes(fs.lstatSync(path.join(listing.folder, name)))
      sftp.name(
        id,
        found.map((filename) => ({ filename, longname: filename, attrs: attrsOf(filename) })),
      )
    })
    const rename = (id: number, from: string, to: string) => {
      if (fs.existsSync(real(to))) return sftp.status(id, STATUS_CODE.FAILURE)
      fs.renameSync(real(from), real(to))
      quietly(id)
    }
    on('RENAME', rename)
    on('EXTENDED', (id: number, name: string) =>
      sftp.status(id, name === 'posix-rename@openssh.com' ? STATUS_CODE.FAILURE : STATUS_CODE.OP_UNSUPPORTED),
    )
    on('REMOVE', (id: number, name: string) => {
      fs.unlinkSync(real(name))
      quietly(id)
    })
    on('MKDIR', (id: number, name: string) => {
      fs.mkdirSync(real(name))
      quietly(id)
    })
    on('RMDIR', (id: number, name: string) => {
      fs.rmdirSync(real(name))
      quietly(id)
    })
    const change = (id: number, file: string | number, { mode, uid, gid }: Attributes) => {
      const of = typeof file === 'number' ? `/proc/self/fd/${file}` : file
      if (uid !== undefined && gid !== undefined) fs.chownSync(of, uid, gid)
      if (mode !== undefined) fs.chmodSync(of, mode)
      sftp.status(id, STATUS_CODE.OK)
    }
    on('SETSTAT', (id: number, name: string, given: Attributes) => change(id, real(name), given))
    on('FSETSTAT', (id: number, handle: Buffer, given: Attributes) => change(id, fileOf(handle) as number, given))
  }
}
