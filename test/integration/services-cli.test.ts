/** `gatehouse services` as a program, beside a gateway that runs and one that does not. */

import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { ServicesView } from '@shared/servers/service.js'
import { describe, expect, it } from 'vitest'
import { browse, startAuthorizationServer, startGuardedServer } from '../fakes/authorization-scene.js'
import { cleanUpForEach } from '../fixtures/for-each.js'
import { dist, root, startHeadless } from '../fixtures/programs.js'
import { until } from '../fixtures/until.js'

const cleanUp = cleanUpForEach()

const memory = path.join(root, 'node_modules', '@modelcontextprotocol', 'server-memory', 'dist', 'index.js')

function gatehouse(profile: string, ...args: readonly string[]) {
  const [act = '', ...rest] = args
  const given = [path.join(dist, 'cli.cjs'), 'services', act, '--profile', profile, ...rest]
  const env = { ...process.env, GATEHOUSE_NO_LAUNCH: '1' }
  const { status, stdout, stderr } = spawnSync(process.execPath, given, { encoding: 'utf8', timeout: 100_000, env })
  return { code: status, said: stdout.trim(), complained: stderr }
}

const stored = (profile: string) =>
  JSON.parse(readFileSync(path.join(profile, 'services.json'), 'utf8')) as { services: Record<string, object> }

const listed = (profile: string) =>
  JSON.parse(gatehouse(profile, 'list', '--json').said) as Pick<ServicesView, 'services' | 'problems'> & {
    running: boolean
  }

