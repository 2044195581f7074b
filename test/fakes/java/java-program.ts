/**
 * Java program: a model of a Java server with a folder: it reads `server.properties` when it starts, writes it as the
 * game does, locks `session.lock` of its world while it runs (on Linux), listens on its game port, and opens RCON with
 * the model console when the file says so. It is not the game.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { propertyValues } from '../../../src-main/providers/java/setup/properties-edit.js'
import { ModelConsole } from './console/model-console.js'
import { type ConsoleWorld, MemoryWorld } from './console/model-world.js'
import { RconServer } from './rcon-server.js'
import { statusServer, type TcpModel } from './status-server.js'

export interface JavaProgramOptions {
  readonly folder: string
  readonly version: string
  readonly gamePort: number
  readonly rconPort: number
  /** RCON is on from the start, with this password. */
  readonly rconPassword?: string
  /** A world in memory where none is given. */
  readonly world?: ConsoleWorld
  /** Console over the model, for example one whose blocks are in region files. */
  readonly consoleOver?: (model: ModelConsole) => (command: string) => Promise<readonly string[]>
}

export class JavaProgram {
  readonly world: ConsoleWorld
  readonly console: ModelConsole
  readonly #run: (command: string) => Promise<readonly string[]>
  readonly #options: JavaProgramOptions
  #game: TcpModel | undefined
  #rcon: RconServer | undefined
  #lock: ChildProcess | undefined

  constructor(options: JavaProgramOptions) {
    this.#options = options
    this.world = options.world ?? new MemoryWorld()
    const model = new ModelConsole({ version: options.version, world: this.world })
    this.console = model
    this.#run = options.consoleOver?.(model) ?? (async (command) => [await model.run(command)])
    mkdirSync(path.join(options.folder, 'logs'), { recursive: true })
    writeFileSync(
      this.#file,
      [
        '#Minecraft server properties',
        `server-port=${options.gamePort}`,
        `enable-rcon=${options.rconPassword !== undefined}`,
        `rcon.password=${options.rconPassword ?? ''}`,
        `rcon.port=${options.rconPort}`,
        'motd=A Minecraft Server',
        '',
      ].join('\n'),
    )
  }

  get #file(): string {
    return path.join(this.#options.folder, 'server.properties')
  }

  async start(): Promise<void> {
    const settings = propertyValues(readFileSync(this.#file))
    // The game writes the file when it starts: comments and order go.
    writeFileSync(this.#file, [...settings].map(([key, value]) => `${key}=${value}\n`).join(''))
    this.#game = await statusServer(() => this.#listing(), { port: this.#options.gamePort })
    await this.#lockWorld()
    this.log(`Starting minecraft server version ${this.#options.version}`)
    this.log('Done (3.2s)! For help, type "help"')
    if (settings.get('enable-rcon') !== 'true' || !settings.get('rcon.password')) return
    this.#rcon = await RconServer.start({
      port: Number(settings.get('rcon.port')),
      password: settings.get('rcon.password') ?? '',
      run: this.#run,
    })
  }

  async stop(): Promise<void> {
    await this.#rcon?.stop()
    this.#rcon = undefined
    await this.#game?.stop()
    this.#game = undefined
    const lock = this.#lock
    this.#lock = undefined
    if (!lock || lock.exitCode !== null) return
    const ended = once(lock, 'exit')
    lock.stdin?.end('\n')
    await ended
  }

  /** By a process of its own: Node cannot lock a file. */
  async #lockWorld(): Promise<void> {
    if (process.platform !== 'linux') return
    const file = path.join(this.#options.folder, 'world', 'session.lock')
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, '\u2603')
    const lock = spawn('flock', [file, '-c', 'echo held; read -r line'], { stdio: ['pipe', 'pipe', 'ignore'] })
    this.#lock = lock
    await Promise.race([once(lock.stdout as NodeJS.ReadableStream, 'data'), once(lock, 'exit')])
  }

  /** What the server list shows. */
  async #listing() {
    const players = await this.world.players()
    const sample = players.map(({ name, uuid }) => ({ name, id: uuid }))
    return {
      version: { name: this.#options.version, protocol: 769 },
      players: { online: players.length, max: this.world.maxPlayers, sample },
      description: 'A Minecraft Server',
    }
  }

  /** A line of `logs/latest.log`. */
  log(text: string, thread = 'Server thread'): void {
    appendFileSync(path.join(this.#options.folder, 'logs', 'latest.log'), `[12:00:00] [${thread}/INFO]: ${text}\n`)
  }
}
