import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { asGatewayError } from '@contract/gateway-error.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { propertyValues } from '../../../../../src-main/providers/java/setup/properties-edit.js'
import {
  generatePassword,
  ServerSetup,
  type ServerSetupOptions,
} from '../../../../../src-main/providers/java/setup/server-setup.js'
import { folderForEach } from '../../../../fixtures/for-each.js'

const vanilla =
  '#Minecraft server properties\n#Sun Nov 22\nenable-rcon=false\nmotd=A \\u00a7bserver\nrcon.password=\nrcon.port=25575\nserver-port=25565\n'

const folder = folderForEach()
let server = ''
let file = ''
let isRunning = false
/** A system that does not list locks. */
let isLockUnknown = false
let setup: ServerSetup
beforeEach(() => {
  server = path.join(folder(), 'My server')
  file = path.join(server, 'server.properties')
  mkdirSync(server)
  writeFileSync(file, vanilla, { mode: 0o640 })
  isRunning = false
  isLockUnknown = false
  setup = opened()
})

const opened = (more: Partial<ServerSetupOptions> = {}) =>
  new ServerSetup({
    profile: path.join(folder(), 'profile'),
    now: () => new Date('2026-11-22T17:00:00Z'),
    newPassword: () => 'generated-password',
    probes: {
      lockOf: async () => (isLockUnknown ? 'unseen' : isRunning ? 'held' : 'free'),
      isPortOpen: async () => isRunning,
    },
    ...more,
  })
const lock = () => path.join(server, 'world', 'session.lock')
const startOnce = () => {
  mkdirSync(path.dirname(lock()))
  writeFileSync(lock(), '\u2603')
}
const text = () => readFileSync(file, 'utf8')
const whyOf = async (act: Promise<unknown>) =>
  act.then(
    () => 'nothing was thrown',
    (error) => asGatewayError(error).details?.why,
  )
const apply = async () => setup.apply((await setup.plan(server)).id)

describe('the set-up of a server that has the management protocol', () => {
  const secret = 'Secret'.padEnd(40, '0')
  const managed = (probes?: ServerSetupOptions['probes']) =>
    opened({ withManagement: true, newSecret: () => secret, ...(probes && { probes }) })
  /** Started once: the game has written its lines. */
  const later =
    'management-server-enabled=false\nmanagement-server-host=localhost\nmanagement-server-port=0\nmanagement-server-secret=\nmanagement-server-tls-enabled=true\n'
  const ofVersion = (version: string, properties = vanilla + later) => {
    writeFileSync(file, properties)
    mkdirSync(path.join(server, 'versions', version), { recursive: true })
  }
  const reasonsOf = async (from: ServerSetup) => (await from.plan(server)).changes.map(({ reason }) => reason)

  it('turns it on for this computer only, and is reverted completely', async () => {
    ofVersion('1.21.11')
    const plan = await managed().plan(server)
    expect(plan.version).toBe('1.21.11')
    setup = managed()
    const settings = await apply()
    expect(settings.management).toEqual({ address: 'ws://127.0.0.1:25585', secret })
    expect(text()).toBe(
      `${vanilla.replace('enable-rcon=false', 'enable-rcon=true').replace('rcon.password=', 'rcon.password=generated-password')}management-server-enabled=true\nmanagement-server-host=localhost\nmanagement-server-port=25585\nmanagement-server-secret=${secret}\nmanagement-server-tls-enabled=false\n`,
    )
    expect(await setup.revert(server)).toMatchObject({ exact: true })
    expect(text()).toBe(vanilla + later)
  })

  it('shows each line with its reason, and no secret', async () => {
    ofVersion('26.1')
    const plan = await managed().plan(server)
    expect(plan.changes.slice(2)).toEqual([
      { key: 'management-server-enabled', line: 8, before: 'false', after: 'true', reason: 'turns-management-on' },
      { key: 'management-server-port', line: 10, before: '0', after: '25585', reason: 'management-port' },
      {
        ...{ key: 'management-server-tls-enabled', line: 12, before: 'true', after: 'false' },
        reason: 'management-without-tls',
      },
      { key: 'management-server-secret', line: 11, secret: true, reason: 'management-secret' },
    ])
    expect(JSON.stringify(plan)).not.toContain(secret)
  })

  it('keeps a secret that the game generated, and takes a port that is free', async () => {
    const own = 'x'.repeat(40)
    ofVersion('1.21.9', `${vanilla}management-server-secret=${own}\nserver-port=25585\n`)
    const isPortOpen = async (_host: string, port: number) => port === 25_586
    setup = managed({ lockOf: async () => 'free', isPortOpen })
    expect(await apply()).toMatchObject({ management: { address: 'ws://127.0.0.1:25587', secret: own } })
  })

  it.each([
    ['an older version', '1.21.8', vanilla],
    ['RCON that is on already', '1.21.11', 'enable-rcon=true\nrcon.password=chosen by the owner\n'],
    ['a protocol that the owner turned on', '1.21.11', `${vanilla}management-server-enabled=true\n`],
  ])('changes nothing of it for %s', async (_what, version, properties) => {
    ofVersion(version, properties)
    expect((await reasonsOf(managed())).filter((reason) => reason.includes('management'))).toEqual([])
  })

  it('does not change it when it is not requested, or no port is free', async () => {
    ofVersion('1.21.11')
    expect(await reasonsOf(opened())).toEqual(['turns-rcon-on', 'sets-password'])
    isRunning = true
    expect(await reasonsOf(managed())).toEqual(['turns-rcon-on', 'sets-password'])
  })

  it.each([
    ['it is encrypted', 'management-server-tls-enabled=true'],
    ['others can reach it', 'management-server-host=0.0.0.0'],
    ['its port is chosen by the system', 'management-server-port=0'],
    ['its secret is none', 'management-server-secret=short'],
  ])('does not connect by it where %s', async (_why, line) => {
    const on = `enable-rcon=true\nrcon.password=chosen by the owner\nmanagement-server-enabled=true\nmanagement-server-port=25585\nmanagement-server-tls-enabled=false\nmanagement-server-secret=${secret}\n`
    ofVersion('1.21.11', on)
    setup = managed()
    expect(await apply()).toMatchObject({ management: { secret } })
    ofVersion('1.21.11', `${on}${line}\n`)
    expect(await apply()).not.toHaveProperty('management')
  })
})

