/**
 * Scene: Gatehouse, one AI client with a home of its own, and the scripted model.
 *
 * Gatehouse is added to the client as *Connect* says: its commands are run, and its files are written by it.
 */
import { execFileSync, spawn } from 'node:child_process'
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { bridge, normalRights } from '@shared/clients/client.js'
import type { Recipe } from '@shared/clients/connection.js'
import { keyNameOf, keyPlaceholder } from '@shared/clients/connection.js'
import { parse } from 'yaml'
import { clientFolder, clientPackages } from '../../scripts/client-programs.mjs'
import { Connections } from '../../src-main/connect/connections.js'
import { type CleanUp, dist, type Headless, startHeadless } from '../fixtures/programs.js'
import type { AiClient, ClientAt } from './client.js'
import { ScriptedModel } from './model/scripted-model.js'

export interface Ended {
  readonly code: number | null
  readonly output: string
}

export class ClientScene {
  readonly #client: AiClient
  readonly #cleanUp: CleanUp
  readonly model: ScriptedModel
  readonly home: string
  #gateway: Headless

  private constructor(client: AiClient, cleanUp: CleanUp, model: ScriptedModel, gateway: Headless) {
    this.#client = client
    this.#cleanUp = cleanUp
    this.model = model
    this.#gateway = gateway
    this.home = cleanUp.folder()
  }

  /** @param over how the client connects */
  static async start(client: AiClient, cleanUp: CleanUp, over: Recipe['over'] = 'bridge'): Promise<ClientScene> {
    const model = cleanUp.add(await new ScriptedModel().start(), (one) => one.stop())
    const scene = new ClientScene(client, cleanUp, model, await startHeadless(cleanUp, gatewayOptions))
    mkdirSync(path.join(scene.home, 'bin'))
    scene.#addCommands()
    client.prepare?.(scene.#at)
    await scene.#connect(over)
    const { program, waitSeconds } = client
    if (waitSeconds) scene.command(['clients', 'edit', keyNameOf(program, nameOf(client)), '--wait', `${waitSeconds}`])
    return scene
  }

  get gateway(): Headless {
    return this.#gateway
  }

  /** The client with one question; resolves when it ends. */
  ask(question = 'Do what the script says.'): Promise<Ended> {
    return this.run(this.#client.ask(question, this.#at))
  }

  /** The client's own command. */
  run(words: readonly string[]): Promise<Ended> {
    return this.#run(path.join(this.home, 'bin', this.#client.command), words)
  }

  /** Ends Gatehouse and starts it again, at the same address. */
  async restart(): Promise<void> {
    const { profile, endpoint, process } = this.#gateway
    await process.end()
    const port = new URL(endpoint).port
    this.#gateway = await startHeadless(this.#cleanUp, [...gatewayOptions, '--http-port', port], profile)
    await this.#gateway.process.until(({ event, state }) => event === 'server' && state === 'online')
  }

  /** The `gatehouse` command with the profile of the scene. */
  command(words: readonly string[], input?: string): string {
    const given = [path.join(dist, 'cli.cjs'), ...words, '--profile', this.#gateway.profile, '--json']
    return execFileSync(process.execPath, given, { encoding: 'utf8', ...(input !== undefined && { input }) })
  }

  get #at(): ClientAt {
    return { home: this.home, model: this.model.address }
  }

  get #env(): NodeJS.ProcessEnv {
    const path_ = [path.join(this.home, 'bin'), path.dirname(process.execPath), '/usr/bin', '/bin']
    return { HOME: this.home, PATH: path_.join(path.delimiter), ...noNetwork, ...this.#client.env(this.#at) }
  }

  #addCommands(): void {
    this.#addScript(this.#client.command, this.#client.start(clientFolder(this.#client.id)))
    // Clients keep their environment from the bridge. While Gatehouse restarts, it must not start another one.
    this.#addScript(bridgeNode, ['/usr/bin/env', 'GATEHOUSE_NO_LAUNCH=1', process.execPath])
  }

  #addScript(name: string, words: readonly string[]): void {
    const file = path.join(this.home, 'bin', name)
    writeFileSync(file, `#!/bin/sh\nexec ${words.map((word) => `'${word}'`).join(' ')} "$@"\n`)
    chmodSync(file, 0o755)
  }

  async #connect(over: Recipe['over']): Promise<void> {
    const { program } = this.#client
    const connections = this.#connections()
    const { recipes, files = [] } = await connections.guide(program, nameOf(this.#client))
    const recipe = recipes.find((one) => one.over === over)
    if (!recipe) throw new Error(`Connect has no way over ${over} for ${program}`)
    if (over === 'bridge' && files[0]) {
      const { expected } = await connections.preview(files[0].path)
      return connections.write(files[0].path, expected)
    }
    if (over === 'bridge') connections.ensureKey(program, nameOf(this.#client))
    const text = over === 'http' ? recipe.text.replaceAll(keyPlaceholder, this.#newKey()) : recipe.text
    if (recipe.into === 'terminal') {
      const { code, output } = await this.#run('/bin/sh', ['-c', text])
      if (code !== 0) throw new Error(`The command of Connect failed: ${text}\n${output}`)
    } else if (recipe.file) {
      addLines(recipe.file, text)
    } else {
      this.#client.place?.(text, this.#at)
    }
  }

  /** What the window has, for a program that runs without one. */
  #connections(): Connections {
    const { profile, endpoint } = this.#gateway
    const ensureKeyFile = (keyName: string, name: string) => {
      const { client } = JSON.parse(this.command(['clients', 'add', name, '--key-file', keyName]))
      return client
    }
    return new Connections({
      program: {
        executable: process.execPath,
        node: path.join(this.home, 'bin', bridgeNode),
        programs: dist,
        profile,
        env: {},
        isPackaged: false,
      },
      home: { platform: process.platform, env: {}, folder: this.home, list: () => [] },
      now: () => new Date(),
      connectedClients: { all: () => [] },
      refusals: { all: () => [] },
      known: () => ({ clients: [], bridge: { ...bridge, ...normalRights } }),
      keys: { ensureKeyFile, hasKeyFile: () => true },
      panic: () => ({ on: false }),
      httpEndpoint: { address: `${endpoint}/mcp` },
      announce: async () => {},
      openFile: async () => '',
      showFile: () => {},
      openLink: async () => {},
      listProcesses: async () => [],
    })
  }

  #newKey(): string {
    return JSON.parse(this.command(['clients', 'add', keyNameOf(this.#client.program, nameOf(this.#client))])).token
  }

  #run(command: string, words: readonly string[]): Promise<Ended> {
    const child = spawn(command, words, { cwd: this.home, env: this.#env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#cleanUp.add(child, () => child.kill('SIGKILL'))
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => {
        output += data
      })
    }
    return new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code) => resolve({ code, output }))
    })
  }
}

/** As a person adds lines to a file that may hold others. */
function addLines(file: string, lines: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  if (!existsSync(file) || file.endsWith('.toml')) return appendFileSync(file, `\n${lines}\n`)
  // YAML includes JSON.
  const [before, added] = [parse(readFileSync(file, 'utf8')), parse(lines)]
  writeFileSync(file, JSON.stringify({ ...before, ...added }, null, 2))
}

/** Nothing but loopback: what else a client wants to reach is refused at once. */
const noNetwork = {
  HTTP_PROXY: 'http://127.0.0.1:9',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  NO_PROXY: '127.0.0.1,localhost',
}

const nameOf = ({ id }: AiClient): string => clientPackages()[id]?.name ?? id

const bridgeNode = 'node-of-bridge'

const gatewayOptions = ['--simulator', '--control', 'stdin']
