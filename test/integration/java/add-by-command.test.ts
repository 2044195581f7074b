/** A server at a host, added from outside: by the command line to a program that runs, and by an option at its start. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { ModelConsole } from '../../fakes/java/console/model-console.js'
import { MemoryWorld } from '../../fakes/java/console/model-world.js'
import { McsManagerModel, modelKey } from '../../fakes/java/mcsmanager-model.js'
import { PanelScene, sceneUuid } from '../../fakes/java/panel/panel-scene.js'
import { cleanUpForEach } from '../../fixtures/for-each.js'
import { callTool, connectClient, dist, startHeadless } from '../../fixtures/programs.js'

const cleanUp = cleanUpForEach()

/** The model panel answers while it runs. */
async function gatehouse(...args: readonly string[]) {
  const { GATEHOUSE_PANEL_KEY, ...rest } = process.env
  const program = spawn(process.execPath, [path.join(dist, 'cli.cjs'), ...args], {
    env: { ...rest, GATEHOUSE_NO_LAUNCH: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said, complained, [code]] = await Promise.all([
    text(program.stdout),
    text(program.stderr),
    once(program, 'close'),
  ])
  return { code: code as number, said, complained }
}

async function startHost(files: readonly string[] = ['server.properties', 'logs/latest.log']) {
  const world = new MemoryWorld()
  world.join('Steve')
  const model = new ModelConsole({ version: '1.20.4', world })
  const host = await PanelScene.start({ clock: systemClock, run: (command) => model.messages(command) })
  cleanUp.add(host, (open) => open.close())
  for (const file of files) host.node.files.put(file, 'level-name=world\n')
  host.node.process.start()
  const keyFile = path.join(cleanUp.folder(), 'key')
  writeFileSync(keyFile, `${host.key}\n`, { mode: 0o600 })
  return { host, keyFile, address: `pterodactyl://${new URL(host.panel.origin).host}/${sceneUuid}` }
}

const listsSteve = async (profile: string) => {
  const { client } = await connectClient(cleanUp, profile)
  expect(JSON.stringify(await callTool(client, 'player_list', {}))).toContain('Steve')
}

describe('a server at a host', () => {
  it('is added by the command line, whose test prints each part', async () => {
    const { host, keyFile, address } = await startHost()
    const { process: program, profile } = await startHeadless(cleanUp, ['--control', 'stdin'])
    const inProfile = ['--profile', profile]
    const added = await gatehouse(
      ...['servers', 'add', 'Survival', address, '--key-file', keyFile, '--node', host.node.host, ...inProfile],
    )
    expect(added).toMatchObject({ code: 0, said: expect.stringContaining('Survival') })
    await program.until(({ event, server, state }) => event === 'server' && server === 'Survival' && state === 'online')
    await listsSteve(profile)
    const tested = await gatehouse('servers', 'test', 'Survival', ...inProfile)
    expect(tested).toMatchObject({ code: 0, complained: '' })
    expect(tested.said).toBe(
      ['console', 'log', 'files', 'power', 'key']
        .map(
          (part) => `works  Survival  ${part}
`,
        )
        .join(''),
    )
    const { said } = await gatehouse('servers', 'test', 'Survival', '--json', ...inProfile)
    const parts = ['console', 'log', 'files', 'power', 'key'].map((part) => ({ part, state: 'works' }))
    expect(JSON.parse(said)).toEqual({ ok: true, parts })
    expect(JSON.stringify(program.lines) + added.said + tested.said).not.toContain(host.key)
  })

  it('is stopped and started by the command line, which names who is online first', async () => {
    const { host, keyFile, address } = await startHost()
    const { process: program, profile } = await startHeadless(cleanUp, ['--control', 'stdin'])
    const inProfile = ['--profile', profile]
    await gatehouse(
      ...['servers', 'add', 'Survival', address, '--key-file', keyFile, '--node', host.node.host, ...inProfile],
    )
    await program.until(({ event, server, state }) => event === 'server' && server === 'Survival' && state === 'online')
    await listsSteve(profile)
    const asked = await gatehouse('servers', 'stop', 'Survival', ...inProfile)
    expect(asked).toMatchObject({ code: 1, said: '' })
    expect(asked.complained).toContain('--yes')
    expect(host.node.process.state).toBe('running')
    const stopped = await gatehouse('servers', 'stop', 'Survival', '--yes', ...inProfile)
    expect(stopped).toEqual({ code: 0, said: 'Survival is stopped.\n', complained: '' })
    const again = await gatehouse('servers', 'stop', 'Survival', '--yes', '--json', ...inProfile)
    expect(JSON.parse(again.said)).toEqual({ ok: true, outcome: 'already', state: 'stopped' })
    const started = await gatehouse('servers', 'start', 'Survival', ...inProfile)
    expect(started).toEqual({ code: 0, said: 'Survival is started.\n', complained: '' })
    const { said } = await gatehouse('audit', 'search', '--json', ...inProfile)
    expect(said).toContain('system.power.stop')
  })

  it('whose node nobody accepted is added, and the test names the option that accepts it', async () => {
    const { host, keyFile, address } = await startHost()
    const { profile } = await startHeadless(cleanUp, ['--control', 'stdin'])
    const inProfile = ['--profile', profile]
    await gatehouse('servers', 'add', 'Survival', address, '--key-file', keyFile, ...inProfile)
    const tested = await gatehouse('servers', 'test', 'Survival', ...inProfile)
    expect(tested.code).toBe(1)
    expect(tested.said).toContain(`The server runs on the machine ${host.node.host}.`)
    expect(tested.said).toContain(`--node ${host.node.host}`)
    expect(host.node.consoles).toBe(0)
  })

  it('of which a file is missing is reported with that part alone', async () => {
    const { host, keyFile, address } = await startHost(['logs/latest.log'])
    const { profile } = await startHeadless(cleanUp, ['--control', 'stdin'])
    const inProfile = ['--profile', profile]
    await gatehouse(
      ...['servers', 'add', 'Survival', address, '--key-file', keyFile, '--node', host.node.host, ...inProfile],
    )
    const { code, said } = await gatehouse('servers', 'test', 'Survival', '--json', ...inProfile)
    expect(code).toBe(1)
    expect(JSON.parse(said)).toMatchObject({
      ok: false,
      parts: [
        { part: 'console', state: 'works' },
        { part: 'log', state: 'works' },
        { part: 'files', state: 'failed' },
        { part: 'power', state: 'works' },
        { part: 'key', state: 'works' },
      ],
    })
  })

  it('is named at the start of the program without a window', async () => {
    const { host, keyFile, address } = await startHost()
    const args = ['--server', address, '--server-key-file', keyFile, '--server-node', host.node.host]
    const { process: program, profile } = await startHeadless(cleanUp, ['--control', 'stdin', ...args])
    await program.until(({ event, state }) => event === 'server' && state === 'online')
    await listsSteve(profile)
    expect(JSON.stringify(program.lines)).not.toContain(host.key)
  })

  it('with MCSManager is online in the built program, which brings the client of its console along', async () => {
    const world = new MemoryWorld()
    world.join('Steve')
    const server = new ModelConsole({ version: '1.20.4', world })
    const model = await McsManagerModel.start((command) => server.messages(command))
    cleanUp.add(model, (open) => open.stop())
    const keyFile = path.join(cleanUp.folder(), 'key')
    writeFileSync(keyFile, `${modelKey}\n`, { mode: 0o600 })
    const { address: panel, daemon, instance, node } = model.address
    const address = `mcsmanager://${new URL(panel).host}/${daemon}/${instance}`
    const args = ['--server', address, '--server-key-file', keyFile, '--server-node', node]
    const { process: program, profile } = await startHeadless(cleanUp, ['--control', 'stdin', ...args])
    await program.until(({ event, state }) => event === 'server' && state === 'online')
    await listsSteve(profile)
    expect(JSON.stringify(program.lines)).not.toContain(modelKey)
  })
})
