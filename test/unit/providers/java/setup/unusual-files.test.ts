/** Files that the game does not read as they look, and files that another program writes. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { asGatewayError } from '@contract/gateway-error.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { openServerFolder } from '../../../../../src-main/providers/java/folder/server-folder.js'
import { ServerSetup } from '../../../../../src-main/providers/java/setup/server-setup.js'
import { RecordingLog } from '../../../../fakes/recording-log.js'
import { folderForEach } from '../../../../fixtures/for-each.js'

const root = folderForEach()
let server = ''
let file = ''
let setup: ServerSetup
beforeEach(() => {
  server = path.join(root(), 'server')
  file = path.join(server, 'server.properties')
  mkdirSync(server)
  writeFileSync(file, 'enable-rcon=false\n')
  setup = new ServerSetup({ profile: path.join(root(), 'profile'), now: () => new Date('2026-11-22T17:00:00Z') })
})
const text = () => readFileSync(file, 'utf8')

describe('the set-up of a server', () => {
  it.each([
    ['a space after true', 'enable-rcon=true \nrcon.password=long enough\n', 'space-at-end', 'enable-rcon=true\n'],
    [
      'a byte-order mark',
      '\ufeffenable-rcon=true\nrcon.password=long enough\n',
      'byte-order-mark',
      'enable-rcon=true\n',
    ],
    [
      'a port that is none',
      'enable-rcon=true\nrcon.password=long enough\nrcon.port=70000\n',
      'sets-port',
      'rcon.port=25575\n',
    ],
  ])('corrects %s, which the game does not read as it looks', async (_what, before, reason, after) => {
    writeFileSync(file, before)
    expect((await setup.plan(server)).changes[0]).toMatchObject({ reason })
    await setup.apply((await setup.plan(server)).id)
    expect(text()).toContain(after)
    expect(await setup.revert(server)).toMatchObject({ exact: true })
    expect(text()).toBe(before)
  })

  it.each([
    ['.rcon-cli.env', 'password=0123456789abcdef01234567\n'],
    ['eula.txt', '# Generated via Docker\n# Sun Nov 22 17:00:00 UTC 2026\neula=true\n'],
  ])(
    'writes nothing where a container writes the file at each start (%s), and names the variables',
    async (name, sign) => {
      writeFileSync(path.join(server, name), sign)
      const refused = asGatewayError(await setup.plan(server).catch((error) => error))
      expect(refused.details?.why).toBe('setup-container')
      expect(refused.suggestion).toContain('ENABLE_RCON=true, RCON_PORT=25575 and RCON_PASSWORD')
      writeFileSync(file, 'enable-rcon=true\nrcon.password=0123456789abcdef01234567\n')
      expect((await setup.plan(server)).changes).toEqual([])
    },
  )

  it.each([
    ['1.19.4', 'W\u00c3\u00b6rld'],
    ['1.20', 'W\u00f6rld'],
  ])('reads the name of the world in the encoding of %s', async (version, world) => {
    mkdirSync(path.join(server, 'versions', version), { recursive: true })
    writeFileSync(file, 'level-name=W\u00f6rld\n', 'utf8')
    expect((await openServerFolder(server, { log: new RecordingLog() })).world).toBe(world)
  })
})