describe('gatehouse services, as a program', () => {
  it('adds, lists, stops, starts and removes a service while the gateway runs', async () => {
    const { profile } = await startHeadless(cleanUp, [])
    const env = `MEMORY_FILE_PATH=${path.join(profile, 'memory.json')}`
    const added = gatehouse(
      profile,
      'add',
      'Memory',
      '--env',
      env,
      '--env',
      'API_TOKEN=very-secret',
      '--',
      process.execPath,
      memory,
    )
    expect(added).toMatchObject({
      code: 0,
      said: 'Done.',
      complained: expect.stringContaining('No keychain') as unknown,
    })
    await until(() => listed(profile).services[0]?.status === 'running')
    expect(listed(profile)).toMatchObject({
      running: true,
      services: [{ name: 'Memory', namespace: 'memory', enabled: true }],
    })
    expect(stored(profile).services).toMatchObject({ Memory: { env: { API_TOKEN: '${secret:Memory/API_TOKEN}' } } })
    await until(() => gatehouse(profile, 'logs', 'Memory').said.includes('running on stdio'))

    expect(gatehouse(profile, 'stop', 'Memory')).toMatchObject({ code: 0 })
    await until(() => listed(profile).services[0]?.status === 'stopped')
    expect(stored(profile).services).toMatchObject({ Memory: { enabled: false } })
    expect(gatehouse(profile, 'restart', 'Memory')).toMatchObject({ code: 0 })
    await until(() => listed(profile).services[0]?.status === 'running')
    expect(gatehouse(profile, 'stop', 'Nobody')).toMatchObject({
      code: 1,
      complained: expect.stringContaining('No service') as unknown,
    })

    expect(gatehouse(profile, 'remove', 'Memory')).toMatchObject({ code: 0 })
    expect(listed(profile).services).toEqual([])
    expect(existsSync(path.join(profile, 'inbox'))).toBe(false)
  })

  it('prints the address of a sign-in, and revokes access', async () => {
    const authorization = cleanUp.add(await startAuthorizationServer(), (one) => one.close())
    const server = cleanUp.add(await startGuardedServer(authorization), (one) => one.close())
    const { profile } = await startHeadless(cleanUp, [])
    // The servers are in this process, so it must not wait for the program.
    const run = async (...args: readonly string[]) => {
      const [act = '', ...rest] = args
      const given = [path.join(dist, 'cli.cjs'), 'services', act, '--profile', profile, ...rest]
      return (await promisify(execFile)(process.execPath, given, { timeout: 100_000 })).stdout
    }
    const first = async () => (JSON.parse(await run('list', '--json')) as Pick<ServicesView, 'services'>).services[0]
    await run('add', 'Far', server.address)
    await until(async () => (await first())?.signIn === 'needed')
    expect(await run('list')).toContain('needs sign-in')
    await expect(browse((await run('signin', 'Far')).trim())).resolves.toMatchObject({ status: 200 })
    await until(async () => (await first())?.status === 'running')
    expect(await first()).toMatchObject({ signIn: 'signed-in' })
    await run('signout', 'Far')
    await until(async () => (await first())?.signIn === 'needed')
  })

  it('adds a service while no gateway runs, and reports which commands need one', async () => {
    const profile = cleanUp.folder()
    expect(gatehouse(profile, 'add', 'Web', 'http://127.0.0.1:9/mcp')).toMatchObject({ code: 0, said: 'Done.' })
    expect(gatehouse(profile, 'list').said).toBe('Web  starts with Gatehouse  http')
    expect(gatehouse(profile, 'logs', 'Web')).toMatchObject({
      code: 2,
      complained: expect.stringContaining('is not running') as unknown,
    })
    expect(gatehouse(profile, 'import', 'cursor')).toMatchObject({ code: 2 })
    const added = gatehouse(profile, 'add', 'Keyed', '--env', 'API_TOKEN=very-secret', '--', 'npx')
    expect(added).toMatchObject({ code: 2, complained: expect.stringContaining('cannot be started') as unknown })
    await startHeadless(cleanUp, [], profile)
    expect(stored(profile).services).toMatchObject({ Web: { type: 'http', url: 'http://127.0.0.1:9/mcp' } })
  })

  it('lists no key of a service, wherever a person wrote it', async () => {
    const { profile } = await startHeadless(cleanUp, [])
    const key = 'NmQ3YzI0ZjItOTk5OS00ZTc1LWE1YmQ6MGY5'
    const base = { enabled: false, namespace: 'a' }
    const services = {
      A: {
        ...base,
        type: 'stdio',
        command: 'npx',
        args: ['x', '--api-key', key, '-e', `A_TOKEN=${key}`],
        env: { ID: key },
      },
      B: { ...base, namespace: 'b', type: 'http', url: `https://a.example/s/${key}/mcp`, headers: { 'X-Key': key } },
    }
    writeFileSync(path.join(profile, 'services.json'), JSON.stringify({ services }))
    await until(() => listed(profile).services.length === 2)
    const [text, json] = [gatehouse(profile, 'list').said, gatehouse(profile, 'list', '--json').said]
    expect(text).toContain('npx x --api-key … -e A_TOKEN=…')
    expect(text).toContain('https://a.example/s/…/mcp')
    expect(text + json).not.toContain(key)
    writeFileSync(path.join(profile, 'env'), `\uFEFFKEPT=${'${HOME}'}\nSOME_TOKEN=${key}\n`, 'utf16le')
    gatehouse(
      profile,
      'add',
      'C',
      '--env-file',
      path.join(profile, 'env'),
      '--',
      'npx',
      `https://a.example/s/${key}/mcp`,
    )
    expect(stored(profile).services.C).toMatchObject({
      ...{ args: ['${secret:C/argument-1}'], env: { KEPT: '${HOME}', SOME_TOKEN: '${secret:C/SOME_TOKEN}' } },
    })
  })

  it('names the line of a file that is wrong, also when nothing runs', () => {
    const profile = cleanUp.folder()
    writeFileSync(path.join(profile, 'services.json'), '{\n  "services": { "x": { "type": "pipe" } }\n}')
    expect(gatehouse(profile, 'list')).toMatchObject({
      code: 1,
      complained: expect.stringContaining('services.json:2:24: services.x.type: must be one of') as unknown,
    })
  })

  it('moves nothing where only a desktop knows the clients', async () => {
    const { profile } = await startHeadless(cleanUp, [])
    const file = path.join(cleanUp.folder(), 'mcp_config.json')
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, '{"mcpServers":{"a":{"command":"x"}}}')
    expect(gatehouse(profile, 'import', file, '--yes')).toMatchObject({
      code: 1,
      complained: expect.stringContaining('Only the desktop app') as unknown,
    })
    expect(existsSync(path.join(profile, 'services.json'))).toBe(false)
  })

  it.each([
    [['add', 'x']],
    [['add', 'x', 'ftp://example.org']],
    [['add', 'x', 'http://example.org', '--env', 'A=1']],
    [['add', 'x', '--header', 'A: b', '--', 'npx']],
    [['stop']],
    [['accept', 'x']],
    [['list', 'x']],
  ])('refuses an ambiguous command line: %j', (args) => {
    expect(gatehouse(cleanUp.folder(), ...args)).toMatchObject({ code: 2 })
  })
})
