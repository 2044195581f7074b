/** Overlay scene: the overlay on a test gateway, with a real listener. */
import { request } from 'node:http'
import type { OverlayAppearance, OverlayUpdate } from '@shared/features/overlay.js'
import { defaultSettings, type Settings } from '@shared/program/settings.js'
import { noVotes, type VotesState } from '@shared/streaming/votes.js'
import { Overlay } from '../../src-main/consumers/overlay/overlay.js'
import type { OverlayAssets } from '../../src-main/consumers/overlay/overlay-page.js'
import { StreamSafe } from '../../src-main/gateway/feeds/stream-safe.js'
import { Emitter } from '../../src-main/gateway/ports/emitter.js'
import { singleKeyIn } from '../../src-main/storage/single-key.js'
import { StateDatabase } from '../../src-main/storage/state-database.js'
import type { CleanUp } from '../fixtures/programs.js'
import { until } from '../fixtures/until.js'
import { GatewayUnderTest } from './gateway-under-test.js'

export interface OverlayPage {
  readonly status: number
  readonly body: string
  readonly news: readonly OverlayUpdate[]
  readonly ended: boolean
  close(): void
}

export class OverlayScene {
  readonly under = new GatewayUnderTest()
  readonly state = StateDatabase.inMemory()
  readonly overlay: Overlay
  readonly stream: StreamSafe
  readonly #votes = new Emitter<VotesState>()
  /** What a test says about votes. */
  readonly votes = {
    state: noVotes,
    onDidChange: this.#votes.on,
  }
  readonly #changed = new Set<() => void>()
  #settings: Settings = defaultSettings

  constructor(cleanUp: CleanUp, look: Partial<OverlayAppearance> = {}, assets: () => OverlayAssets = noAssets) {
    this.#settings = {
      ...defaultSettings,
      streamNames: ['Steve_Smith'],
      // A port that the system chooses; a person cannot.
      overlay: { enabled: true, port: 0, look: { ...defaultSettings.overlay.look, ...look } },
    }
    const settings = {
      get: () => this.#settings,
      change: (change: Partial<Settings>) => {
        this.change(change)
        return true
      },
      onDidChange: (listener: () => void) => {
        this.#changed.add(listener)
        return () => this.#changed.delete(listener)
      },
    }
    this.stream = new StreamSafe({ settings, computer: { homes: [], user: '' }, language: () => 'en' })
    const { gateway, clock, log } = this.under
    this.overlay = cleanUp.add(
      new Overlay({
        sources: { feed: gateway.feed, approvals: gateway.approvals, panic: gateway.panic, votes: this.votes, clock },
        settings,
        mask: (all) => this.stream.mask(all),
        language: () => 'en',
        keys: singleKeyIn(this.state, 'overlay_key'),
        assets,
        clock,
        log,
      }),
      (overlay) => overlay.stop(),
    )
    gateway.approvals.attach({ id: 'desktop', name: 'desktop', kind: 'desktop' })
  }

  change(change: Partial<Settings>): void {
    this.#settings = { ...this.#settings, ...change }
    for (const notify of this.#changed) notify()
  }

  vote(vote: VotesState['vote']): void {
    this.votes.state = { ...noVotes, vote }
    this.#votes.emit(this.votes.state)
  }

  look(look: Partial<OverlayAppearance>): void {
    const { overlay } = this.#settings
    this.change({ overlay: { ...overlay, look: { ...overlay.look, ...look } } })
  }

  async address(): Promise<URL> {
    await this.overlay.settled()
    const { state } = this.overlay
    if (state.kind !== 'on') throw new Error(`The overlay is ${state.kind}.`)
    return new URL(state.address)
  }

  /** Resolves with the response headers; the body continues to arrive. */
  async get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<OverlayPage> {
    const { hostname, port } = await this.address()
    return new Promise((resolve, reject) => {
      const asked = request({ hostname, port, path, method, headers, agent: false }, (response) => {
        let body = ''
        const watched = {
          status: response.statusCode ?? 0,
          ended: false,
          get body() {
            return body
          },
          get news() {
            const reported = body.split('\n\n').filter((line) => line.startsWith('data: '))
            return reported.map((line) => JSON.parse(line.slice(6)) as OverlayUpdate)
          },
          close: () => asked.destroy(),
        }
        const end = () => {
          watched.ended = true
        }
        response.setEncoding('utf8').on('data', (chunk: string) => {
          body += chunk
        })
        response.on('close', end).on('error', end)
        resolve(watched)
      })
      asked.on('error', reject)
      asked.end()
    })
  }

  async watch(key = this.overlay.renewKey()): Promise<OverlayPage> {
    const watched = await this.get('/overlay/feed', { Authorization: `Bearer ${key}` })
    if (watched.status === 200) await until(() => watched.news.some(({ kind }) => kind === 'paused'))
    return watched
  }
}

const noAssets = (): OverlayAssets => ({ script: 'script', style: 'style', font: Buffer.from('font') })
