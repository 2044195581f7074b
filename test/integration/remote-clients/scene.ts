/**
 * A gateway and an AI client on two computers: the real consumer behind a real TLS port, and the built bridge as a
 * process with a profile of its own, which knows the gateway by its address and pin.
 */
import { createHash, X509Certificate } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { build } from 'esbuild'
import selfsigned from 'selfsigned'
import { afterAll, beforeAll } from 'vitest'
import type { RemoteClients } from '../../../src-main/network/http/remote-clients.js'
import { openRemoteListener, type RemoteListener } from '../../../src-main/owner/doors/remote/remote-listener.js'
import { McpScene } from '../../fakes/mcp-scene.js'
import { CleanUp } from '../../fixtures/clean-up.js'

export interface Identity {
  readonly pem: string
  /** As the desktop program stores it. */
  readonly pin: string
}

const day = 86_400_000

/** A certificate of its own, as a gateway has. @param days until it ends */
export async function identity(days = 30): Promise<Identity> {
  const { cert, private: key } = await selfsigned.generate([{ name: 'commonName', value: 'Gatehouse' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - 60 * day),
    notAfterDate: new Date(Date.now() + days * day),
  })
  const spki = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
  return { pem: `${cert}\n${key}`, pin: createHash('sha256').update(spki).digest('hex') }
}

/** The bridge as built, once for a file of tests. */
export function builtBridge(): () => string {
  let folder = ''
  const file = () => path.join(folder, 'stdio-bridge.cjs')
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-bridge-'))
    await build({
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'cjs',
      entryPoints: ['src-main/stdio-bridge.ts'],
      outfile: file(),
    })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return file
}

export class RemoteScene {
  readonly cleanUp = new CleanUp()
  readonly refused: string[] = []
  isOn = true
  clients!: RemoteClients
  /** How many requests arrived at the port, of anybody. */
  requests = 0
  #listener: RemoteListener | undefined
  #port = 0

  private constructor(
    readonly mcp: McpScene,
    readonly own: Identity,
    readonly profile: string,
  ) {}

  static async open(own?: Identity): Promise<RemoteScene> {
    const mcp = await McpScene.open()
    mcp.gateway.approvals.attach()
    const profile = mkdtempSync(path.join(tmpdir(), 'gatehouse-desktop-'))
    const scene = new RemoteScene(mcp, own ?? (await identity()), profile)
    scene.clients = mcp.remoteClients({
      isOn: () => scene.isOn,
      refusals: { note: ({ reason }) => void scene.refused.push(reason) },
    })
    await scene.listen()
    scene.know('nas')
    return scene
  }

  async listen(port = 0, { pem } = this.own): Promise<void> {
    this.#listener = await openRemoteListener({
      host: '127.0.0.1',
      port,
      pem,
      onWindow: ({ window }) => window.terminate(),
      routes: {
        '/mcp': (...request) => {
          this.requests += 1
          return this.clients.receive(...request)
        },
      },
      clock: this.mcp.clock,
      log: this.mcp.log,
    })
    this.#port = this.#listener.port
  }

  async unplug(): Promise<void> {
    await this.#listener?.close()
    this.#listener = undefined
  }

  /** It stays the same while nobody listens. */
  get port(): number {
    return this.#port
  }

  get url(): string {
    return `https://127.0.0.1:${this.port}/mcp`
  }

  /** The desktop program of the other computer stores a gateway. */
  know(name: string, { pin } = this.own, port = this.port): void {
    mkdirSync(path.join(this.profile, 'gateways'), { recursive: true, mode: 0o700 })
    const file = path.join(this.profile, 'gateways', `${name}.json`)
    writeFileSync(file, JSON.stringify({ address: `127.0.0.1:${port}`, pin }), { mode: 0o600 })
  }

  /** It stores the key of an AI client for it. */
  storeKey(token: string, name = 'nas', client = 'cursor'): void {
    const folder = path.join(this.profile, 'gateways', name, 'client-keys')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(path.join(folder, `${client}.key`), `${token}\n`, { mode: 0o600 })
  }

  /** An AI client that starts the bridge. @param mode of the protocol: the newest era, or sessions */
  async connect(bridge: string, options: { readonly modern?: boolean; readonly gateway?: string } = {}) {
    const { modern = false, gateway = 'nas' } = options
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [bridge, '--profile', this.profile, '--client', 'cursor', '--gateway', gateway],
      env: { PATH: process.env.PATH ?? '' },
      stderr: 'pipe',
    })
    const said: string[] = []
    transport.stderr?.on('data', (chunk) => said.push(String(chunk)))
    const client = new Client(
      { name: 'independent', version: '1.0.0' },
      modern ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
    )
    this.cleanUp.add(client, (one) => one.close())
    await client.connect(transport)
    return { client, said: () => said.join('') }
  }

  async close(): Promise<void> {
    await this.cleanUp.run()
    await this.unplug()
    this.clients.disconnectAll()
    await this.mcp.close()
    rmSync(this.profile, { recursive: true, force: true })
  }
}
