/**
 * SSH session: one signed-in connection, with an SFTP channel where it has files; tunnels and fixed commands beside it.
 *
 * Nothing secret is sent before the host key is trusted. Every step has a time limit of its own, because some servers
 * simply do not answer: those of panels serve one channel at a time, so no second one is opened there.
 */
import type { LookupAddress } from 'node:dns'
import type { Duplex } from 'node:stream'
import type { GatewayError } from '@contract/gateway-error.js'
import type { Client, ClientChannel } from 'ssh2'
import type { Clock } from '../../../../gateway/ports/runtime.js'
import { RconUnavailable } from '../../rcon/rcon-failure.js'
import { Session } from '../../session.js'
import { connectedSocket } from '../../socket-connection.js'
import { type HostTrust, hostKeyAlgorithms, objectionToKey } from './host-key.js'
import type { HostPlace } from './known-hosts.js'
import { SftpChannel } from './sftp-channel.js'
import type { SignIn } from './sign-in.js'
import { SshUnavailable, sshProblemOf } from './ssh-failure.js'

export interface SshEndpoint extends HostPlace {
  readonly user: string
  /** Verified addresses of the host. */
  readonly addresses: readonly LookupAddress[]
  readonly trust: HostTrust
  readonly signIn: SignIn
  /** Without them an SFTP channel is opened when it is needed. */
  readonly hasFiles: boolean
  /** Milliseconds between two questions whether the other side is still there; after three without an answer it is gone. */
  readonly keepAliveMs?: number
}

const connectTimeoutMs = 10_000
/** From the first byte until the user is signed in. */
const signInTimeoutMs = 30_000
const channelTimeoutMs = 15_000
/** A slow link may be busy with files for some seconds before it answers. */
const usualKeepAliveMs = 10_000
const maxUnanswered = 3

export class SshSession extends Session {
  readonly #client: Client
  readonly #clock: Clock
  #files: Promise<SftpChannel> | undefined
  #endFiles: (error: Error) => void = () => {}

  /** @param peer address of the other computer */
  private constructor(
    client: Client,
    clock: Clock,
    readonly peer: string | undefined,
  ) {
    super()
    this.#client = client
    this.#clock = clock
    client.on('error', (error) => this.end(new SshUnavailable(sshProblemOf(error), { cause: error })))
    client.on('close', () => this.end(new SshUnavailable('lost')))
  }

  /** @param signal ends the session when it aborts @throws GatewayError */
  static async open(endpoint: SshEndpoint, clock: Clock, signal: AbortSignal): Promise<SshSession> {
    const { client, peer } = await signedIn(endpoint, clock, signal)
    const session = new SshSession(client, clock, peer)
    session.endOn(signal)
    try {
      if (endpoint.hasFiles) await session.files()
      return session
    } catch (error) {
      session.close()
      throw error
    }
  }

  /** The SFTP channel, opened once. @throws GatewayError */
  files(): Promise<SftpChannel> {
    const opened = this.#files ?? this.#openFiles()
    this.#files = opened
    // The next use tries again.
    opened.catch(() => {
      this.#files = undefined
    })
    return opened
  }

  /** A connection to a port of the other computer. @throws RconUnavailable, SshUnavailable */
  async dial(host: string, port: number): Promise<Duplex> {
    try {
      return await this.#channel<ClientChannel>((done) => this.#client.forwardOut('127.0.0.1', 0, host, port, done))
    } catch (error) {
      // RFC 4254: 1 is administratively prohibited, 2 is connect failed.
      const { reason } = error as { reason?: unknown }
      const isSilent = error instanceof SshUnavailable && error.problem === 'no-answer'
      // The connection itself is well: its files answer.
      if (isSilent && this.isOpen) throw new SshUnavailable('one-channel', { cause: error })
      if (reason === 2) throw new RconUnavailable('refused', { cause: error })
      throw reason === undefined ? error : new SshUnavailable('no-tunnel', { cause: error })
    }
  }

  /** Runs a command that is fixed in this program. @param onComplaint takes what it complains about: untrusted */
  async run(command: string, onComplaint?: (text: string) => void): Promise<Duplex> {
    const channel = await this.#channel<ClientChannel>((done) => this.#client.exec(command, done))
    channel.stderr.on('data', (piece: Buffer) => onComplaint?.(piece.toString('utf8')))
    return channel
  }

