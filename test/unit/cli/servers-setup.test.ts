import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { runCommandLine } from '../../../src-main/cli/command-line.js'
import { folderForEach } from '../../fixtures/for-each.js'
import { terminal } from '../../fixtures/terminal.js'

const before = 'enable-rcon=false\nrcon.password=\nserver-port=1\n'

const folder = folderForEach()
let server = ''
beforeEach(() => {
  server = path.join(folder(), 'survival')
  mkdirSync(server)
  writeFileSync(path.join(server, 'server.properties'), before)
})

async function setup(...args: string[]) {
  const screen = terminal({})
  const all = ['servers', 'setup', ...args, '--profile', path.join(folder(), 'profile')]
  const code = await runCommandLine(all, { ...screen, environment: {} })
  return { code, said: screen.said.join('\n'), complained: screen.complained.join('\n') }
}
const text = () => readFileSync(path.join(server, 'server.properties'), 'utf8')

describe('gatehouse servers setup', () => {
  it('shows the lines and writes nothing without --yes', async () => {
    const { code, said } = await setup(server)
    expect(code).toBe(0)
    expect(said).toContain('enable-rcon: false → true   (line 1; turns RCON on)')
    expect(said).toContain('Nothing was written.')
    expect(text()).toBe(before)
  })

  it('writes them with --yes and never prints the password', async () => {
    const { code, said } = await setup(server, '--yes')
    const password = /rcon\.password=(\w{32})\n/u.exec(text())?.[1] ?? 'none'
    expect(code).toBe(0)
    expect(text()).toContain('enable-rcon=true')
    expect(said).toContain('gatehouse servers add NAME rcon://localhost:25575')
    expect(said).not.toContain(password)
  })

  it('offers the management protocol from 1.21.9 on, and its secret is never printed', async () => {
    mkdirSync(path.join(server, 'versions', '26.1'), { recursive: true })
    const { said } = await setup(server, '--yes')
    const secret = /management-server-secret=(\w{40})\n/u.exec(text())?.[1] ?? 'none'
    expect(said).toContain('management-server-enabled: true   (new line; turns the management protocol on)')
    expect(said).toMatch(/--folder .* --management ws:\/\/127\.0\.0\.1:\d+/u)
    expect(said).not.toContain(secret)
  })

  it('takes them back with --undo', async () => {
    await setup(server, '--yes')
    expect((await setup(server, '--undo')).said).toContain('The file is as it was before.')
    expect(text()).toBe(before)
  })

  it('says with --json what it did', async () => {
    const { said } = await setup(server, '--yes', '--json')
    expect(JSON.parse(said)).toMatchObject({ ok: true, written: true, plan: { rconPort: 25_575 } })
  })

  it('says that the server wrote over the change', async () => {
    await setup(server, '--yes')
    writeFileSync(path.join(server, 'server.properties'), before)
    expect((await setup(server)).said).toContain(
      'The server overwrote an earlier change: enable-rcon, rcon.port, rcon.password.',
    )
  })

  it('refuses a folder without a server, and both options at once', async () => {
    expect(await setup(folder())).toMatchObject({
      code: 1,
      complained: expect.stringContaining('The file is missing.'),
    })
    expect((await setup(server, '--yes', '--undo')).code).toBe(2)
  })
})
