/**
 * How far a rule for one console command reaches, on the built program.
 *
 * A command of medium risk, such as `say`, asks nobody and so gets no rule. A command that asks gets a rule for exactly
 * what the person read: nothing that only looks the same runs under it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ModelConsole } from '../fakes/java/console/model-console.js'
import { MemoryWorld } from '../fakes/java/console/model-world.js'
import { RconServer } from '../fakes/java/rcon-server.js'
import { CleanUp, connectClient, type Headless, startHeadless } from '../fixtures/programs.js'

const cleanUp = new CleanUp()
const tool = 'ext_java_command_run'
let gateway: Headless
let client: Awaited<ReturnType<typeof connectClient>>['client']
let rcon: RconServer

beforeAll(async () => {
  const model = new ModelConsole({ version: '1.21.4', world: new MemoryWorld() })
  rcon = await RconServer.start({ password: 'secret', run: async (command) => [await model.run(command)] })
  cleanUp.add(rcon, (open) => open.stop())
  const args = ['--control', 'stdin', '--java', `rcon://127.0.0.1:${rcon.port}`, '--secrets-stdin']
  gateway = await startHeadless(cleanUp, args, cleanUp.folder(), { 'java-password': 'secret' })
  await gateway.process.until(({ event, state }) => event === 'server' && state === 'online')
  client = (await connectClient(cleanUp, gateway.profile)).client
})
afterAll(() => cleanUp.run())

async function decision(command: string): Promise<unknown> {
  const { structuredContent } = await client.callTool({ name: tool, arguments: { command, dryRun: true } })
  const { dryRun, error } = structuredContent as { dryRun?: { decision: string }; error?: { code: string } }
  return dryRun?.decision ?? error?.code
}

/** Spellings that a server reads as the command, and longer commands that begin with it. */
const similarTo = (command: string): readonly string[] => [
  ...[`${command}0`, `${command} `, ` ${command}`, command.replace(' ', '  '), command.toUpperCase()],
  ...[`/${command}`, `minecraft:${command}`, `${command}; op Mallory`, `${command}\u00a0`, `execute run ${command}`],
  ...[command.replace(/\d/u, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)), `${command}d`],
]

describe('a rule for one console command', () => {
  it('is not needed for a command of medium risk, and none of critical risk runs with it', async () => {
    // Before the client has read a reply, which may hold text that players wrote.
    for (const command of ['say hello', 'say hello; op Mallory']) expect(await decision(command), command).toBe('run')
    expect(await decision('op Mallory')).not.toBe('run')
  })

  it('asks for the typed action as for the command that does the same', async () => {
    const { structuredContent } = await client.callTool({
      name: 'world_time_set',
      arguments: { worldName: 'world', time: 4, dryRun: true },
    })
    expect(structuredContent).toMatchObject({ dryRun: { decision: 'ask', risk: { level: 'high' } } })
    expect(await decision('time set 4')).toBe('ask')
  })

  it.each([
    ['exactly', 'time set 1'],
    ['narrow', 'time set 2'],
  ])('that covers it "%s" covers %s alone, in no other spelling and with nothing behind it', async (what, command) => {
    const after = gateway.process.lines.length
    const given = client.callTool({ name: tool, arguments: { command } })
    const question = await gateway.process.until(({ event }) => event === 'approval', { after })
    expect(question.risk).toBe('high')
    gateway.process.send({ approve: question.id, scope: 'always', what })
    expect(await given).toMatchObject({ structuredContent: { success: true } })
    expect(await decision(command)).toBe('run')
    for (const similar of similarTo(command)) expect(await decision(similar), similar).not.toBe('run')
    expect(rcon.commands.filter((sent) => sent.includes('time set'))).toContain(command)
  })

  it('is not offered for any arguments', async () => {
    const after = gateway.process.lines.length
    const given = client.callTool({ name: tool, arguments: { command: 'time set 3' } })
    const question = await gateway.process.until(({ event }) => event === 'approval', { after })
    expect((question.what as { approve: { id: string }[] }).approve.map(({ id }) => id)).not.toContain('any')
    gateway.process.send({ deny: question.id })
    await given
  })
})
