/** A server in a container of a real Docker engine, reached through a real sshd on which forwarding is off. */
import { mkdtempSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { ServerWay } from '../../../src-main/providers/java/ports.js'
import { createDockerWay, listContainers } from '../../../src-main/providers/java/ways/docker/docker-way.js'
import type { EngineAccessOptions } from '../../../src-main/providers/java/ways/docker/engine-access.js'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { RealEngine } from '../../fakes/java/docker/real-engine.js'
import { Sshd, sshdMissing } from '../../fakes/java/ssh/real-sshd.js'
import { RecordingLog } from '../../fakes/recording-log.js'

const missing = sshdMissing()
const prepared = missing ?? (await RealEngine.prepare())
if (typeof prepared === 'string') console.log(`Docker over SSH is not tested here: ${prepared}`)

const isMissing = typeof prepared === 'string'
const engine = prepared as RealEngine
const timeout = 60_000
let sshd: Sshd

beforeAll(async () => {
  if (isMissing) return
  // Tunnels are off: only the command is used.
  sshd = await Sshd.start({
    settings: [`SetEnv DOCKER_HOST=unix://${engine.socket} PATH=${process.env.PATH}`, 'DisableForwarding yes'],
  })
  await engine.container('mc', 25_599)
}, timeout)

afterAll(async () => {
  if (isMissing) return
  await sshd.stop()
  await engine.remove()
}, timeout)

const environment = (variables: Readonly<Record<string, string>> = {}): EngineAccessOptions => ({
  variables,
  home: sshd.home,
  platform: process.platform,
  clock: systemClock,
  log: new RecordingLog(),
})
const machine = () => `ssh://${sshd.user}@127.0.0.1:${sshd.port}`

const wayBy = (settings: { readonly hostKey?: string }, container = 'mc'): ServerWay => {
  const { keyFile } = sshd
  const way = createDockerWay(
    { address: { kind: 'docker', container, engine: machine() }, keyFile, ...settings },
    { ...environment(), openLocal: async () => expect.fail('The volume is elsewhere.') },
  )
  onTestFinished(() => way.stop())
  return way
}

const became = (way: ServerWay, kind: string) => expect.poll(() => way.console?.state.kind, { timeout }).toBe(kind)

it.skipIf(isMissing)('runs commands, follows the log, reads files and knows the state', { timeout }, async () => {
  const way = wayBy({ hostKey: sshd.fingerprint })
  const lines: string[] = []
  const reader = way.openLog?.({
    startsAtEnd: true,
    onLines: async (found) => lines.push(...found.map(({ text }) => text)) > 0,
  })
  way.console?.start()
  await became(way, 'online')
  await reader?.poll()
  const replies = await Promise.all(['list', 'time query daytime'].map((command) => way.console?.run(command)))
  expect(replies).toEqual([expect.stringMatching(/^There are 0/u), expect.stringMatching(/^The time is \d+$/u)])
  const seen = async () => {
    await reader?.poll()
    return lines.join('\n')
  }
  await expect.poll(seen, { timeout }).toContain('command list')
  const files = await way.openFiles?.()
  expect((await files?.read('eula.txt', 100))?.toString()).toContain('eula=true')
  expect(await way.power?.state()).toBe('running')
  await reader?.close()
})

it.skipIf(isMissing)('asks about a host key that nobody trusted, before it signs in', { timeout }, async () => {
  const way = wayBy({})
  way.console?.start()
  await became(way, 'offline')
  expect(way.console?.state).toMatchObject({
    problem: { code: 'AUTH.HOST_KEY_UNKNOWN', details: { fingerprint: sshd.fingerprint } },
  })
})

it.skipIf(isMissing)('says what the command there complains about', { timeout }, async () => {
  const gone = `unix://${engine.folder}/nothing.sock`
  const other = await Sshd.start({ settings: [`SetEnv DOCKER_HOST=${gone} PATH=${process.env.PATH}`] })
  onTestFinished(() => other.stop())
  const { user, port, keyFile, fingerprint: hostKey } = other
  const silent = createDockerWay(
    { address: { kind: 'docker', container: 'mc', engine: `ssh://${user}@127.0.0.1:${port}` }, keyFile, hostKey },
    {
      variables: {},
      home: homedir(),
      platform: process.platform,
      clock: systemClock,
      log: new RecordingLog(),
      openLocal: async () => expect.fail('The volume is elsewhere.'),
    },
  )
  onTestFinished(() => silent.stop())
  silent.console?.start()
  await became(silent, 'offline')
  expect(silent.console?.state).toMatchObject({
    problem: { details: { reason: 'docker-engine-over-ssh', text: expect.stringContaining('nothing.sock') } },
  })
})

it.skipIf(isMissing)('lists the containers there, also where DOCKER_HOST names SSH, and connects to one', async () => {
  const { keyFile, fingerprint: hostKey } = sshd
  const signIn = { keyFile, hostKey }
  for (const [place, variables] of [
    [{ engine: machine(), ...signIn }, {}],
    [signIn, { DOCKER_HOST: machine() }],
  ] as const) {
    const listed = await listContainers(place, environment(variables))
    expect(listed).toMatchObject({ engine: machine(), containers: [{ name: 'mc', state: 'running' }] })
  }
})

it.skipIf(isMissing)('lists nothing before its host key is trusted, and says so', async () => {
  const { keyFile } = sshd
  await expect(listContainers({ engine: machine(), keyFile }, environment())).rejects.toMatchObject({
    code: 'AUTH.HOST_KEY_UNKNOWN',
    details: { fingerprint: sshd.fingerprint },
  })
})

it.skipIf(isMissing)(
  'reads and writes the data volume over SFTP where the user may, else copies',
  { timeout },
  async () => {
    const folder = mkdtempSync(path.join(engine.folder, 'data-'))
    await engine.container('bound', 25_598, '-v', `${folder}:/data`)
    const way = wayBy({ hostKey: sshd.fingerprint }, 'bound')
    way.console?.start()
    await became(way, 'online')
    const files = await way.openFiles?.()
    expect(files?.place).toBe(`${machine()}${folder}`)
    expect((await files?.read('eula.txt', 100))?.toString()).toContain('eula=true')
    expect(files?.writer).toBeDefined()
    const copies = await wayBy({ hostKey: sshd.fingerprint }).openFiles?.()
    expect([copies?.place, copies?.writer]).toEqual(['docker://mc/data', undefined])
  },
)
