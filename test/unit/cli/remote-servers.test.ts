import path from 'node:path'
import type { ContractError } from '@contract/generated/error.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCommandLine } from '../../../src-main/cli/command-line.js'
import { parseOptions } from '../../../src-main/headless/options.js'
import { folderForEach } from '../../fixtures/for-each.js'
import { serveServers } from '../../fixtures/serve-servers.js'
import { terminal } from '../../fixtures/terminal.js'

const profile = folderForEach()
let program: Awaited<ReturnType<typeof serveServers>>
beforeEach(async () => {
  program = await serveServers(profile())
})
afterEach(async () => {
  await program.stop()
})

const hostKey = `SHA256:${'A'.repeat(43)}`
const files = { key: 'ptlc_secret\n', login: 'passphrase\n', rcon: 'sekrit\n' }

async function add(args: readonly string[]) {
  const screen = { ...terminal(files), environment: {}, promptSecret: async () => undefined }
  const code = await runCommandLine(['servers', 'add', 'Survival', ...args, '--profile', profile()], screen)
  return { code, said: screen.said.join('\n'), complained: screen.complained.join('\n') }
}

describe('gatehouse servers add with the address of a server that runs elsewhere', () => {
  it.each<[string, readonly string[], object, object]>([
    [
      'pterodactyl://panel.example/1a2b3c4d',
      ['--key-file', 'key', '--node', 'node.example:8080'],
      { node: 'node.example:8080' },
      { token: 'ptlc_secret' },
    ],
    ['mcsmanager://panel.example:23333/d1/i1', ['--key-file', 'key'], {}, { token: 'ptlc_secret' }],
    [
      'ssh://mc@vps.example/srv/minecraft',
      ['--key-file', '/home/ada/.ssh/id', '--login-file', 'login', '--host-key', hostKey],
      { keyFile: path.resolve('/home/ada/.ssh/id'), hostKey },
      { login: 'passphrase' },
    ],
    [
      'sftp://mc.1a2b3c4d@node.example:2022/',
      ['--login-file', 'login', '--rcon', 'rcon://node.example', '--password-file', 'rcon'],
      { rcon: 'rcon://node.example:25575' },
      { login: 'passphrase', token: 'sekrit' },
    ],
    ['docker://mc', [], {}, {}],
  ])('adds %s, and never prints its secrets', async (address, args, server, secrets) => {
    const { code, said, complained } = await add([address, ...args])
    expect([code, complained]).toEqual([0, ''])
    expect(program.added).toMatchObject([{ server: { name: 'Survival', ...server }, secrets }])
    expect(said).not.toMatch(/secret|passphrase|sekrit/u)
  })

  it.each<[string, readonly string[]]>([
    ['The key of the panel is missing: use --key-file', ['pterodactyl://panel.example/1a2b3c4d']],
    ['--node works only with pterodactyl://, mcsmanager://', ['docker://mc', '--node', 'node.example']],
    ['--folder works only with rcon://', ['ssh://mc@vps.example/srv', '--folder', '/srv']],
    [
      'works only with ssh://, sftp://, docker://NAME?engine=ssh://',
      ['docker://mc', '--host-key', `SHA256:${'a'.repeat(43)}`],
    ],
    ['or docker://CONTAINER?engine=ssh://USER@HOST', ['docker://mc?engine=ssh://vps.example']],
    ['--host-key takes the fingerprint', ['ssh://mc@vps.example/srv', '--host-key', 'MD5:aa']],
    ['Enter it as ssh://USER@HOST/FOLDER', ['ssh://vps.example/srv']],
  ])('says "%s"', async (words, args) => {
    const { code, complained } = await add(args)
    expect(code).toBe(2)
    expect(complained).toContain(words)
  })
})

describe('the secrets of a server that runs elsewhere', () => {
  it.each([
    ['mcsmanager://panel.example/d/i', ['--key-file', 'key'], 'its panel key is lost'],
    ['ssh://mc@vps.example/srv', ['--login-file', 'login'], 'its SSH password is lost'],
  ])('are called by their name where there is no keychain: %s', async (address, args, words) => {
    program.state.isRemembered = false
    expect((await add([address, ...args])).said).toContain(words)
  })
})

describe('gatehouse servers test with a server that runs elsewhere', () => {
  it.each([
    ['AUTH.HOST_KEY_UNKNOWN', { fingerprint: hostKey }, `add the server again with: --host-key ${hostKey}`],
    ['AUTH.HOST_KEY_CHANGED', { fingerprint: hostKey }, 'It is not the one that was trusted'],
    ['AUTH.CERTIFICATE_UNKNOWN', { fingerprint: 'AB:CD' }, '--fingerprint AB:CD'],
    ['AUTH.UNAUTHORIZED', { node: 'node.example:8080' }, '--node node.example:8080'],
  ])('says once what to accept after %s', async (code, details, words) => {
    await add(['ssh://mc@vps.example/srv'])
    const problem = { code, message: 'Not trusted.', details } as ContractError
    program.parts.push({ part: 'console', state: 'failed', problem }, { part: 'files', state: 'failed', problem })
    const screen = terminal({})
    expect(await runCommandLine(['servers', 'test', 'Survival', '--profile', profile()], screen)).toBe(1)
    expect(screen.said.join('\n').split(words)).toHaveLength(2)
  })
})

describe('--server of the headless program', () => {
  const parsed = (args: readonly string[]) =>
    parseOptions(args, { readFile: (file) => files[file as keyof typeof files] ?? '' }).servers

  it.each<[readonly string[], object]>([
    [
      ['--server', 'pterodactyl://panel.example/1a2b3c4d', '--server-key-file', 'key'],
      { server: { address: 'pterodactyl://panel.example/1a2b3c4d' }, secrets: { token: 'ptlc_secret' } },
    ],
    [
      ['--server', 'ssh://mc@vps.example/srv', '--server-login-file', 'login', '--server-host-key', hostKey],
      { server: { address: 'ssh://mc@vps.example/srv', hostKey }, secrets: { login: 'passphrase' } },
    ],
    [['--server', 'docker://mc'], { server: { address: 'docker://mc' }, secrets: {} }],
    [
      ['--server', 'rcon://127.0.0.1', '--java-password-file', 'rcon'],
      { server: { address: 'rcon://127.0.0.1:25575' }, secrets: { token: 'sekrit' } },
    ],
  ])('takes %j', (args, server) => {
    expect(parsed(args)).toMatchObject([server])
  })

  it.each<[string, readonly string[]]>([
    ['--server needs --server-key-file or GATEHOUSE_PANEL_KEY', ['--server', 'mcsmanager://panel.example/d/i']],
    ['--server-node needs --server', ['--server-node', 'node.example']],
    ['For an agent use --agent', ['--server', 'ws://127.0.0.1:8765']],
  ])('says "%s"', (words, args) => {
    expect(() => parsed(args)).toThrow(words)
  })
})
