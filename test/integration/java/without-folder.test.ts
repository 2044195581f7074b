/** A Java server over RCON alone, as every rented server is: what is listed works, and says what cannot be undone. */

import { describe, expect, it } from 'vitest'
import { ModelConsole } from '../../fakes/java/console/model-console.js'
import { MemoryWorld } from '../../fakes/java/console/model-world.js'
import { RconServer } from '../../fakes/java/rcon-server.js'
import { cleanUpForEach } from '../../fixtures/for-each.js'
import { callTool, connectClient, startHeadless } from '../../fixtures/programs.js'

const password = 'a-password-of-the-console'
const cleanUp = cleanUpForEach()

async function connect(version: string, replaced: Readonly<Record<string, string>> = {}) {
  const world = new MemoryWorld()
  world.join('Steve')
  const model = new ModelConsole({ version, world })
  for (const [start, reply] of Object.entries(replaced)) model.replaced.set(start, reply)
  const run = async (command: string) => [await model.run(command)]
  const rcon = cleanUp.add(await RconServer.start({ password, run }), (open) => open.stop())
  const args = ['--control', 'stdin', '--java', `rcon://127.0.0.1:${rcon.port}`, '--java-password', password]
  const { process: program, profile } = await startHeadless(cleanUp, args)
  await program.until(({ event, state }) => event === 'server' && state === 'online')
  const { client } = await connectClient(cleanUp, profile)
  const tools = (await client.listTools()).tools.map(({ name }) => name)
  const approved = async (tool: string, given: Record<string, unknown>) => {
    const after = program.lines.length
    const response = callTool(client, tool, given)
    const question = await program.until(({ event }) => event === 'approval', { after })
    program.send({ approve: question.id })
    return { response: await response, question }
  }
  return { world, model, tools, approved }
}

const location = { world: 'world', x: 3, y: 70, z: -4 }
const noUndo = { possible: false, why: 'unread' }

describe('a Java server without a readable folder', () => {
  it.each(['1.8.9', '1.12.2', '1.20.4', '26.1'])('sets a block on %s after one approval', async (version) => {
    const { model, tools, approved } = await connect(version)
    expect(tools).toContain('world_block_set')
    expect(tools).not.toContain('world_block_get')
    const { response, question } = await approved('world_block_set', { location, type: 'minecraft:stone' })
    expect(question).toMatchObject({ capabilityId: 'world.block.set', risk: 'high', undo: noUndo })
    expect(response).toMatchObject({ success: true, data: { type: 'minecraft:stone' } })
    expect(model.ran.filter((command) => command.startsWith('setblock'))).toEqual(['setblock 3 70 -4 minecraft:stone'])
  })

  it('sets the time where a plugin replaced the command that reads it', async () => {
    const { tools, approved, model } = await connect('1.20.4', { 'time query': 'Zeit: spät' })
    expect(tools).toContain('world_time_set')
    expect(tools).not.toContain('world_time_get')
    const { response, question } = await approved('world_time_set', { worldName: 'world', time: 18_000 })
    expect(question).toMatchObject({ undo: noUndo })
    expect(response).toMatchObject({ success: true, data: { time: 18_000 } })
    expect(model.ran).toContain('time set 18000')
  })

  it('does not list an action that needs a value which cannot be read', async () => {
    const { tools } = await connect('1.20.4', { gamerule: 'Regel: ja' })
    expect(tools).not.toContain('world_rule_set')
    expect(tools).toContain('world_block_set')
  })
})
