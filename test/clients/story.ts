/** The story: what every client does with Gatehouse. Most of it is one conversation, because a client takes seconds to start. */
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { clientPackages } from '../../scripts/client-programs.mjs'
import { type CleanUp, connectClient, dist } from '../fixtures/programs.js'
import type { AiClient } from './client.js'
import { lastWords, type ScriptedCall } from './model/scripted-model.js'
import { ClientScene } from './scene.js'
import type { StepId } from './steps.js'

/** What a client did, for the steps to look at. */
export interface Conversation {
  readonly scene: ClientScene
  /** What the model read of each call. */
  readonly results: readonly string[]
}

const players: ScriptedCall = { tool: 'player_list' }
const timeSet = (time: number): ScriptedCall => ({ tool: 'world_time_set', arguments: { worldName: 'world', time } })

/** Plays a script to the end. */
async function play(scene: ClientScene, script: readonly ScriptedCall[]): Promise<Conversation> {
  scene.model.play(script)
  const { code, output } = await scene.ask()
  expect(scene.model.failures, output).toEqual([])
  expect(scene.model.results, output).toHaveLength(script.length)
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining(lastWords) })
  return { scene, results: scene.model.results }
}

/** Answers the next request for approval. */
async function decide({ gateway: { process } }: ClientScene, verb: 'approve' | 'deny', waitMs = 0): Promise<void> {
  const after = process.lines.length
  const { id } = await process.until(({ event }) => event === 'approval', { after, milliseconds: 90_000 })
  await pause(waitMs)
  process.send({ [verb]: id })
  await process.until((line) => line.event === 'approval-closed' && line.id === id, { after })
}

/** Reads, acts with approval, is denied, and reads again after a restart and from a server that is new. */
async function main(client: AiClient, cleanUp: CleanUp): Promise<Conversation> {
  const scene = await ClientScene.start(client, cleanUp)
  const canRestart = clientPackages()[client.id]?.cannot?.restart === undefined
  return play(scene, [
    players,
    {
      ...timeSet(13_000),
      before: async () => void decide(scene, 'approve', client.waitSeconds ? 1_000 : 6_000).catch(() => {}),
    },
    { ...timeSet(1_000), before: async () => void decide(scene, 'deny').catch(() => {}) },
    { ...players, ...(canRestart && { before: () => scene.restart() }) },
    { tool: 'list_servers', before: () => addServer(scene, cleanUp) },
    { ...players, arguments: { server: 'Second world' } },
  ])
}

/** Is approved only after the client got its answer, which says that the request is pending. */
async function late(client: AiClient, cleanUp: CleanUp): Promise<Conversation> {
  const scene = await ClientScene.start(client, cleanUp)
  const { process } = scene.gateway
  const approve = async () => {
    const { id } = await process.until(({ event }) => event === 'approval')
    process.send({ approve: id })
    await process.until(({ event }) => event === 'undoable')
  }
  return play(scene, [timeSet(13_000), { ...getApproval, before: approve }])
}

async function overHttp(client: AiClient, cleanUp: CleanUp): Promise<Conversation> {
  const scene = await ClientScene.start(client, cleanUp, 'http')
  return play(scene, [players, { ...players, before: () => scene.restart() }, players])
}

export const conversations = { main, late, overHttp }

export interface Step {
  readonly of: keyof typeof conversations
  readonly check: (conversation: Conversation, client: AiClient, cleanUp: CleanUp) => void | Promise<void>
}

export const story: Readonly<Record<StepId, Step>> = {
  configuration: {
    of: 'main',
    async check({ scene }, client) {
      if (!client.listServers) return
      const listed = await scene.run(client.listServers)
      expect(listed).toMatchObject({ code: 0, output: expect.stringContaining('gatehouse') })
    },
  },
  tools: {
    of: 'main',
    async check({ scene }, _, cleanUp) {
      const own = await connectClient(cleanUp, scene.gateway.profile)
      const { tools } = await own.client.listTools()
      const { tools: loaded = [], deferred = [] } = scene.model.requests.at(-1)?.prompt ?? {}
      const names = [...loaded, ...deferred].map(({ name }) => name)
      const missing = tools.filter(({ name }) => !names.some((offered) => offered.endsWith(name)))
      expect(missing.map(({ name }) => name)).toEqual([])
    },
  },
  marks: {
    of: 'main',
    check({ results: [list = ''] }) {
      const [, mark] = /--- begin ([\w-]+) ---/u.exec(list) ?? []
      expect(mark, list).toBeDefined()
      const between = list.slice(list.indexOf(`--- begin ${mark} ---`), list.indexOf(`--- end ${mark} ---`))
      expect(list.replace(between, '')).not.toContain('Steve')
      expect(between).toContain('Steve')
      const ids = list.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu) ?? []
      expect(ids.length, list).toBeGreaterThan(0)
      expect(new Set(ids).size, list).toBe(ids.length)
    },
  },
  approval: {
    of: 'main',
    check({ results: [, approved] }) {
      expect(approved).toContain('13000')
      expect(approved).not.toContain('E_RISK')
    },
  },
  later: {
    of: 'late',
    check({ scene, results: [pending, got] }) {
      expect(pending).toContain('E_RISK_PENDING_APPROVAL')
      expect(got).toContain('13000')
      expect(scene.gateway.process.lines.filter(({ event }) => event === 'approval')).toHaveLength(1)
    },
  },
  denial: { of: 'main', check: ({ results }) => expect(results[2]).toContain('E_RISK_APPROVAL_REJECTED') },
  restart: { of: 'main', check: ({ results }) => expect(results[3]).toContain('Steve') },
  server: {
    of: 'main',
    check({ results }) {
      expect(results[4]).toContain('Second world')
      expect(results[5]).toContain('Steve')
    },
  },
  http: {
    of: 'overHttp',
    check({ results }) {
      for (const list of results) expect(list).toContain('Steve')
    },
  },
}

async function addServer(scene: ClientScene, cleanUp: CleanUp): Promise<void> {
  const words = [path.join(dist, 'cli.cjs'), 'simulate', '--port', '0', '--json']
  const second = cleanUp.program(words, { ...process.env, GATEHOUSE_TOKEN: 'second' })
  const { agent } = await second.until(({ event }) => event === 'ready')
  scene.command(['servers', 'add', 'Second world', String(agent), '--token-stdin'], 'second\n')
  const { process: gateway } = scene.gateway
  const { id } = await gateway.until(({ event }) => event === 'quarantine')
  gateway.send({ accept: String(id) })
  await gateway.until(({ event, capabilities }) => event === 'quarantine' && isEmpty(capabilities))
}

const isEmpty = (list: unknown): boolean => Array.isArray(list) && list.length === 0

const getApproval: ScriptedCall = {
  tool: 'get_approval',
  arguments: ([pending = '']) => ({ approvalId: /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/u.exec(pending)?.[0] }),
}
