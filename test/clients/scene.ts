/**
 * Scene: Gatehouse, one AI client with a home of its own, and the scripted model.
 *
 * Gatehouse is added to the client as *Connect* says: its commands are run, and its files are written by it.
 */
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { bridge, normalRights } from '@shared/clients/client.js'
import { keyNameOf, keyPlaceholder } from '@shared/clients/connection.js'
import { parse } from 'yaml'
import { clientPackages } from '../../scripts/client-programs.mjs'
import { Connections } from '../../src-main/connect/connections.js'
import { openDatabase } from '../../src-main/storage/sqlite.js'
import { stateFile } from '../../src-main/storage/state-database.js'
import { type CleanUp, dist, type Headless, startHeadless } from '../fixtures/programs.js'
import type { AiClient } from './client.js'
import { ClientHome } from './client-home.js'
import { ScriptedModel } from './model/scripted-model.js'
import { UnexpectedBehaviour } from './observation.js'

/** How the client connects. `sign-in`: over HTTP without a key, so that it must sign in by OAuth. */
export type Over = 'bridge' | 'http' | 'sign-in'

export class ClientScene {
  readonly client: AiClient
  readonly model: ScriptedModel
  readonly home: ClientHome
  readonly #cleanUp: CleanUp
  #gateway: Headless

  private constructor(client: AiClient, cleanUp: CleanUp, model: ScriptedModel, gateway: Headless) {
    this.client = client
    this.#cleanUp = cleanUp
    this.model = model
    this.#gateway = gateway
    this.home = new ClientHome(client, cleanUp, model.address)
  }

  static async start(client: AiClient, cleanUp: CleanUp, over: Over = 'bridge'): Promise<ClientScene> {
    const model = cleanUp.add(await new ScriptedModel().start(), (one) => one.stop())
    const gateway = await startHeadless(cleanUp, gatewayOptions)
    const scene = new ClientScene(client, cleanUp, model, gateway)
    const { end, program, waitSeconds } = client
    if (end) cleanUp.add(scene, () => scene.home.run(end))
    client.prepare?.(scene.home.at)
    await scene.#connect(over)
    if (over === 'sign-in') await scene.#signIn()
    else if (waitSeconds) {
      scene.command(['clients', 'edit', keyNameOf(program, nameOf(client)), '--wait', `${waitSeconds}`])
    }
    return scene
  }

  get gateway(): Headless {
    return this.#gateway
  }

  /** Ends Gatehouse and starts it again, at the same address. */
  async restart(): Promise<void> {
    const { profile, endpoint, process } = this.#gateway
    await process.end()
    const port = new URL(endpoint).port
    this.#gateway = await startHeadless(this.#cleanUp, [...gatewayOptions, '--http-port', port], profile)
  }

  /** Every access token has expired then, and clients have their refresh tokens alone. */
  letAnHourPass(): void {
    this.home.letAnHourPass()
    const database = openDatabase(path.join(this.#gateway.profile, stateFile), '', 'alone')
    const { changes } = database.prepare(`UPDATE token SET expires_at = ? WHERE kind = 'access'`).run(Date.now() - 1)
    database.close()
    if (changes === 0) throw new Error('There was no access token.')
  }

  /** The `gatehouse` command with the profile of the scene. */
  command(words: readonly string[], input?: string): string {
    const given = [path.join(dist, 'cli.cjs'), ...words, '--profile', this.#gateway.profile, '--json']
    return execFileSync(process.execPath, given, { encoding: 'utf8', ...(input !== undefined && { input }) })
  }

  /** The owner accepts every program that asks for access. */
  async #signIn(): Promise<void> {
    const { process } = this.#gateway
    process.onLine(({ event, id }) => event === 'consent' && process.send({ consent: String(id) }))
    const { words, inTerminal } = this.client.signIn ?? {}
    if (!words) return
    await this.#mustEndWell(inTerminal ? this.home.runInTerminal(words) : this.home.run(words), 'It could not sign in')
  }

  async #connect(over: Over): Promise<void> {
    const { program } = this.client
    const connections = this.#connections()
    const { recipes, files = [] } = await connections.guide(program, nameOf(this.client))
    const recipe = recipes.find((one) => (one.over === 'bridge') === (over === 'bridge'))
    if (!recipe) throw new Error(`Connect has no way over ${over} for ${program}`)
    if (over === 'bridge' && files[0]) {
      const { expected } = await connections.preview(files[0].path)
      return connections.write(files[0].path, expected)
    }
    if (over === 'bridge') connections.ensureKey(program, nameOf(this.client))
    const text = over === 'http' ? recipe.text.replaceAll(keyPlaceholder, this.#newKey()) : recipe.text
    const lines = over === 'sign-in' ? withoutKey(text) : text
    if (recipe.into === 'terminal') {
      await this.#mustEndWell(this.home.spawn('/bin/sh', ['-c', lines]), 'The command of Connect failed')
    } else if (recipe.file) {
      addLines(recipe.file, lines)
    } else {
      this.client.place?.(lines, this.home.at)
    }
  }

  async #mustEndWell(running: ReturnType<ClientHome['run']>, otherwise: string): Promise<void> {
    const { code, output } = await running
    if (code !== 0) throw new UnexpectedBehaviour(`${otherwise}.`, output)
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
        node: this.home.bridgeNode,
        programs: dist,
        profile,
        env: {},
        isPackaged: false,
      },
      home: { platform: process.platform, env: {}, folder: this.home.at.home, list: () => [] },
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
    return JSON.parse(this.command(['clients', 'add', keyNameOf(this.client.program, nameOf(this.client))])).token
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

/** A recipe over HTTP whose key a person leaves out: a command, TOML with the key on a line, or YAML or JSON. */
function withoutKey(recipe: string): string {
  if (recipe.includes(' --header ')) return recipe.replace(/ --header '[^']*'/u, '')
  if (recipe.startsWith('[')) {
    return recipe
      .split('\n')
      .filter((line) => !line.includes(keyPlaceholder))
      .join('\n')
  }
  const isKey = (value: unknown) => typeof value === 'string' && value.includes(keyPlaceholder)
  const isEmpty = (value: unknown) => typeof value === 'object' && Object.keys(value ?? {}).length === 0
  const remove = (_: string, value: unknown) => (isKey(value) || isEmpty(value) ? undefined : value)
  return JSON.stringify(JSON.parse(JSON.stringify(parse(recipe)), remove), null, 2)
}

const nameOf = ({ id }: AiClient): string => clientPackages()[id]?.name ?? id

const gatewayOptions = ['--simulator', '--control', 'stdin']
