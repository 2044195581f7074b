import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCommandLine } from '../../../src-main/cli/command-line.js'
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

interface Given {
  readonly files?: Readonly<Record<string, string>>
  readonly environment?: Readonly<Record<string, string>>
  readonly typed?: string
}

async function add(args: readonly string[], { files = {}, environment = {}, typed }: Given = {}) {
  const screen = { ...terminal(files), environment, promptSecret: async () => typed }
  const code = await runCommandLine(['servers', 'add', ...args, '--profile', profile()], screen)
  return { code, said: screen.said.join('\n'), complained: screen.complained.join('\n') }
}
const survival = ['Survival', 'rcon://192.168.1.20']
const server = { name: 'Survival', address: 'rcon://192.168.1.20:25575' }
const secrets = { token: 'sekrit' }
const known = { server, secrets }

describe('gatehouse servers add with the address of a Java server', () => {
  it.each<[string, readonly string[], Given]>([
    ['a file', ['--password-file', 'p'], { files: { p: 'sekrit\n' } }],
    ['standard input', ['--password-stdin'], { files: { '-': 'sekrit\r\n' } }],
    ['the environment', [], { environment: { GATEHOUSE_RCON_PASSWORD: 'sekrit' } }],
    ['whoever types it', [], { typed: 'sekrit' }],
  ])('adds it with the password of %s, and never prints it', async (_where, args, given) => {
    const { code, said, complained } = await add([...survival, ...args], given)
    expect([code, complained]).toEqual([0, ''])
    expect(program.added).toEqual([known])
    expect(said).not.toContain('sekrit')
  })

  it('says that its password is lost where there is no keychain', async () => {
    program.state.isRemembered = false
    const { said } = await add(survival, { typed: 'sekrit' })
    expect(said).toContain('its password is lost when Gatehouse stops')
  })

  it.each<[string, readonly string[], Given]>([
    [
      'files',
      ['--password-file', 'p', '--management-secret-file', 'm'],
      { files: { p: 'sekrit', m: `${'m'.repeat(40)}\n` } },
    ],
    ['two lines of standard input', ['--password-stdin'], { files: { '-': `sekrit\n${'m'.repeat(40)}\n` } }],
    [
      'the environment',
      [],
      { environment: { GATEHOUSE_RCON_PASSWORD: 'sekrit', GATEHOUSE_MANAGEMENT_SECRET: 'm'.repeat(40) } },
    ],
  ])('adds the management protocol with the secret of %s', async (_where, args, given) => {
    const more = ['--management', 'wss://192.168.1.20:25585', '--folder', '/srv/minecraft', '--confirm-public']
    expect(await add([...survival, ...more, ...args], given)).toMatchObject({ code: 0 })
    const management = { address: 'wss://192.168.1.20:25585' }
    const folder = path.resolve('/srv/minecraft')
    expect(program.added).toEqual([
      {
        server: { ...server, management, folder, plainTextConfirmed: true },
        secrets: { ...secrets, management: 'm'.repeat(40) },
      },
    ])
  })

  it.each<[string, readonly string[], Given]>([
    ['The RCON password is missing: use --password-file', survival, {}],
    [
      'Use only one of --password-file',
      [...survival, '--password-file', 'p', '--password-stdin'],
      { files: { p: 'a', '-': 'b' } },
    ],
    ['gone: there is no such file', [...survival, '--password-file', 'gone'], {}],
    [
      'A secret can have at most 1024 characters',
      [...survival, '--password-file', 'p'],
      { files: { p: 'a'.repeat(2_000) } },
    ],
    ['line breaks', [...survival, '--password-file', 'p'], { files: { p: 'one\ntwo' } }],
    ['needs --management', [...survival, '--management-secret-file', 'm'], { typed: 'sekrit' }],
    [
      'The secret of the management protocol is missing: use --management-secret-file',
      [...survival, '--management', 'ws://192.168.1.20:25585'],
      { typed: 'sekrit' },
    ],
    [
      'not an address of the management protocol',
      [...survival, '--management', 'http://192.168.1.20:25585', '--management-secret-file', 'm'],
      { typed: 'sekrit', files: { m: 'm'.repeat(40) } },
    ],
    ['rcon://', ['Survival', 'rcon://'], { typed: 'sekrit' }],
    ['--folder works only with a Java server', ['Agent', 'ws://192.168.1.20:8765', '--folder', '/srv'], {}],
    ['--password-file works only with a Java server', ['Agent', 'ws://192.168.1.20:8765', '--password-file', 'p'], {}],
    ['A name has 1 to 64 characters', ['a'.repeat(65), 'rcon://192.168.1.20'], { typed: 'sekrit' }],
  ])('says "%s"', async (words, args, given) => {
    const { code, complained } = await add(args, given)
    expect(code).toBe(2)
    expect(complained).toContain(words)
    expect(complained).not.toContain('sekrit')
    expect(program.added).toEqual([])
  })
})
