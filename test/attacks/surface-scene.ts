/**
 * Surface scene: the built headless program with its newer interfaces enabled as a user enables them: Bedrock games, AI in
 * chat, other MCP services, XiaoZhi and the overlay. Each is connected to a hostile program.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { type OverlayAppearance, overlayTopics } from '@shared/features/overlay.js'
import { defaultSettings } from '@shared/program/settings.js'
import { settingsFile } from '../../src-main/storage/profile.js'
import { singleKeyIn } from '../../src-main/storage/single-key.js'
import { StateDatabase } from '../../src-main/storage/state-database.js'
import { ModelGame, type ModelGameOptions } from '../fakes/bedrock/model-game.js'
import { ModelServer } from '../fakes/chat/model-server.js'
import { temporaryProfile } from '../fakes/headless-program.js'
import { freePort } from '../fixtures/free-port.mjs'
import { until } from '../fixtures/until.js'
import { AttackScene, type Reply, type SceneDependencies } from './attack-scene.js'
import { type EndpointCall, HostileEndpoint } from './hostile-endpoint.js'

export const bedrockKey = 'K7QM2XPA'
export const overlayKey = 'the-key-of-the-overlay-page'

interface Surfaces {
  readonly bedrockPort: number
  readonly overlayPort: number
  readonly model: ModelServer
  readonly endpoint: HostileEndpoint
  readonly servicesFile: string
}

type Line = AttackScene['lines'][number]

let lastAddress = 256
/** A loopback address that was not used before: each has its own connection rate. */
export function nextAddress(): string {
  lastAddress += 1
  return `127.${100 + ((lastAddress >> 16) & 15)}.${(lastAddress >> 8) & 255}.${1 + (lastAddress & 127)}`
}

export class SurfaceScene extends AttackScene {
  readonly surfaces: Surfaces
  #players = 0
  #endpoints = 0
  readonly #services = new Map<string, object>()

  private constructor(parts: SceneDependencies, surfaces: Surfaces) {
    super(parts)
    this.surfaces = surfaces
  }

  static override async open(): Promise<SurfaceScene> {
    const [profile, model, endpoint, overlayPort] = await Promise.all([
      temporaryProfile(),
      new ModelServer().start(),
      HostileEndpoint.start(),
      freePort(),
    ])
    const look: OverlayAppearance = { ...defaultSettings.overlay.look, shows: [...overlayTopics] }
    const overlay = { ...defaultSettings.overlay, enabled: true, port: overlayPort, look }
    // Everyone has the admin role, and nothing costs anything.
    const chat = {
      ...defaultSettings.chat,
      roles: { loggedIn: 'admin', others: 'admin' },
      prices: { input: 0, output: 0 },
    }
    writeFileSync(path.join(profile, settingsFile), JSON.stringify({ ...defaultSettings, overlay, chat }))
    const state = StateDatabase.open(profile)
    singleKeyIn(state, 'overlay_key').store(overlayKey)
    state.close()
    const servicesFile = path.join(profile, 'services-of-the-attack.json')
    writeFileSync(servicesFile, JSON.stringify({ services: {} }))
    const options = [
      ...['--bedrock-port', '0', '--bedrock-key', bedrockKey, '--services', servicesFile],
      ...['--chat-base-url', model.baseUrl, '--chat-model', 'fake', '--chat-players', 'all'],
    ]
    const built = (folder: string): void => writeOverlayPage(path.join(folder, 'overlay'))
    const parts = await AttackScene.start({ agents: 0, options, built, profile })
    const listening = ({ event, state }: Line): boolean => event === 'bedrock' && state === 'listening'
    await until(() => parts.lines.some(listening))
    const end = async (): Promise<void> => {
      await parts.end()
      await Promise.all([model.stop(), endpoint.stop()])
    }
    const bedrockPort = Number(parts.lines.find(listening)?.port)
    const scene = new SurfaceScene({ ...parts, end }, { bedrockPort, overlayPort, model, endpoint, servicesFile })
    await scene.#warmUp()
    return scene
  }

