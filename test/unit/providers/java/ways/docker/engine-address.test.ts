import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { DockerUnavailable } from '../../../../../../src-main/providers/java/ways/docker/docker-failure.js'
import { problemOf } from '../../../../../../src-main/providers/java/ways/docker/engine.js'
import { engineAddressOf } from '../../../../../../src-main/providers/java/ways/docker/engine-address.js'

const at = (engine: string | undefined, variables: Record<string, string> = {}, platform: NodeJS.Platform = 'linux') =>
  engineAddressOf(engine, { variables, home: '/home/none', platform })
const problem = async (engine: string, variables: Record<string, string> = {}) =>
  at(engine, variables).then(
    () => 'none',
    (error) => (error instanceof DockerUnavailable ? error.problem : String(error)),
  )

it('is the socket of DOCKER_HOST, and the usual one without it', async () => {
  const socket = (socketPath: string) => ({ isLocal: true, target: { socketPath } })
  expect(await at(undefined, { DOCKER_HOST: 'unix:///run/own.sock' })).toEqual(socket('/run/own.sock'))
  expect(await at(undefined, {}, 'win32')).toEqual(socket('//./pipe/docker_engine'))
  expect(await at(undefined, { DOCKER_HOST: 'npipe:////./pipe/other' }, 'win32')).toEqual(socket('//./pipe/other'))
})

// One of the whole computer comes first.
it.skipIf(existsSync('/var/run/docker.sock'))('is that of the user, below the runtime folder or the home', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'docker-'))
  const run = (variables: Record<string, string> = {}) =>
    engineAddressOf(undefined, { variables, home: folder, platform: 'linux' })
  try {
    expect((await run()).target).toEqual({ socketPath: '/var/run/docker.sock' })
    const own = path.join(folder, '.docker', 'run', 'docker.sock')
    mkdirSync(path.dirname(own), { recursive: true })
    writeFileSync(own, '')
    expect((await run()).target).toEqual({ socketPath: own })
    const runtime = path.join(folder, 'docker.sock')
    writeFileSync(runtime, '')
    expect((await run({ XDG_RUNTIME_DIR: folder })).target).toEqual({ socketPath: runtime })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('is reached without TLS on this computer only', async () => {
  expect(await at('tcp://127.0.0.1:2375')).toMatchObject({ target: { host: '127.0.0.1', port: 2_375 } })
  expect((await at('tcp://[::1]:2375')).target).toEqual({ host: '::1', port: 2_375 })
  for (const engine of ['tcp://192.168.1.5:2375', 'tcp://example.com:2375', 'tcp://127.0.0.1.example.com:2375'])
    expect(await problem(engine)).toBe('unencrypted-engine')
})

it('is reached over a network with the certificates of the docker command', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'certificates-'))
  try {
    expect(await problem('tcp://example.com:2376', { DOCKER_CERT_PATH: folder })).toBe('no-certificates')
    for (const name of ['ca.pem', 'cert.pem', 'key.pem']) writeFileSync(path.join(folder, name), name)
    const { isLocal, target } = await at('tcp://example.com:2376', { DOCKER_CERT_PATH: folder })
    expect(isLocal).toBe(false)
    expect(target).toMatchObject({ host: 'example.com', port: 2_376, key: Buffer.from('key.pem') })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('counts as on this computer over a socket only, since a port may be a tunnel to elsewhere', async () => {
  expect((await at('unix:///run/own.sock')).isLocal).toBe(true)
  for (const engine of ['tcp://127.0.0.1:2375', 'tcp://localhost:2375', 'tcp://[::1]:2375'])
    expect((await at(engine)).isLocal, engine).toBe(false)
})

it('is reached over SSH by its user and host, and is then elsewhere', async () => {
  expect(await at('ssh://mc@example.com')).toEqual({
    isLocal: false,
    target: { ssh: { user: 'mc', host: 'example.com', port: 22 } },
  })
  expect((await at(undefined, { DOCKER_HOST: 'ssh://mc@[::1]:2222' })).target).toEqual({
    ssh: { user: 'mc', host: '::1', port: 2_222 },
  })
  for (const engine of ['ssh://example.com', 'ssh://mc:secret@example.com', 'ssh://mc@example.com/run/docker.sock'])
    expect(await problem(engine)).toBe('bad-engine-address')
})

it('says what else is no address', async () => {
  for (const engine of ['tcp://', 'tcp://127.0.0.1', 'http://127.0.0.1:1', 'tcp://u:p@127.0.0.1:1', 'nothing'])
    expect(await problem(engine)).toBe('bad-engine-address')
})

it.each([
  ['ECONNREFUSED', '/run/user/1000/docker.sock', 'no-own-engine'],
  ['ENOENT', '/home/steve/.docker/run/docker.sock', 'no-own-engine'],
  ['ENOENT', '/var/run/docker.sock', 'no-engine'],
  ['EACCES', '/var/run/docker.sock', 'no-permission'],
])('that is not reached (%s at %s) is said as %s', (code, address, problem) => {
  expect(problemOf(Object.assign(new Error(code), { code, address }))).toBe(problem)
})
