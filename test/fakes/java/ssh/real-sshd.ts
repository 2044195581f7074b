/**
 * Real sshd: OpenSSH's server on a free port of this computer, with keys of its own, as the user who runs the tests.
 *
 * Where it is missing or cannot run, `sshdMissing` says why.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

const program = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin']
  .map((folder) => path.join(folder, 'sshd'))
  .find((file) => path.isAbsolute(file) && existsSync(file))

/** Undefined when sshd can run here. */
export function sshdMissing(): string | undefined {
  if (!program) return 'there is no sshd; on Debian install openssh-server'
  // As root it wants this folder, which the service makes elsewhere.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 })
  const { status, stderr } = spawnSync(program, ['-T', '-f', '/dev/null', '-h', '/dev/null'], { encoding: 'utf8' })
  // Without a key it can only complain about that.
  if (status === 0 || /no hostkeys|host key/iu.test(stderr)) return undefined
  return stderr.trim().split('\n').at(-1) || 'sshd does not start'
}

export interface SshdOptions {
  /** More lines of its configuration. */
  readonly settings?: readonly string[]
}

export class Sshd {
  /** Holds the keys; `home/.ssh` is that of a client. */
  readonly folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'gatehouse-sshd-')))
  readonly user = os.userInfo().username
  readonly keyFile = path.join(this.folder, 'client')
  /** Has no files of SSH. */
  readonly home = path.join(this.folder, 'home')
  port = 0
  #child: ChildProcess | undefined
  readonly #options: SshdOptions

  constructor(options: SshdOptions = {}) {
    this.#options = options
    this.#makeKey(this.keyFile)
    this.changeHostKey()
    writeFileSync(path.join(this.folder, 'authorized_keys'), this.publicKey(this.keyFile))
  }

  static async start(options: SshdOptions = {}): Promise<Sshd> {
    const sshd = new Sshd(options)
    sshd.port = await freePort()
    await sshd.restart()
    return sshd
  }

  /** `SHA256:…` as `ssh-keygen` shows it. */
  get fingerprint(): string {
    const shown = execFileSync('ssh-keygen', ['-l', '-f', path.join(this.folder, 'host.pub')], { encoding: 'utf8' })
    return shown.split(' ')[1] ?? ''
  }

  /** A line of `known_hosts`. */
  get knownHost(): string {
    return `[127.0.0.1]:${this.port} ${this.publicKey(path.join(this.folder, 'host'))}`
  }

  changeHostKey(): void {
    for (const file of ['host', 'host.pub']) rmSync(path.join(this.folder, file), { force: true })
    this.#makeKey(path.join(this.folder, 'host'))
  }

  publicKey(file: string): string {
    return execFileSync('ssh-keygen', ['-y', '-P', '', '-f', file], { encoding: 'utf8' })
  }

  /** Also drops every connection. */
  async restart(): Promise<void> {
    await this.#end()
    const config = path.join(this.folder, 'sshd_config')
    writeFileSync(config, [...this.#configuration(), ...(this.#options.settings ?? [])].join('\n'))
    const child = spawn(program ?? 'sshd', ['-D', '-e', '-f', config], { stdio: ['ignore', 'ignore', 'pipe'] })
    this.#child = child
    const said: string[] = []
    // Read to the end: sshd waits for a reader of its log.
    const lines = createInterface({ input: child.stderr })
    await new Promise<void>((resolve, reject) => {
      lines.on('line', (line) => {
        said.push(line)
        if (line.includes('Server listening')) resolve()
      })
      lines.once('close', () => reject(new Error(`sshd did not start: ${said.slice(-8).join('; ')}`)))
    })
  }

  async stop(): Promise<void> {
    await this.#end()
    rmSync(this.folder, { recursive: true, force: true })
  }

  async #end(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  #configuration(): readonly string[] {
    return [
      `Port ${this.port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${path.join(this.folder, 'host')}`,
      `AuthorizedKeysFile ${path.join(this.folder, 'authorized_keys')}`,
      'PidFile none',
      'StrictModes no',
      'UsePAM no',
      'PermitRootLogin yes',
      'PasswordAuthentication no',
      'KbdInteractiveAuthentication no',
      'Subsystem sftp internal-sftp',
      'MaxStartups 100',
      'LogLevel INFO',
    ]
  }

  #makeKey(file: string): void {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'test', '-f', file])
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