  /** Compilation at first use must not count as a cost of an attack. */
  async #warmUp(): Promise<void> {
    const game = await this.acceptedGame()
    game.say(game.world.players[0] ?? '', '@ai hello')
    await until(() => game.shown.some(({ text }) => text.includes('Hello!')))
    await this.invoke('player.list', {}, `Bedrock · ${game.world.players[0]}`)
    const device = await this.dialled()
    await device.request('tools/list')
    await device.call('world_time_get', { worldName: 'world' })
    await device.call('world_time_set', { worldName: 'world', time: 1 })
    await until(() => device.received.length >= 4)
    await this.clear()
  }

  /** A command of the owner on standard input. */
  order(order: object): void {
    this.program.child.stdin?.write(`${JSON.stringify(order)}\n`)
  }

  /** The first line of the program, from `after` on. */
  async said(matches: (line: Line) => boolean, after = 0): Promise<Line> {
    let found: Line | undefined
    await until(() => {
      found = this.lines.slice(after).find(matches)
      return found !== undefined
    })
    return found ?? {}
  }

  /** A game that waits for acceptance, from a separate address. */
  async game(options: Partial<ModelGameOptions> = {}): Promise<ModelGame> {
    const given = { port: this.surfaces.bedrockPort, from: nextAddress(), encrypts: 'refuses' as const, ...options }
    return this.add(await ModelGame.connect(given), (game) => game.close())
  }

  /** A game that the owner has accepted, once it is online. */
  async acceptedGame(options: Partial<ModelGameOptions> = {}): Promise<ModelGame> {
    const [after, from] = [this.lines.length, nextAddress()]
    this.#players += 1
    const game = await this.game({ players: [`Player${this.#players}`], from, ...options })
    const { connection, server } = await this.said((line) => line.event === 'connection' && line.from === from, after)
    this.order({ accept: connection })
    await this.said(({ event, state, id }) => event === 'server' && state === 'online' && id === server, after)
    await until(() => game.subscriptions.has('PlayerMessage'))
    return game
  }

  /**
   * The connection of the voice device to the hostile endpoint, with a session.
   *
   * @param begin what is sent first, in place of a session
   */
  async dialled(begin?: (call: EndpointCall) => unknown): Promise<EndpointCall> {
    const { endpoint } = this.surfaces
    const token = this.nameEndpoint()
    // The address of the case before may still be dialled.
    const call = await new Promise<EndpointCall>((resolve) =>
      endpoint.follows((next) => {
        if (next.token === token) resolve(next)
      }),
    )
    endpoint.follows((next) => void begin?.(next))
    if (begin) {
      await begin(call)
      return call
    }
    await call.request('initialize', sessionOfDevice)
    await until(() => call.received.length > 0)
    await call.text('{"jsonrpc":"2.0","method":"notifications/initialized"}')
    return call
  }

  /** The owner gives the voice device another address, so that it is dialled now. @returns its token */
  nameEndpoint(): string {
    const { endpoint, servicesFile } = this.surfaces
    this.#endpoints += 1
    const token = `token-${this.#endpoints}`
    const named = { endpoint: endpoint.address(token), reconnect: soon }
    writeFileSync(servicesFile, JSON.stringify({ xiaozhi: named, services: {} }))
    this.add(endpoint, (open) => open.reset())
    return token
  }

  /** Puts a service into the file that the owner named; it goes when the case ends. */
  service(name: string, config: object): void {
    this.#services.set(name, { enabled: true, namespace: name, ...config })
    this.#writeServices()
    this.add(name, () => {
      this.#services.delete(name)
      this.#writeServices()
    })
  }

  /** The same, once the program has reached it or has failed to. */
  async reachedService(name: string, config: object): Promise<void> {
    const after = this.lines.length
    this.service(name, config)
    await this.said(
      ({ event, id, state }) => event === 'server' && id === `service:${name}` && state !== 'connecting',
      after,
    )
  }

  /** A service whose tools the owner has accepted. @returns its name */
  async acceptedService(config: object): Promise<string> {
    const after = this.lines.length
    this.#players += 1
    const name = `called${this.#players}`
    this.service(name, config)
    const { id } = await this.said(({ event, server }) => event === 'quarantine' && server === name, after)
    this.order({ accept: id })
    const isAccepted = ({ event, id: of, capabilities }: Line): boolean =>
      event === 'quarantine' && of === id && Array.isArray(capabilities) && capabilities.length === 0
    await this.said(isAccepted, after)
    return name
  }

  /** Calls the tool of an accepted service. */
  callService(name: string): Promise<Reply> {
    return this.invoke(`ext.${name}.echo`, {}, undefined, this.keys.caller)
  }

  #writeServices(): void {
    writeFileSync(this.surfaces.servicesFile, JSON.stringify({ services: Object.fromEntries(this.#services) }))
  }

  /** A connection that sends nothing by itself. The program may close it. */
  plain(port: number, from = nextAddress()): Promise<Socket> {
    const socket = this.add(connect({ port, host: '127.0.0.1', localAddress: from }), (open) => open.destroy())
    socket.on('error', () => {})
    socket.resume()
    return new Promise((resolve) => {
      socket.once('connect', () => resolve(socket))
      socket.once('close', () => resolve(socket))
    })
  }
}

const soon = { initialBackoff: 100, maxBackoff: 1_000 }
const sessionOfDevice = {
  protocolVersion: '2024-11-05',
  capabilities: { roots: { listChanged: true }, sampling: {} },
  clientInfo: { name: 'XiaozhiMCPEndpointClient', version: '1.0.0' },
}

/** The page is not attacked, so any files are sufficient. */
function writeOverlayPage(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const file of ['overlay.js', 'overlay.css', 'inter.woff2']) writeFileSync(path.join(folder, file), '/* */')
}
