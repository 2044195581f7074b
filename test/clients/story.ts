/**
 * Story: what every client does with Gatehouse.
 *
 * Most of it is one conversation, because a client takes seconds to start. A step that a client is known not to manage has
 * one of its own, so that it is seen every time and disturbs no other step.
 */
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { type CleanUp, connectClient, dist } from '../fixtures/programs.js'
import type { AiClient } from './client.js'
import { type Conversation, play } from './conversation.js'
import type { ScriptedCall } from './model/scripted-model.js'
import { UnexpectedBehaviour } from './observation.js'
import { ClientScene } from './scene.js'
import type { StepId } from './steps.js'

export interface Step {
  /** It is not part of the long conversation over the bridge; steps with the same words here share one. */
  readonly apart?: 'later' | 'http' | 'sign-in'
  readonly calls?: (scene: ClientScene, cleanUp: CleanUp) => readonly ScriptedCall[]
  readonly check: (played: Played, cleanUp: CleanUp) => void | Promise<void>
}

/** What a step looks at. */
export interface Played {
  readonly scene: ClientScene
  readonly offered: readonly string[]
  /** What the model read of the calls of this step. */
  readonly results: readonly string[]
}

const players: ScriptedCall = { tool: 'player_list' }
const timeSet = (time: number): ScriptedCall => ({ tool: 'world_time_set', arguments: { worldName: 'world', time } })
const onSecond = ({ tool, arguments: given }: ScriptedCall): ScriptedCall => ({
  tool,
  arguments: { ...given, server: 'Second world' },
})
const getApproval: ScriptedCall = {
  tool: 'get_approval',
  arguments: ([pending = '']) => ({ approvalId: uuid.exec(pending)?.[0] }),
}
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/u

export const story: Readonly<Record<StepId, Step>> = {
  configuration: {
    async check({ scene: { client, home } }) {
      if ('call' in client || !client.listServers) return
      const listed = await home.run(client.listServers)
      expect(listed).toMatchObject({ code: 0, output: expect.stringContaining('gatehouse') })
    },
  },
  tools: {
    async check({ scene, offered }, cleanUp) {
      const own = await connectClient(cleanUp, scene.gateway.profile)
      const { tools } = await own.client.listTools()
      const missing = tools.filter(({ name }) => !offered.some((one) => one.endsWith(name)))
      expect(missing.map(({ name }) => name)).toEqual([])
    },
  },
  marks: {
    calls: () => [players],
    check({ scene, results: [list = ''] }) {
      // Without a model it shows the structured content.
      if ('call' in scene.client) return mustContain([list], 'Others wrote the texts in data.players[].name')
      const [, mark] = /--- begin ([\w-]+) ---/u.exec(list) ?? []
      if (!mark) throw new UnexpectedBehaviour('There must be marks.', list)
      const between = list.slice(list.indexOf(`--- begin ${mark} ---`), list.indexOf(`--- end ${mark} ---`))
      expect(list.replace(between, '')).not.toContain('Steve')
      expect(between).toContain('Steve')
      const ids = list.match(new RegExp(uuid, 'gu')) ?? []
      expect(ids.length, list).toBeGreaterThan(0)
      expect(new Set(ids).size, list).toBe(ids.length)
    },
  },
  approval: {
    calls: (scene) => [{ ...timeSet(13_000), before: () => willDecide(scene, 'approve', 6_000) }],
    check: ({ results }) => mustContain(results, '13000'),
  },
  later: {
    apart: 'later',
    calls: (scene) => [timeSet(13_000), { ...getApproval, before: () => approvePending(scene) }],
    check({ scene, results: [pending = '', got = ''] }) {
      mustContain([pending], 'E_RISK_PENDING_APPROVAL')
      mustContain([got], '13000')
      expect(scene.gateway.process.lines.filter(({ event }) => event === 'approval')).toHaveLength(1)
    },
  },
  denial: {
    calls: (scene) => [{ ...timeSet(1_000), before: () => willDecide(scene, 'deny') }],
    check: ({ results }) => mustContain(results, 'E_RISK_APPROVAL_REJECTED'),
  },
  restart: {
    calls: (scene) => [{ ...players, before: () => scene.restart() }],
    check: ({ results }) => mustContain(results, 'Steve'),
  },
  server: {
    calls: (scene, cleanUp) => [
      { tool: 'list_servers', before: () => addServer(scene, cleanUp) },
      onSecond(players),
      { ...onSecond(timeSet(6_000)), before: () => willDecide(scene, 'approve') },
    ],
    check({ scene, results: [servers = '', list = '', changed = ''] }) {
      mustContain([servers], 'Second world')
      mustContain([list], 'Steve')
      mustContain([changed], '6000')
      const { process } = scene.gateway
      expect(process.lines.findLast(({ event }) => event === 'approval')).toMatchObject({ server: 'Second world' })
    },
  },
  http: {
    apart: 'http',
    calls: (scene) => [players, { ...players, before: () => scene.restart() }, players],
    check: ({ results }) => mustContain(results, 'Steve'),
  },
  oauth: {
    apart: 'sign-in',
    calls: (scene) => [players, { ...players, before: () => scene.restart() }],
    check({ scene, results }) {
      mustContain(results, 'Steve')
      const { clients } = JSON.parse(scene.command(['clients', 'list']))
      expect(clients).toMatchObject([{ cameBy: 'oauth' }])
    },
  },
  refresh: {
    apart: 'sign-in',
    async check({ scene }) {
      scene.letAnHourPass()
      mustContain((await play(scene, [players])).results, 'Steve')
    },
  },
}

/** One conversation with the calls of some steps. */
export async function playFor(client: AiClient, ids: readonly StepId[], cleanUp: CleanUp) {
  const { apart } = story[ids[0] ?? 'tools']
  const scene = await ClientScene.start(client, cleanUp, apart === 'later' ? 'bridge' : apart)
  const scripts = ids.map((id) => story[id].calls?.(scene, cleanUp) ?? [])
  const conversation: Conversation = await play(scene, scripts.flat())
  let begin = 0
  const results = scripts.map((script, index) => {
    begin += scripts[index - 1]?.length ?? 0
    return [ids[index], conversation.results.slice(begin, begin + script.length)] as const
  })
  return { scene, offered: conversation.offered, results: new Map(results) }
}

function mustContain(results: readonly string[], text: string): void {
  for (const result of results)
    if (!result.includes(text)) throw new UnexpectedBehaviour(`It must read ${text}.`, result)
}

/** Answers the next request for approval, while the client waits. */
async function willDecide({ gateway: { process } }: ClientScene, verb: 'approve' | 'deny', waitMs = 0): Promise<void> {
  const after = process.lines.length
  const decide = async () => {
    const { id } = await process.until(({ event }) => event === 'approval', { after, milliseconds: 90_000 })
    await pause(waitMs)
    process.send({ [verb]: id })
  }
  void decide().catch(() => {})
}

/** Approves a request whose caller has its answer already: pending. */
async function approvePending({ gateway: { process } }: ClientScene): Promise<void> {
  const { id } = await process.until(({ event }) => event === 'approval')
  process.send({ approve: id })
  await process.until(({ event }) => event === 'undoable')
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
