/** Build game: programs of Gatehouse come and go beside one game, whose worlds are opened and closed. */
import path from 'node:path'
import { GatewayError } from '@contract/gateway-error.js'
import { BedrockBuilds } from '../../../src-main/providers/bedrock/build/bedrock-builds.js'
import type { BedrockAbilities } from '../../../src-main/providers/bedrock/capabilities/bedrock-capability.js'
import { bedrockCapabilities } from '../../../src-main/providers/bedrock/capabilities/index.js'
import type { BedrockReply } from '../../../src-main/providers/bedrock/link.js'
import type { BuildCall } from '../../../src-main/providers/minecraft/build/build-jobs.js'
import { readBuild } from '../../../src-main/providers/minecraft/build/read-build.js'
import type { BuildArea } from '../../../src-main/shared/servers/added-server.js'
import { FakeClock } from '../fake-clock.js'
import { RecordingLog } from '../recording-log.js'
import { ModelWorld } from './model-world.js'

export type Given = BuildCall['given']

export const never = new AbortController().signal
export const planOf = (given: Given) => readBuild(given, { find: async () => undefined, list: () => [] })

export class BuildGame {
  readonly clock = new FakeClock()
  readonly log = new RecordingLog()
  readonly profile: string
  /** That is open. */
  world = new ModelWorld(['Steve'])
  /** Where AI may build. */
  areas: readonly BuildArea[] = []
  /** Milliseconds of the clock at each command. */
  readonly times: number[] = []
  /** Steps until the program dies: each command has two, before and after it reaches the game. */
  stepsLeft = Number.POSITIVE_INFINITY

  constructor(profile: string) {
    this.profile = profile
    this.world.positions.set('Steve', { x: 500, y: 64, z: 500, dimension: 0 })
  }

  /** One run of Gatehouse, connected to the world that is open. */
  async start(): Promise<BedrockBuilds> {
    const { clock, log, profile } = this
    const builds = new BedrockBuilds({
      clock,
      log,
      serverId: 'game',
      store: path.join(profile, 'builds'),
      halts: { state: () => 'none', onDidChange: () => () => undefined },
      planOf,
      areas: () => this.areas,
    })
    await builds.connect(this.abilities(builds), never)
    return builds
  }

  /** Of a new connection; the program that uses it may die. */
  abilities(builds: BedrockBuilds): BedrockAbilities {
    const { world } = this
    let isDead = false
    const step = () => {
      if (!isDead && this.stepsLeft-- > 0) return
      isDead = true
      builds.close()
      throw new GatewayError('SYSTEM.SERVICE_UNAVAILABLE')
    }
    const run = async (line: string): Promise<BedrockReply> => {
      step()
      this.times.push(this.clock.elapsed())
      const body = { ...world.run(line) }
      step()
      return { statusCode: body.statusCode, statusMessage: body.statusMessage, body }
    }
    const nothing = () => () => {}
    const link = { id: 'game', run, onDidChat: nothing, onDidReceive: nothing, onDidClose: nothing }
    return { link, unknown: new Set(), reads: new Set([...bedrockCapabilities.keys()]), builds }
  }

  async until<Value>(promise: Promise<Value>, step = 250): Promise<Value> {
    let isDone = false
    const end = () => {
      isDone = true
    }
    promise.then(end, end)
    await this.eventually(() => isDone, step)
    return promise
  }

  async eventually(isSo: () => boolean, step = 250): Promise<void> {
    for (let turns = 0; !isSo(); turns++) {
      if (turns > 20_000) throw new Error('It never happens.')
      await this.clock.advance(step)
    }
  }

  build(builds: BedrockBuilds, given: Given, requestId = 'request'): Promise<Given> {
    const call = { requestId, caller: { id: 'ai', name: 'AI' }, given, groupId: builds.taken(requestId) }
    return this.until(builds.build(call, never))
  }

  /** All blocks of the world that is open. */
  get blocks(): ReadonlyMap<string, string> {
    return new Map([...this.world.blocks].sort(([one], [other]) => (one < other ? -1 : 1)))
  }
}