  async #openFiles(): Promise<SftpChannel> {
    const sftp = await this.#channel<Parameters<Parameters<Client['sftp']>[0]>[1]>((done) => this.#client.sftp(done))
      // A refused subsystem; a lost connection has ended the session.
      .catch((cause: unknown) => {
        throw cause instanceof SshUnavailable ? cause : new SshUnavailable('no-sftp', { cause })
      })
    const files = new SftpChannel(sftp, this.#clock, (error) => this.end(error))
    this.#endFiles = (error) => files.end(error)
    sftp.on('error', (error: Error) => this.end(new SshUnavailable('no-sftp', { cause: error })))
    sftp.on('close', () => this.end(new SshUnavailable('lost')))
    return files
  }

  /** A channel that comes too late is closed. */
  #channel<Channel extends { end(): unknown }>(
    open: (done: (error: Error | undefined, channel: Channel) => void) => void,
  ): Promise<Channel> {
    return new Promise((resolve, reject) => {
      if (this.endReason) return reject(this.endReason)
      let isLate = false
      const stop = this.#clock.after(channelTimeoutMs, () => {
        isLate = true
        reject(new SshUnavailable('no-answer'))
      })
      const done = (error: Error | undefined, channel: Channel) => {
        stop()
        if (isLate) channel?.end()
        else if (error) reject(this.endReason ?? error)
        else resolve(channel)
      }
      try {
        open(done)
      } catch (error) {
        done(error as Error, undefined as never)
      }
    })
  }

  protected override closed(): Error {
    return new SshUnavailable('lost')
  }

  protected override release(error: Error): void {
    this.#client.destroy()
    this.#endFiles(error)
  }
}

/** @throws GatewayError */
async function signedIn(
  endpoint: SshEndpoint,
  clock: Clock,
  signal: AbortSignal,
): Promise<{ readonly client: Client; readonly peer: string | undefined }> {
  const { host, port, user: username, trust, signIn, keepAliveMs = usualKeepAliveMs } = endpoint
  const sock = await connectedSocket(endpoint, { clock, timeoutMs: connectTimeoutMs, signal }).catch((cause) => {
    throw new SshUnavailable(sshProblemOf(cause), { cause })
  })
  sock.setNoDelay(true)
  // CommonJS: the built program has its parts only there.
  const { default: ssh } = await import('ssh2')
  const client = new ssh.Client()
  return new Promise((resolve, reject) => {
    let objection: GatewayError | undefined
    let isTrusted = false
    const settle = (report: () => void) => {
      stop()
      signal.removeEventListener('abort', abort)
      client.removeAllListeners()
      // An error after the end must not crash the program.
      client.on('error', () => {})
      report()
    }
    const fail = (error: GatewayError) =>
      settle(() => {
        client.destroy()
        sock.destroy()
        reject(error)
      })
    const abort = () => fail(new SshUnavailable('lost'))
    const refused = () => fail(signIn.refusal())
    const stop = clock.after(signInTimeoutMs, () => fail(new SshUnavailable(isTrusted ? 'no-answer' : 'not-ssh')))
    signal.addEventListener('abort', abort, { once: true })
    client.on('error', (error) => {
      const { level } = error as { level?: string }
      // The next method is tried.
      if (level === 'agent') return
      if (objection) fail(objection)
      else if (isTrusted) refused()
      else fail(new SshUnavailable('not-ssh', { details: { says: error.message.slice(0, 256) }, cause: error }))
    })
    client.once('close', () => (isTrusted ? refused() : fail(objection ?? new SshUnavailable('not-ssh'))))
    client.once('ready', () => settle(() => resolve({ client, peer: sock.remoteAddress })))
    client.connect({
      sock,
      username,
      readyTimeout: 0,
      keepaliveInterval: keepAliveMs,
      keepaliveCountMax: maxUnanswered,
      algorithms: { serverHostKey: hostKeyAlgorithms({ host, port }, trust) },
      hostVerifier: (key: Buffer) => {
        objection = objectionToKey(key, { host, port }, trust)
        isTrusted = objection === undefined
        return isTrusted
      },
      authHandler: signIn.handler(refused),
    })
    if (signal.aborted) abort()
  })
}
