/** The tools of the command line as programs: against each other, and against a gateway that runs. */

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { cleanUpForEach } from '../fixtures/for-each.js'
import { dist, startHeadless } from '../fixtures/programs.js'
import { until } from '../fixtures/until.js'

const cli = path.join(dist, 'cli.cjs')

const gatehouse = (
  args: readonly string[],
  more: { input?: string; token?: string; launch?: readonly string[] } = {},
) => {
  const { GATEHOUSE_TOKEN, ...rest } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
    input: more.input ?? '',
    env: {
      ...rest,
      ...(more.launch ? { GATEHOUSE_LAUNCH: JSON.stringify(more.launch) } : { GATEHOUSE_NO_LAUNCH: '1' }),
      ...(more.token && { GATEHOUSE_TOKEN: more.token }),
    },
    encoding: 'utf8',
    timeout: 100_000,
  })
  return { code: status, said: stdout, complained: stderr }
}

// verifies: agents-tools
describe('the tools of the command line, as programs', () => {
  const cleanUp = cleanUpForEach()

  const simulate = async (...args: readonly string[]) => {
    const program = cleanUp.program([cli, 'simulate', '--port', '0', '--token', 'sekrit', '--json', ...args])
    const { agent } = await program.until(({ event }) => event === 'ready')
    return { program, address: String(agent) }
  }

  it.each([
    ['the demo world', []],
    ['the demo world, controlled over stdin', ['--control', 'stdin']],
    ['a mock', ['test/fixtures/manifests/good/one.json']],
  ])('simulate serves %s, and ends well when it is asked to', async (_what, args) => {
    const { program, address } = await simulate(...args)
    expect(gatehouse(['servers', 'test', address], { token: 'sekrit' }).code).toBe(0)
    expect(await program.end('SIGINT')).toBe(0)
  })

  it('sandbox reads the call from standard input', () => {
    const { code, said } = gatehouse(['sandbox', 'player.list', '-', '--json'], { input: '{}' })
    expect(code).toBe(0)
    expect(JSON.parse(said)).toMatchObject({ outcome: 'done', obeys: true, changes: [] })
  })

  it('starts the program to add a server, which then runs with it, and leaves no token in a file', async () => {
    const { address } = await simulate()
    const profile = cleanUp.folder()
    const inProfile = ['--profile', profile]
    const launch = [process.execPath, path.join(dist, 'headless.cjs'), ...inProfile]
    const added = gatehouse(['servers', 'add', 'Mine', address, '--token-stdin', ...inProfile], {
      input: 'sekrit\n',
      launch,
    })
    expect(added).toMatchObject({ code: 0, said: expect.stringContaining('Mine (') })
    const endpoint = path.join(profile, 'gateway.json')
    await until(() => existsSync(endpoint))
    const { pid } = JSON.parse(readFileSync(endpoint, 'utf8')) as { readonly pid: number }
    cleanUp.add(pid, (started) => process.kill(started))
    await until(() => gatehouse(['servers', 'list', ...inProfile]).said.includes('online'))
    expect(JSON.parse(gatehouse(['servers', 'list', '--json', ...inProfile]).said)).toMatchObject({
      running: true,
      servers: [{ name: 'Mine', origin: 'settings', state: 'online', unaccepted: 30 }],
    })
    expect(existsSync(path.join(profile, 'inbox'))).toBe(false)
  })

  it('adds no server where no program that keeps its token can be started', async () => {
    const profile = cleanUp.folder()
    const { code, complained } = gatehouse(['servers', 'add', 'Mine', 'ws://127.0.0.1:1', '--profile', profile], {
      token: 'sekrit',
    })
    expect(code).toBe(2)
    expect(complained).toContain('cannot be started')
  })

  it('a server added to the headless program is accepted on its stdin, as the command says', async () => {
    const { address } = await simulate()
    const { profile, process: program } = await startHeadless(cleanUp, ['--control', 'stdin'])
    const inProfile = ['--profile', profile]
    const { said } = gatehouse(['servers', 'add', 'Mine', address, ...inProfile], { token: 'sekrit' })
    const line = /standard input of the program: (\{.*\})\./u.exec(said)?.[1] ?? ''
    expect(line).toBe(`{"accept":"${new URL(address).host}"}`)
    expect(said).toContain('in the window of an owner')
    await program.until(
      ({ event, capabilities }) => event === 'quarantine' && (capabilities as unknown[]).length === 30,
    )
    program.send(JSON.parse(line))
    await program.until(({ event, capabilities }) => event === 'quarantine' && (capabilities as unknown[]).length === 0)
    const list = gatehouse(['servers', 'list', '--json', ...inProfile])
    expect(JSON.parse(list.said).servers).toEqual([expect.not.objectContaining({ unaccepted: expect.anything() })])
  })

  it('adds and removes a server while the program runs, and warns that there is no secret store', async () => {
    const { address } = await simulate()
    const { profile, process: program } = await startHeadless(cleanUp, [])
    const inProfile = ['--profile', profile]
    const added = gatehouse(['servers', 'add', 'Mine', address, ...inProfile], { token: 'sekrit' })
    expect(added).toMatchObject({ code: 0, said: expect.stringContaining('its token is lost when Gatehouse stops') })
    await program.until(({ event, server, state }) => event === 'server' && server === 'Mine' && state === 'online')
    expect(gatehouse(['servers', 'remove', 'Mine', ...inProfile]).said).toContain('is removed')
    await until(() => gatehouse(['servers', 'list', ...inProfile]).said.includes('No servers.'))
    expect(JSON.stringify(program.lines)).not.toContain('sekrit')
  })
})
