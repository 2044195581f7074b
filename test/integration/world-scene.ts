/**
 * World scene: an AI client, the gateway and a real world with two players, whose clients report what they see.
 * `bare` calls the agent without the gateway.
 */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { coreCatalogue } from '@contract/core-catalogue.js'
import { afterAll, beforeAll, expect } from 'vitest'
import { createContractAjv } from '../../src-main/validation/ajv.js'
import { BareGateway } from '../fixtures/bare-gateway.js'
import type { Line } from '../fixtures/json-lines-process.js'
import {
  CleanUp,
  callTool,
  connectClient,
  type Headless,
  startHeadless,
  startWorld,
  type World,
} from '../fixtures/programs.js'

const cleanUp = new CleanUp()
export const patience = { timeout: 45_000 }
export const players = ['Steve', 'Alex']
export const here = { worldName: 'world' }
export const at = (x: number, y: number, z: number) => ({ x, y, z })
export const inWorld = (x: number, y: number, z: number) => ({ world: 'world', x, y, z })

export let world: World
export let gateway: Headless
export let client: Awaited<ReturnType<typeof connectClient>>['client']
export let bare: BareGateway

async function start() {
  world = await startWorld(cleanUp, players)
  // The conversation receives chat early, which taints it. Other tests cover what that requires.
  const profile = cleanUp.folder()
  await writeFile(
    path.join(profile, 'settings.json'),
    JSON.stringify({ builtInRules: { 'built-in:read-text': false } }),
  )
  const args = ['--control', 'stdin', '--agent', world.agent, '--agent-token', world.token, '--critical-quorum', '2']
  gateway = await startHeadless(cleanUp, args, profile)
  client = (await connectClient(cleanUp, gateway.profile)).client
  bare = cleanUp.add(await BareGateway.register(world.agent, world.token), (open) => open.close())
}

/** Starts the programs once for the test file that calls this, and ends them after it. */
export function openWorldScene() {
  beforeAll(start)
  afterAll(() => cleanUp.run())
}

const ajv = createContractAjv({ allErrors: true })

/** Calls a tool that needs no approval; its result must match the catalogue. */
export async function call(tool: string, given: Record<string, unknown> = {}) {
  const answer = await callTool(client, tool, given)
  expect(answer, JSON.stringify(answer)).toMatchObject({ success: true })
  ajv.validate(coreCatalogue.get(tool.replaceAll('_', '.'))?.returns ?? false, answer.data)
  expect(ajv.errors).toBeNull()
  return answer.data ?? {}
}

/** Approves the next request, which must be for this capability. */
export async function approveNext(tool: string, given: Record<string, unknown>, risk: string, after: number) {
  const question = await gateway.process.until(({ event }) => event === 'approval', { after })
  expect(question).toMatchObject({ risk, capabilityId: tool.replaceAll('_', '.'), arguments: given })
  gateway.process.send({ approve: question.id })
}

/** Calls a tool that needs approval, and approves it. */
export async function approved(tool: string, given: Record<string, unknown>, risk = 'high') {
  const after = gateway.process.lines.length
  const answer = call(tool, given)
  await approveNext(tool, given, risk, after)
  return answer
}

/** What happened from now on, as a player sees it. */
export function newView() {
  const after = world.process.lines.length
  const since = () => world.process.lines.slice(after)
  return {
    sees: (name: string, event: string, what: Line = {}) =>
      world.process.until((line) => line.event === event && line.name === name && matches(line, what), { after }),
    hasSeen: (name: string, event: string) => since().filter((line) => line.event === event && line.name === name),
  }
}

/** Two seconds of rain, until it has cleared up for everybody. */
export async function shower(view: ReturnType<typeof newView>) {
  await call('world_weather_set', { ...here, weather: 'rain', durationSeconds: 2 })
  expect(await call('world_weather_get', here)).toMatchObject({ weather: 'rain', remainingTicks: expect.any(Number) })
  for (const name of players) {
    await view.sees(name, 'player-weather', { weather: 'rain' })
    await view.sees(name, 'player-weather', { weather: 'clear' })
  }
}

/** The events of the game that the gateway gets from now on. */
export function newEvents() {
  const after = gateway.process.lines.length
  return (eventId: string, what: Line = {}) =>
    gateway.process.until((line) => line.eventId === eventId && matches(line.data as Line, what), { after })
}

const matches = (line: Line, what: Line) =>
  Object.entries(what).every(([name, value]) => JSON.stringify(line[name]) === JSON.stringify(value))

export const look = async (name: string, block?: object) => {
  const after = world.process.lines.length
  world.process.send({ look: name, ...(block && { block }) })
  return world.process.until((line) => line.event === 'player-sees' && line.name === name, { after })
}
