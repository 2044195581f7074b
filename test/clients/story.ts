/** The story: what every client does with Gatehouse, one function a step. */

import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { type CleanUp, connectClient, dist } from '../fixtures/programs.js'
import type { AiClient } from './client.js'
import { lastWords, type ScriptedCall } from './model/scripted-model.js'
import { ClientScene } from './scene.js'
import type { StepId } from './steps.js'

type Step = (client: AiClient, cleanUp: CleanUp) => Promise<void>

const timeSet = (time: number): ScriptedCall => ({ tool: 'world_time_set', arguments: { worldName: 'world', time } })
const players: ScriptedCall = { tool: 'player_list' }

/** Plays a script to the end. */
async function play(scene: ClientScene, script: readonly ScriptedCall[]): Promise<readonly string[]> {
  scene.model.play(script)
  const ended = await scene.ask()
  expect(scene.model.failures).toEqual([])
  expect(scene.model.results, ended.output).toHaveLength(script.length)
  expect(ended, ended.output).toMatchObject({ code: 0, output: expect.stringContaining(lastWords) })
  return scene.model.results
}

/** The next request for approval that Gatehouse shows. */
const nextApproval = ({ gateway }: ClientScene, after = 0) =>
  gateway.process.until(({ event }) => event === 'approval', { after, milliseconds: 60_000 })

/** @param client over the connection that *Connect* prefers */
export const story: Readonly<Record<StepId, Step>> = {
  async configuration(client, cleanUp) {
    const scene = await ClientScene.start(client, cleanUp)
    if (client.listServers) {
      const { code, output } = await scene.run(client.listServers)
      expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('gatehouse') })
    }
    const [list] = await play(scene, [players])
    expect(list).toContain('Steve')
    expect(scene.gateway.process.lines.filter(({ event }) => event === 'failure')).toEqual([])
  },

  async tools(client, cleanUp) {
    const scene = await ClientScene.start(client, cleanUp)
    const own = await connectClient(cleanUp, scene.gateway.profile)
    const { tools } = await own.client.listTools()
    await play(scene, [players])
    const { tools: loaded = [], deferred = [] } = scene.model.requests.at(-1)?.prompt ?? {}
    const offered = [...loaded, ...deferred]
    const missing = tools.filter(({ name }) => !offered.some((tool) => tool.name.endsWith(name)))
    expect(missing.map(({ name }) => name)).toEqual([])
  },

  async marks(client, cleanUp) {
    const scene = await ClientScene.start(client, cleanUp)
    const [list = ''] = await play(scene, [players])
    const [, mark] = /--- begin (\w+) ---/u.exec(list) ?? []
    expect(mark, list).toBeDefined()
    const between = list.slice(list.indexOf(`--- begin ${mark} ---`), list.indexOf(`--- end ${mark} ---`))
    expect(list.replace(between, '')).not.toContain('Steve')
    expect(between).toContain('Steve')
  },

  async approval(client, cleanUp) {
    const scene = await ClientScene.start(client, cleanUp)
    const played = play(scene, [timeSet(13_000)])
    const { id } = await Promise.race([nextApproval(scene), rejectionOf(played)])
    await pause(6_000)
    scene.gateway.process.send({ approve: id })
    const [result] = await played
    expect(result).toContain('13000')
    expect(result).not.toContain('E_RISK')
  },

  async later(client, cleanUp) {
    const scene = await ClientScene.start(client, cleanUp)
    const approve = async () => {
      const { id } = await nextApproval(scene)
      scene.gateway.process.send({ approve: id })
      await scene.gateway.process.until((line) => line.event === 'approval-closed' && line.id === id)
    }
    const [pending, got] = await play(scene, [timeSet(13_000), { ...getApproval, before: approve }])
    expect(pending).toContain('E_RISK_PENDING_APPROVAL')
    expect(got).toContain('13000')
    expect(scene.gateway.process.lines.filter(({ event }) => event === 'approval')).toHaveLength(1)
  },

  async denial(client, cleanUp) {
    const scene = await ClientScene.start(client, cleanUp)
    const played = play(scene, [timeSet(13_000)])
    const { id } = await Promise.race([nextApproval(scene), rejectionOf(played)])
    scene.gateway.process.send({ deny: id })
    expect((await played)[0]).toContain('E_RISK_APPROVAL_REJECTED')
  },

  restart: (client, cleanUp) => worksAfterRestart(client, cleanUp, 'bridge'),
  http: (client, cleanUp) => worksAfterRestart(client, cleanUp, 'http'),

  async server(client, cleanUp) {
    const scene = await ClientScene.start(client, cleanUp)
    const second = cleanUp.program([path.join(dist, 'cli.cjs'), 'simulate', '--port', '0', '--json'], {
      ...process.env,
      GATEHOUSE_TOKEN: 'second',
    })
    const { agent } = await second.until(({ event }) => event === 'ready')
    const addServer = async () => {
      scene.command(['servers', 'add', 'Second world', String(agent), '--token-stdin'], 'second\n')
      const { id } = await scene.gateway.process.until(({ event }) => event === 'quarantine')
      scene.gateway.process.send({ accept: String(id) })
      await scene.gateway.process.until((line) => line.event === 'quarantine' && isEmpty(line.capabilities))
    }
    const [, list = '', of = ''] = await play(scene, [
      players,
      { tool: 'list_servers', before: addServer },
      { ...players, arguments: { server: 'Second world' } },
    ])
    expect(list).toContain('Second world')
    expect(of).toContain('Steve')
  },
}

async function worksAfterRestart(client: AiClient, cleanUp: CleanUp, over: 'bridge' | 'http'): Promise<void> {
  const scene = await ClientScene.start(client, cleanUp, over)
  const [before, after] = await play(scene, [players, { ...players, before: () => scene.restart() }])
  expect(before).toContain('Steve')
  expect(after).toContain('Steve')
}

const isEmpty = (list: unknown): boolean => Array.isArray(list) && list.length === 0

const getApproval: ScriptedCall = {
  tool: 'get_approval',
  arguments: ([pending = '']) => ({ approvalId: /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/u.exec(pending)?.[0] }),
}

/** So that a client that failed is reported at once. */
const rejectionOf = (work: Promise<unknown>): Promise<never> => new Promise((_, reject) => work.catch(reject))
