/**
 * Dialled engine: the way to a Docker engine through a computer with SSH.
 *
 * Only one command runs there, which is fixed here. A few channels are open at once, because SSH servers allow about
 * ten, and each is used again: the command takes longer to start than most requests.
 */
import { Agent } from 'node:http'
import { Duplex } from 'node:stream'
import { GatewayError } from '@contract/gateway-error.js'
import type { Clock } from '../../../../gateway/ports/runtime.js'
import type { SshConnection } from '../ssh/ssh-connection.js'
import { DockerUnavailable } from './docker-failure.js'

const command = 'docker system dial-stdio'
/** Characters of what the command complains about. */
const maxComplaint = 500
/** The log and the events take one each for ever. Beside these the files take two more of what SSH servers allow. */
const maxChannels = 6
const maxIdle = 3
/** A channel that was closed counts until its command has ended. */
const attempts = 5
const retryMs = 500

export class DialledEngine extends Agent {
  readonly #ssh: Pick<SshConnection, 'opened'>
  readonly #clock: Clock

  constructor(ssh: Pick<SshConnection, 'opened'>, clock: Clock) {
    super({ keepAlive: true, maxSockets: maxChannels, maxFreeSockets: maxIdle })
    this.#ssh = ssh
    this.#clock = clock
  }

  /** Waits for SSH, which has time limits of its own. @throws GatewayError */
  async ready(): Promise<void> {
    await this.#ssh.opened()
  }

  override createConnection(): Duplex {
    return new ChannelSocket((onComplaint) => this.#open(onComplaint))
  }

  /** Read also while it waits: its end must be seen. */
  override keepSocketAlive(socket: Duplex): boolean {
    socket.resume()
    return true
  }

  override reuseSocket(): void {}

  async #open(onComplaint: (text: string) => void): Promise<Duplex> {
    for (let attempt = 1; ; attempt++) {
      const session = await this.#ssh.opened()
      try {
        return await session.run(command, onComplaint)
      } catch (error) {
        if (error instanceof GatewayError) throw error
        if (attempt === attempts) throw silent(`${(error as Error).message}`)
      }
      await new Promise<void>((resolve) => this.#clock.after(retryMs, resolve))
    }
  }
}

const silent = (text: string) => new DockerUnavailable('engine-over-ssh', { text: text.trim() })

/** Ends at once when it is destroyed: the channel itself ends only when the other computer agrees. */
class ChannelSocket extends Duplex {
  readonly #open: (onComplaint: (text: string) => void) => Promise<Duplex>
  #channel: Duplex | undefined
  #complaint = ''
  #hasAnswered = false
  #isAtEnd = false

  constructor(open: (onComplaint: (text: string) => void) => Promise<Duplex>) {
    super({ allowHalfOpen: false })
    this.#open = open
  }

  override _construct(done: (error?: Error | null) => void): void {
    const onComplaint = (text: string) => {
      this.#complaint = (this.#complaint + text).slice(0, maxComplaint)
    }
    this.#open(onComplaint).then((channel) => {
      this.#channel = channel
      channel.on('data', (piece: Buffer) => {
        this.#hasAnswered = true
        if (!this.push(piece)) channel.pause()
      })
      channel.on('end', () => {
        this.#isAtEnd = this.#hasAnswered
        if (this.#isAtEnd && !this.destroyed) this.push(null)
      })
      channel.on('error', (error) => this.destroy(error))
      channel.on('close', () => {
        if (!this.#hasAnswered) this.destroy(silent(this.#complaint))
        else if (!this.#isAtEnd) this.destroy(new DockerUnavailable('engine-lost'))
      })
      done()
    }, done)
  }

  override _read(): void {
    this.#channel?.resume()
  }

  override _write(piece: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#channel?.write(piece, done)
  }

  override _final(done: () => void): void {
    this.#channel?.end()
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#channel?.destroy()
    done(error)
  }
}
