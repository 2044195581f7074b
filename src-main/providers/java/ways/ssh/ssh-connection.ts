/** SSH connection: keeps one connection to a computer, for the files, tunnels and commands of one server. */
import { GatewayError } from '@contract/gateway-error.js'
import type { JavaAddress, SshLogin } from '@contract/java-address.js'
import type { Clock, Log } from '../../../../gateway/ports/runtime.js'
import { type ResolveHost, resolveHost } from '../../../../network/checked-host.js'
import { ReconnectingConnection, type SessionProblem } from '../../reconnecting-connection.js'
import { readKnownHosts } from './known-hosts.js'
import { type SignInPlace, signInOf } from './sign-in.js'
import { SshUnavailable } from './ssh-failure.js'
import { SshSession } from './ssh-session.js'

export type SshAddress = Extract<JavaAddress, { readonly kind: 'ssh' | 'sftp' }>

export interface SshTarget {
  readonly address: SshLogin
  /** `SHA256:…` of the host key that a person trusted. */
  readonly hostKey: string | undefined
  /** Absolute path of the private key. */
  readonly keyFile: string | undefined
  /** Password, or with a key file its passphrase. */
  readonly login: string | undefined
}

export interface SshDependencies extends SignInPlace {
  readonly clock: Clock
  readonly log: Log
  /** 0 up to 1. */
  readonly chance?: (() => number) | undefined
  readonly resolve?: ResolveHost
  /** False where only commands run, so that no SFTP is needed. */
  readonly hasFiles?: boolean
  /** Milliseconds between two questions whether the other side is still there. */
  readonly keepAliveMs?: number
}

export class SshConnection extends ReconnectingConnection<SshSession> {
  readonly #target: SshTarget
  readonly #deps: SshDependencies
  #isStopped = false
  #wasOpen = false

  constructor(target: SshTarget, deps: SshDependencies) {
    super(deps)
    this.#target = target
    this.#deps = deps
    const { log } = deps
    const { host, port } = target.address
    this.onDidChangeState((state) => {
      if (state.kind === 'online') {
        this.#wasOpen = true
        log.info('SSH connected', { host, port })
      }
      if (state.kind === 'offline') log.warn('SSH is not connected', { host, port, code: state.problem.code })
    })
  }

  override start(): void {
    this.#isStopped = false
    super.start()
  }

  /** Connects now, instead of waiting, unless it is connected. */
  override reconnect(): void {
    if (!this.session) super.reconnect()
  }

  override stop(): void {
    this.#isStopped = true
    super.stop()
  }

  /** The open session; waits while it is being opened, which has time limits. @throws GatewayError */
  opened(): Promise<SshSession> {
    if (!this.#isStopped) super.start()
    return new Promise((resolve, reject) => {
      const look = () => {
        const { session, problem, state } = this
        if (session) settle(() => resolve(session))
        else if (state.kind === 'offline' || state.kind === 'stopped')
          settle(() => reject(problem ?? new SshUnavailable('lost')))
      }
      const stops = [this.onDidOpen(() => look()), this.onDidChangeState(() => look())]
      const settle = (report: () => void) => {
        for (const stop of stops) stop()
        report()
      }
      look()
    })
  }

  protected override explain(thrown: unknown): SessionProblem {
    if (thrown instanceof SshUnavailable) return { error: thrown, retry: thrown.retry }
    // A host key that is not trusted: only a person can decide.
    if (thrown instanceof GatewayError) return { error: thrown, retry: 'never' }
    return { error: new SshUnavailable('lost', { cause: thrown }), retry: 'growing' }
  }

  protected override async open(signal: AbortSignal): Promise<SshSession> {
    const { address, hostKey: pinned, keyFile, login } = this.#target
    const { clock, resolve = resolveHost, home, hasFiles = true, keepAliveMs } = this.#deps
    const { user, host, port } = address
    const [addresses, known, signIn] = await Promise.all([
      resolve(host).catch((cause: unknown) => {
        throw new SshUnavailable('unknown-host', { cause })
      }),
      readKnownHosts(home),
      signInOf({ user, ...(keyFile !== undefined && { keyFile }), ...(login !== undefined && { login }) }, this.#deps),
    ])
    const trust = { known, ...(pinned !== undefined && { pinned }) }
    const endpoint = {
      host,
      port,
      user,
      addresses,
      trust,
      signIn,
      hasFiles,
      ...(keepAliveMs !== undefined && { keepAliveMs }),
    }
    return SshSession.open(endpoint, clock, signal).catch((error: unknown) => {
      const isSilent =
        error instanceof SshUnavailable && error.problem === 'not-ssh' && error.details?.says === undefined
      // A way that swallows everything is no other program at the port.
      throw isSilent && this.#wasOpen ? new SshUnavailable('no-answer', { cause: error }) : error
    })
  }
}
