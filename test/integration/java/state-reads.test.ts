/** How often the state of a Java server is read for one call: each read is a command that its console runs. */

import { describe, expect, it } from 'vitest'
import { ModelConsole } from '../../fakes/java/console/model-console.js'
import { MemoryWorld } from '../../fakes/java/console/model-world.js'
import { RconServer } from '../../fakes/java/rcon-server.js'
import { cleanUpForEach } from '../../fixtures/for-each.js'
import { callTool, connectClient, startHeadless } from '../../fixtures/programs.js'

const password = 'a-password-of-the-console'
const cleanUp = cleanUpForEach()

/** Polls and probes are no part of a call. */
const isPoll = (command: string) => command.startsWith('list') || command.startsWith('tick ')

async function connect() {
  const world = new MemoryWorld()
  world.join('Steve')
  const model = new ModelConsole({ version: '1.20.4', world })
  const run = async (command: string) => [await model.run(command)]
  const rcon = cleanUp.add(await RconServer.start({ password, run }), (open) => open.stop())
  const args = ['--control', 'stdin', '--java', `rcon://127.0.0.1:${rcon.port}`, '--java-password', password]
  const { process: program, profile } = await startHeadless(cleanUp, args)
  await program.until(({ event, state }) => event === 'server' && state === 'online')
  const { client } = await connectClient(cleanUp, profile)
  let from = model.ran.length
  return {
    program,
    call: (tool: string, given: Record<string, unknown>) => callTool(client, tool, given),
    /** Changes the world from outside. */
    change: (command: string) => model.run(command),
    /** The commands since the last look. */
    commands() {
      const ran = model.ran.slice(from).filter((command) => !isPoll(command))
      from = model.ran.length
      return ran
    },
  }
}

describe('a call to a Java server', () => {
  it('that a person approves reads the state when asked, once more when approved, and once after it', async () => {
    const { program, call, commands } = await connect()
    const after = program.lines.length
    const response = call('world_time_set', { worldName: 'world', time: 18_000 })
    const question = await program.until(({ event }) => event === 'approval', { after })
    expect(question).toMatchObject({ before: { time: 1_000 } })
    expect(commands()).toEqual(['time query daytime'])

    program.send({ approve: question.id })
    expect(await response).toMatchObject({ success: true, data: { previousTime: 1_000, time: 18_000 } })
    const { requestId } = await program.until(({ event }) => event === 'undoable', { after })
    expect(commands()).toEqual(['time query daytime', 'time set 18000', 'time query daytime'])

    const ordered = program.lines.length
    program.send({ undo: requestId })
    await program.until(({ event }) => event === 'undone', { after: ordered })
    await program.until(({ event }) => event === 'undoable', { after: ordered })
    // For the preview, for the undo of the undo, and after it.
    expect(commands()).toEqual(['time query daytime', 'time query daytime', 'time set 1000', 'time query daytime'])
  })

  it('returns the state of the moment of approval, not that of the question', async () => {
    const { program, call, change } = await connect()
    const after = program.lines.length
    const response = call('world_time_set', { worldName: 'world', time: 18_000 })
    const question = await program.until(({ event }) => event === 'approval', { after })
    await change('time set 6000')
    program.send({ approve: question.id })
    expect(await response).toMatchObject({ data: { previousTime: 6_000 } })
    const { requestId } = await program.until(({ event }) => event === 'undoable', { after })
    program.send({ undo: requestId })
    await program.until(({ event }) => event === 'undone', { after })
    expect(await call('world_time_get', { worldName: 'world' })).toMatchObject({ data: { time: 6_000 } })
  })

  it('that needs no approval reads the state once before it and once after it', async () => {
    const { program, call, commands } = await connect()
    const after = program.lines.length
    expect(await call('ext_java_difficulty_set', { difficulty: 'hard' })).toMatchObject({ success: true })
    await program.until(({ event }) => event === 'undoable', { after })
    expect(commands()).toEqual(['difficulty', 'difficulty hard', 'difficulty'])
  })

  it('to teleport a player reads where the player is, and nothing else about the player', async () => {
    const { program, call, commands } = await connect()
    const after = program.lines.length
    const location = { world: 'world', x: 12.5, y: 70, z: 9.5 }
    expect(await call('player_teleport', { playerName: 'Steve', location })).toMatchObject({ success: true })
    await program.until(({ event }) => event === 'undoable', { after })
    const position = ['Pos', 'Rotation', 'Dimension'].map((path) => `data get entity Steve ${path}`)
    expect(commands()).toEqual([...position, 'tp Steve 12.5 70 9.5 0 0', 'data get entity Steve Rotation', ...position])
  })
})
