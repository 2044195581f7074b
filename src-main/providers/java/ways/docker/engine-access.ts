/**
 * Engine access: finds the Docker engine again for each use, because it may be restarted or moved, and keeps one SSH
 * connection where it is on another computer.
 */
import { javaAddressText, type SshLogin, sshLoginText } from '@contract/java-address.js'
import { Emitter } from '../../../../gateway/ports/emitter.js'
import type { Clock, Log } from '../../../../gateway/ports/runtime.js'
import { SftpFiles } from '../ssh/sftp-files.js'
import { SshConnection, type SshTarget } from '../ssh/ssh-connection.js'
import { DialledEngine } from './dialled-engine.js'
import { DockerEngine } from './engine.js'
import { type EngineEnvironment, engineAddressOf } from './engine-address.js'

export interface EngineAccessOptions extends EngineEnvironment {
  readonly clock: Clock
  readonly log: Log
  /** 0 up to 1. */
  readonly chance?: () => number
}

/** Where the engine is, and what signs in there over SSH. */
export interface EnginePlace extends Partial<Omit<SshTarget, 'address'>> {
  /** Absent for the engine that `DOCKER_HOST` or the local socket names. */
  readonly engine?: string | undefined
}

export class EngineAccess {
  readonly #place: EnginePlace
  readonly #options: EngineAccessOptions
  readonly #opened = new Emitter<unknown>()
  #ssh: { readonly login: SshLogin; readonly connection: SshConnection; readonly dialled: DialledEngine } | undefined

  constructor(place: EnginePlace, options: EngineAccessOptions) {
    this.#place = place
    this.#options = options
  }

  /** SSH connected, also again. */
  readonly onDidOpen = this.#opened.on

  /** `ssh://USER@HOST`, also where `DOCKER_HOST` says it; undefined for an engine that is reached otherwise. */
  get sshText(): string | undefined {
    return this.#ssh && sshLoginText(this.#ssh.login)
  }

  /** @throws GatewayError */
  async engine(): Promise<DockerEngine> {
    const at = await engineAddressOf(this.#place.engine, this.#options)
    const { clock } = this.#options
    if (!('ssh' in at.target)) return new DockerEngine(at, clock)
    this.#ssh ??= this.#connect(at.target.ssh)
    return new DockerEngine(at, clock, this.#ssh.dialled)
  }

  /** A folder of the computer with the engine, by SFTP; undefined without SSH. @throws GatewayError */
  async openFolder(folder: string): Promise<SftpFiles | undefined> {
    if (!this.#ssh) return undefined
    const { login, connection } = this.#ssh
    return SftpFiles.open({
      place: javaAddressText({ kind: 'ssh', ...login, folder }),
      folder,
      channel: async () => (await connection.opened()).files(),
      commands: { clock: this.#options.clock, run: async (command) => (await connection.opened()).run(command) },
    })
  }

  /** Connects now, instead of waiting. */
  reconnect(): void {
    this.#ssh?.connection.reconnect()
  }

  stop(): void {
    this.#ssh?.connection.stop()
    this.#ssh?.dialled.destroy()
  }

  #connect(address: SshLogin) {
    const { hostKey, keyFile, login } = this.#place
    const { clock, log, home, variables: environment, chance } = this.#options
    const connection = new SshConnection(
      { address, hostKey, keyFile, login },
      { clock, log, home, environment, hasFiles: false, ...(chance && { chance }) },
    )
    connection.onDidOpen((session) => this.#opened.emit(session))
    return { login: address, connection, dialled: new DialledEngine(connection, clock) }
  }
}