describe('the set-up of a Java server', () => {
  it('plans the lines that turn RCON on, and writes nothing', async () => {
    const plan = await setup.plan(server)
    expect(plan.changes).toEqual([
      { key: 'enable-rcon', line: 3, before: 'false', after: 'true', reason: 'turns-rcon-on' },
      { key: 'rcon.password', line: 5, secret: true, reason: 'sets-password' },
    ])
    expect(plan).toMatchObject({ name: 'My server', software: 'Vanilla', rconPort: 25_575, running: false })
    expect(JSON.stringify(plan)).not.toContain('generated-password')
    expect(setup.generatedPassword(plan.id)).toBe('generated-password')
    expect(text()).toBe(vanilla)
  })

  it('writes only those lines, keeps the permissions, and saves a copy beside the file', async () => {
    const settings = await apply()
    expect(settings).toEqual({ enabled: true, port: 25_575, password: 'generated-password', host: '' })
    expect(text()).toBe(
      vanilla
        .replace('enable-rcon=false', 'enable-rcon=true')
        .replace('rcon.password=', 'rcon.password=generated-password'),
    )
    expect(statSync(file).mode & 0o777).toBe(0o640)
    expect(readFileSync(path.join(server, 'server.properties.2026-11-22T17-00-00.backup'), 'utf8')).toBe(vanilla)
  })

  it('keeps no password in the profile', async () => {
    await apply()
    const records = path.join(folder(), 'profile', 'java-setups')
    for (const name of readdirSync(records)) {
      expect(readFileSync(path.join(records, name), 'utf8')).not.toContain('generated-password')
    }
  })

  it('has nothing to change where RCON is on with a password', async () => {
    writeFileSync(file, 'enable-rcon=TRUE\nrcon.password=chosen by the owner\n')
    expect((await setup.plan(server)).changes).toEqual([])
    expect(await apply()).toMatchObject({ password: 'chosen by the owner', port: 25_575 })
    expect(text()).toBe('enable-rcon=TRUE\nrcon.password=chosen by the owner\n')
  })

  it.each([
    ['rcon.port=25565\nserver-port=25565\n', 25_575],
    ['rcon.port=25575\nserver-port=25575\n', 25_576],
    ['rcon.port=70000\n', 25_575],
    ['rcon.port=25575\nenable-query=true\nquery.port=25575\n', 25_576],
  ])('chooses another port where the server itself uses it: %j', async (properties, port) => {
    writeFileSync(file, properties)
    expect((await setup.plan(server)).rconPort).toBe(port)
    expect((await apply()).port).toBe(port)
  })

  it('says which server takes the port', async () => {
    const { changes } = await setup.plan(server, new Map([[25_575, 'Creative']]))
    expect(changes[1]).toEqual({
      ...changes[1],
      before: '25575',
      after: '25576',
      reason: 'port-is-taken',
      takenBy: 'Creative',
    })
  })

  it('does not write over a file that changed since it was shown', async () => {
    const { id } = await setup.plan(server)
    writeFileSync(file, `${vanilla}view-distance=12\n`)
    expect(await whyOf(setup.apply(id))).toBe('setup-changed')
    expect(text()).toBe(`${vanilla}view-distance=12\n`)
  })

  it('applies a plan once', async () => {
    const { id } = await setup.plan(server)
    await setup.apply(id)
    expect(await whyOf(setup.apply(id))).toBe('setup-no-plan')
  })

  it('finds the lines after a restart, also when the server wrote the file in another order', async () => {
    await apply()
    writeFileSync(
      file,
      `#rewritten\n${text()
        .split('\n')
        .filter((line) => !line.startsWith('#'))
        .reverse()
        .join('\n')}`,
    )
    expect((await opened().check(server))?.lost).toEqual([])
  })

  it('names the lines that the server wrote its old values over', async () => {
    await apply()
    writeFileSync(file, vanilla)
    expect((await opened().check(server))?.lost).toEqual(['enable-rcon', 'rcon.password'])
  })

  it('reverts the file byte for byte, and removes the copy', async () => {
    await apply()
    expect(await opened().revert(server)).toEqual({
      exact: true,
      restored: ['enable-rcon', 'rcon.password'],
      leftAlone: [],
    })
    expect(text()).toBe(vanilla)
    expect(readdirSync(server)).toEqual(['server.properties'])
    expect(await whyOf(setup.revert(server))).toBe('setup-nothing-written')
  })

  it('reverts only its own lines when the file was written since', async () => {
    await apply()
    writeFileSync(
      file,
      `${text().replace('rcon.password=generated-password', 'rcon.password=the owner chose this')}pvp=false\n`,
    )
    expect(await setup.revert(server)).toEqual({
      exact: false,
      restored: ['enable-rcon'],
      leftAlone: ['rcon.password'],
    })
    const values = propertyValues(readFileSync(file))
    expect([values.get('enable-rcon'), values.get('rcon.password'), values.get('pvp')]).toEqual([
      'false',
      'the owner chose this',
      'false',
    ])
  })

  it('removes lines that were not there before', async () => {
    writeFileSync(file, 'motd=Hi')
    await apply()
    writeFileSync(file, `${text()}pvp=true\n`)
    await setup.revert(server)
    expect(text()).toBe('motd=Hi\npvp=true\n')
  })

  it('reverts nothing while the server runs with the new lines', async () => {
    startOnce()
    await apply()
    const written = text()
    isRunning = true
    expect(await whyOf(setup.revert(server))).toBe('setup-runs')
    expect(text()).toBe(written)
    expect(await setup.check(server)).toMatchObject({ lost: [] })
    isRunning = false
    expect(await setup.revert(server)).toMatchObject({ exact: true })
  })

  it('puts the file back under a server that still has the old settings', async () => {
    isRunning = true
    await apply()
    expect(await setup.revert(server, { hasOldSettings: true })).toMatchObject({ exact: true })
    expect(text()).toBe(vanilla)
    expect(await whyOf(setup.revert(server))).toBe('setup-nothing-written')
  })

  it('remembers what it wrote until a server that may run can no longer write it again', async () => {
    startOnce()
    isLockUnknown = true
    await apply()
    const written = text()
    await setup.revert(server)
    expect(text()).toBe(vanilla)
    expect(await setup.check(server)).toBeUndefined()
    writeFileSync(file, written)
    expect(await setup.check(server)).toMatchObject({ lost: [] })
    await setup.revert(server)
    expect(text()).toBe(vanilla)
    writeFileSync(file, vanilla.replace('#Sun', '#Mon'))
    expect(await setup.check(server)).toBeUndefined()
    expect(await whyOf(setup.revert(server))).toBe('setup-nothing-written')
  })

  it('keeps the first copy when it writes twice', async () => {
    await apply()
    writeFileSync(file, text().replace('generated-password', 'short'))
    await apply()
    expect(existsSync(path.join(server, 'server.properties.2026-11-22T17-00-00.backup'))).toBe(true)
    expect((await setup.revert(server)).exact).toBe(true)
  })

  it('counts a server whose state is unknown as running', async () => {
    isRunning = true
    expect((await setup.plan(server)).running).toBe(true)
  })

  it('refuses a file that Java cannot read', async () => {
    writeFileSync(file, 'motd=\\u12\n')
    expect(await whyOf(setup.plan(server))).toBe('folder-damaged')
  })
  it('refuses a file behind a link that leads out of the folder', async () => {
    const outside = path.join(folder(), 'outside.properties')
    writeFileSync(outside, vanilla)
    rmSync(file)
    symlinkSync(outside, file)
    expect(await whyOf(setup.plan(server))).toBe('folder-outside')
  })
  it.skipIf(process.getuid?.() === 0)('reports a missing write permission', async () => {
    const { id } = await setup.plan(server)
    chmodSync(server, 0o500)
    expect(await whyOf(setup.apply(id))).toBe('folder-no-permission')
    chmodSync(server, 0o700)
    expect(text()).toBe(vanilla)
  })
  it('reports a missing folder or file', async () => {
    expect(await whyOf(setup.plan(path.join(folder(), 'nowhere')))).toBe('folder-missing')
    expect(await whyOf(setup.plan(file))).toBe('folder-not-a-folder')
    rmSync(file)
    expect(await whyOf(setup.plan(server))).toBe('folder-missing')
  })
})

it('a generated password is 32 letters and digits that need no escape', () =>
  expect(generatePassword()).toMatch(/^[a-zA-Z2-9]{32}$/u))
