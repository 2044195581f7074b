/** `gatehouse backups`, the built command beside the built program, over a model of a Java server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ModelConsole } from '../../fakes/java/console/model-console.js'
import { MemoryWorld } from '../../fakes/java/console/model-world.js'
import { RconServer } from '../../fakes/java/rcon-server.js'
import { SavingServer } from '../../fakes/java/saving-server.js'
import { CleanUp, dist, type Headless, startHeadless } from '../../fixtures/programs.js'

const cleanUp = new CleanUp()
const password = 'a-password-of-the-console'
let program: Headless
let rcon: RconServer
let server: string
let id: string

beforeAll(async () => {
  server = cleanUp.folder()
  mkdirSync(path.join(server, 'world'))
  mkdirSync(path.join(server, 'logs'))
  writeFileSync(path.join(server, 'server.properties'), 'level-name=world\n')
  writeFileSync(path.join(server, 'world', 'level.dat'), 'level')
  const game = new SavingServer()
  const model = new ModelConsole({ version: '1.20.4', world: new MemoryWorld() })
  const run = async (command: string) => [await (command.startsWith('save-') ? game : model).run(command)]
  rcon = cleanUp.add(await RconServer.start({ password, run }), (open) => open.stop())
  const args = ['--control', 'stdin', '--java', `rcon://127.0.0.1:${rcon.port}`, '--java-password', password]
  program = await startHeadless(cleanUp, [...args, '--java-folder', server])
  const online = await program.process.until(({ event, state }) => event === 'server' && state === 'online')
  id = String(online.id)
})
afterAll(() => cleanUp.run())

async function command(...args: string[]) {
  const all = [path.join(dist, 'cli.cjs'), 'backups', ...args, '--profile', program.profile]
  const child = spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'pipe'] })
  let [said, complained] = ['', '']
  child.stdout.on('data', (text) => {
    said += text
  })
  child.stderr.on('data', (text) => {
    complained += text
  })
  const [code] = await once(child, 'close')
  return { code, said, complained }
}

const approveNext = async (more: object = {}) => {
  const after = program.process.lines.length
  const { id: question, mustType } = await program.process.until(({ event }) => event === 'approval', { after })
  program.process.send({ approve: question, ...(mustType !== undefined && { typed: mustType }), ...more })
}

describe('gatehouse backups', () => {
  it('makes a backup after a person approves, and lists it', async () => {
    expect((await command('list', id)).said).toBe('This server has no backups.\n')
    const approving = approveNext()
    const made = await command('make', id, '--name', 'before the event')
    await approving
    expect(made).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^Made \d{8}-\d{6}-[0-9a-f]{4}\.\nWorlds: world\n$/u),
    })
    const listed = JSON.parse((await command('list', id, '--json')).said)
    expect(listed).toMatchObject([{ name: 'before the event', files: 1, worlds: ['world'] }])
  })

  it('makes no backup when a person denies', async () => {
    const after = program.process.lines.length
    const making = command('make', id)
    const { id: question } = await program.process.until(({ event }) => event === 'approval', { after })
    program.process.send({ deny: question })
    expect((await making).code).toBe(1)
    expect(JSON.parse((await command('list', id, '--json')).said)).toHaveLength(1)
  })

  it('restores nothing while the server runs, and a backup while it is stopped', async () => {
    const [{ id: backup }] = JSON.parse((await command('list', id, '--json')).said)
    const level = path.join(server, 'world', 'level.dat')
    writeFileSync(level, 'later')
    const refusing = approveNext()
    const refused = await command('restore', id, backup)
    await refusing
    expect(refused).toMatchObject({ code: 1, complained: expect.stringContaining('Stop the server, then try again.') })
    expect(readFileSync(level, 'utf8')).toBe('later')

    await rcon.stop()
    await program.process.until(({ event, state }) => event === 'server' && state === 'offline')
    const approving = approveNext()
    expect(await command('restore', id, backup)).toMatchObject({ code: 0, said: 'Restored.\nWorlds: world\n' })
    await approving
    expect(readFileSync(level, 'utf8')).toBe('level')
    expect(readdirSync(server).some((name) => name.startsWith('world.before-'))).toBe(true)
  })

  it('removes one only with --yes', async () => {
    const [{ id: backup }] = JSON.parse((await command('list', id, '--json')).said)
    expect((await command('remove', id, backup)).code).toBe(2)
    expect(await command('remove', id, backup, '--yes')).toMatchObject({ code: 0, said: 'Removed.\n' })
    expect(JSON.parse((await command('list', id, '--json')).said)).toEqual([])
    expect((await command('remove', id, backup, '--yes')).code).toBe(2)
  })

  it('reports missing arguments, and that the program must run', async () => {
    expect((await command('restore', id)).complained).toContain('BACKUP is missing')
    expect((await command('list', 'nobody')).code).toBe(2)
  })
})
