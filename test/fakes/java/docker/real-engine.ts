/**
 * Real engine: a Docker engine of its own for a test, below a temporary folder, with an image that wraps the container
 * server. It needs root, Debian's docker.io, and a system that lets it start containers.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { findOnPath } from '../../../../scripts/machine.mjs'

const image = 'itzg/minecraft-server:latest'
const here = path.dirname(fileURLToPath(import.meta.url))
const run = promisify(execFile)
const pollMs = 100
const readyMs = 60_000

export class RealEngine {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'docker-'))
  readonly socket = path.join(this.folder, 'engine.sock')
  #daemon: ChildProcess | undefined

  /** An engine with the image, or why there is none here. */
  static async prepare(): Promise<RealEngine | string> {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs root on Linux'
    const missing = ['dockerd', 'docker', 'tar', 'ldd', 'find'].filter((program) => findOnPath(program) === undefined)
    if (missing.length > 0) return `not installed: ${missing.join(', ')}`
    const engine = new RealEngine()
    const isUp = await engine.start().then(
      () => true,
      () => false,
    )
    if (isUp) await engine.importImage()
    const trial = ['run', '--rm', '--network', 'host', image, process.execPath, '--version']
    const problem = isUp ? await engine.docker(...trial).then(() => undefined, lastLine) : engine.#lastLog()
    if (problem === undefined) return engine
    await engine.remove()
    return problem
  }

  async start(): Promise<void> {
    for (const driver of ['overlay2', 'vfs']) {
      if (await this.#starts(driver)) return
    }
    throw new Error(`dockerd does not start: ${this.#lastLog()}`)
  }

  #lastLog(): string {
    return lastLine(readFileSync(path.join(this.folder, 'log'), 'utf8'))
  }

  /** Ends the engine and its containers. */
  async stop(): Promise<void> {
    const daemon = this.#daemon
    this.#daemon = undefined
    if (!daemon || daemon.exitCode !== null) return
    const ended = new Promise((resolve) => daemon.once('exit', resolve))
    daemon.kill('SIGTERM')
    await ended
  }

  async remove(): Promise<void> {
    await this.docker('rm', '-f', ...(await this.docker('ps', '-aq')).split('\n').filter((id) => id !== '')).catch(
      () => '',
    )
    await this.stop()
    for (const [, place] of readFileSync('/proc/mounts', 'utf8').matchAll(/^\S+ (\S+)/gmu)) {
      if (place?.startsWith(`${this.folder}/`)) execFileSync('umount', ['-l', place])
    }
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** Runs the docker command. */
  async docker(...args: readonly string[]): Promise<string> {
    const { stdout } = await run('docker', ['-H', `unix://${this.socket}`, ...args], {
      env: { ...process.env, DOCKER_HOST: '' },
    })
    return stdout.trim()
  }

  /** @param rconCli a program to use instead of the model */
  async importImage(rconCli = process.env.GATEHOUSE_RCON_CLI): Promise<void> {
    const stage = path.join(this.folder, 'stage')
    const programs = path.join(stage, 'usr', 'local', 'bin')
    mkdirSync(programs, { recursive: true })
    mkdirSync(path.join(stage, 'data'))
    for (const name of ['container-server', 'rcon-cli']) {
      const outfile = path.join(programs, name)
      const banner = { js: `#!${process.execPath}` }
      await build({
        entryPoints: [path.join(here, `${name}.ts`)],
        bundle: true,
        platform: 'node',
        format: 'cjs',
        outfile,
        banner,
      })
      chmodSync(outfile, 0o755)
    }
    if (rconCli) execFileSync('cp', [rconCli, path.join(programs, 'rcon-cli')])
    const needed = [process.execPath, findOnPath('find') ?? '', findOnPath('sleep') ?? '']
    const files = [...new Set([...needed, ...needed.flatMap(librariesOf)])].map((file) => file.slice(1))
    const archive = path.join(this.folder, 'image.tar')
    execFileSync('tar', ['-chf', archive, '-C', '/', ...files, '-C', stage, 'usr', 'data'])
    const changes = [
      'ENV PATH=/usr/local/bin:/usr/bin:/bin',
      'EXPOSE 25565',
      'WORKDIR /data',
      'CMD ["container-server"]',
    ]
    await this.docker('import', ...changes.flatMap((change) => ['--change', change]), archive, image)
    rmSync(archive)
  }

  /** Creates and starts a container. */
  async container(name: string, rconPort: number, ...options: readonly string[]): Promise<void> {
    const shared = ['--network', 'host', '-e', `RCON_PORT=${rconPort}`, '-e', `NAME=${name}`]
    await this.docker('run', '-d', '--name', name, ...shared, ...options, image)
  }

  async #starts(driver: string): Promise<boolean> {
    const at = (name: string) => path.join(this.folder, name)
    const log = openSync(at('log'), 'a')
    const state = [
      '--data-root',
      at('data'),
      '--exec-root',
      at('exec'),
      '--pidfile',
      at('pid'),
      '-H',
      `unix://${this.socket}`,
    ]
    const network = ['--bridge=none', '--iptables=false', `--storage-driver=${driver}`]
    const daemon = spawn('dockerd', [...network, ...state], { stdio: ['ignore', log, log] })
    this.#daemon = daemon
    const failed = new Promise<false>((resolve) => {
      daemon.once('exit', () => resolve(false))
      daemon.once('error', () => resolve(false))
    })
    const ready = async () => {
      for (const end = Date.now() + readyMs; Date.now() < end && daemon.exitCode === null; ) {
        if (
          existsSync(this.socket) &&
          (await this.docker('version').then(
            () => true,
            () => false,
          ))
        )
          return true
        await new Promise((resolve) => setTimeout(resolve, pollMs))
      }
      return false
    }
    return Promise.race([failed, ready()])
  }
}

const lastLine = (text: unknown): string => String(text).trim().split('\n').at(-1) ?? ''

/** The shared libraries of a program, as absolute paths. */
function librariesOf(program: string): readonly string[] {
  const listed = execFileSync('ldd', [program], { encoding: 'utf8' })
  return [...listed.matchAll(/(\/\S+) \(0x/gu)].map(([, file]) => file ?? '')
}
