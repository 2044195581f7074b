/**
 * Java program: a model of a Java server with a folder: it reads `server.properties` when it starts, writes it as the
 * game does, listens on its game port, and opens RCON with the model console when the file says so. It is not the game.
 */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import path from 'node:path'
import { propertyValues } from '../../../src-main/providers/java/setup/properties-edit.js'
import { ModelConsole } from './console/model-console.js'
import { MemoryWorld } from './console/model-world.js'
import { RconServer } from './rcon-server.js'

export interface JavaProgramOptions {
  readonly folder: string
  readonly version: string
  readonly gamePort: number
  readonly rconPort: number
}

export class JavaProgram {
  readonly world = new MemoryWorld()
  readonly console: ModelConsole
  readonly #options: JavaProgramOptions
  #game: Server | undefined
  #rcon: RconServer | undefined

  constructor(options: JavaProgramOptions) {
    this.#options = options
    this.console = new ModelConsole({ version: options.version, world: this.world })
    mkdirSync(path.join(options.folder, 'logs'), { recursive: true })
    writeFileSync(
      this.#file,
      [
        '#Minecraft server properties',
        `server-port=${options.gamePort}`,
        'enable-rcon=false',
        'rcon.password=',
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
    this.#game = createServer((socket) => socket.destroy())
    await new Promise<void>((resolve) => this.#game?.listen(this.#options.gamePort, '127.0.0.1', resolve))
    if (settings.get('enable-rcon') !== 'true' || !settings.get('rcon.password')) return
    this.#rcon = await RconServer.start({
      port: Number(settings.get('rcon.port')),
      password: settings.get('rcon.password') ?? '',
      run: async (command) => [await this.console.run(command)],
    })
    this.log('Done (3.2s)! For help, type "help"')
  }

  async stop(): Promise<void> {
    await this.#rcon?.stop()
    this.#rcon = undefined
    const game = this.#game
    this.#game = undefined
    if (game) await new Promise((resolve) => game.close(resolve))
  }

  /** A line of `logs/latest.log`. */
  log(text: string): void {
    appendFileSync(path.join(this.#options.folder, 'logs', 'latest.log'), `[12:00:00] [Server thread/INFO]: ${text}\n`)
  }
}
