import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCommandLine } from '../../../src-main/cli/command-line.js'
import { folderForEach } from '../../fixtures/for-each.js'
import { terminal } from '../../fixtures/terminal.js'

const profile = folderForEach()

async function gatehouse(...args: readonly string[]) {
  const screen = terminal({})
  const code = await runCommandLine(['clients', ...args, '--profile', profile()], screen)
  return { code, said: screen.said.join('\n'), complained: screen.complained.join('\n') }
}

describe('gatehouse clients', () => {
  it('add prints the key alone, and once', async () => {
    const { code, said, complained } = await gatehouse('add', 'Claude')
    expect(code).toBe(0)
    expect(said).toMatch(/^gh_[0-9a-f]{8}_[A-Za-z0-9_-]{43}$/u)
    expect(complained).toContain('The key works when Gatehouse runs.')
    const listed = await gatehouse('list')
    expect(listed.said).toContain('Claude')
    expect(listed.said).not.toContain(said)
  })

  it('add remembers what the client is granted', async () => {
    await gatehouse('add', 'Reader', '--grant', 'mcp.context.**', '--grant', 'mcp.event.**', '--rate', '5')
    const permissions = ['mcp.context.**', 'mcp.event.**'].map((permission) => ({ permission, effect: 'allow' }))
    expect(JSON.parse((await gatehouse('list', '--json')).said)).toMatchObject({
      clients: [{ name: 'Reader', role: 'none', permissions, callsPerMinute: 5 }],
    })
  })

  const shown = async (who: string) => JSON.parse((await gatehouse('show', who, '--json')).said).client

  it('edit changes what it names, and leaves the rest', async () => {
    await gatehouse('add', 'Claude', '--role', 'operator', '--deny', 'mcp.action.player.kick', '--rate', '5')
    const { code, said, complained } = await gatehouse(
      ...['edit', 'Claude', '--ask', 'mcp.action.player.kick', '--allow', 'mcp.action.world.time', '--rate', '7'],
    )
    expect([code, complained]).toEqual([0, 'The change is active when Gatehouse runs.'])
    expect(said).toContain('ask          mcp.action.player.kick')
    expect(await shown('Claude')).toMatchObject({
      role: 'operator',
      permissions: [
        { permission: 'mcp.action.world.time', effect: 'allow' },
        { permission: 'mcp.action.player.kick', effect: 'ask' },
      ],
      callsPerMinute: 7,
    })
    await gatehouse('edit', 'Claude', '--forget', 'mcp.action.player.kick', '--role', 'viewer')
    const permissions = [{ permission: 'mcp.action.world.time', effect: 'allow' }]
    expect(await shown('Claude')).toMatchObject({ role: 'viewer', permissions, callsPerMinute: 7 })
  })

  it('edit applies to one server when it is named, and can be reverted', async () => {
    await gatehouse('add', 'Claude')
    await gatehouse('edit', 'Claude', '--server', 'demo', '--role', 'viewer', '--deny', 'mcp.context.player.**')
    const permissions = [{ permission: 'mcp.context.player.**', effect: 'deny', server: 'demo' }]
    expect(await shown('Claude')).toMatchObject({ role: 'admin', roles: { demo: 'viewer' }, permissions })
    await gatehouse('edit', 'Claude', '--server', 'demo', '--role', 'default', '--forget', 'mcp.context.player.**')
    expect(await shown('Claude')).toMatchObject({ role: 'admin', roles: {}, permissions: [] })
  })

  it('add with a server gives nothing on the others', async () => {
    await gatehouse('add', 'Claude', '--server', 'demo', '--ask', 'mcp.action.**')
    const permissions = [{ permission: 'mcp.action.**', effect: 'ask', server: 'demo' }]
    expect(await shown('Claude')).toMatchObject({ role: 'none', roles: { demo: 'admin' }, permissions })
  })

  it('edit changes the bridge as well, which is listed with the clients', async () => {
    await gatehouse('add', 'Claude')
    await gatehouse('edit', 'bridge', '--role', 'viewer', '--rate', '9')
    expect(JSON.parse((await gatehouse('list', '--json')).said)).toMatchObject({
      clients: [{ name: 'Claude', role: 'admin' }],
      bridge: { id: 'bridge', role: 'viewer', callsPerMinute: 9 },
    })
    expect((await gatehouse('list')).said).toContain(
      'Clients without their own key  bridge  viewer  9 calls per minute',
    )
  })

  const keyFile = () => path.join(profile(), 'client-keys', 'my-ai.key')

  it('add puts a key into a file for the bridge, readable by its owner alone, and prints nothing of it', async () => {
    const { code, said, complained } = await gatehouse('add', 'My AI', '--key-file', 'my-ai')
    expect([code, said]).toEqual([0, '--client my-ai'])
    const token = readFileSync(keyFile(), 'utf8').trim()
    expect(token).toMatch(/^gh_[0-9a-f]{8}_[A-Za-z0-9_-]{43}$/u)
    expect(statSync(keyFile()).mode & 0o077).toBe(0)
    expect(statSync(path.dirname(keyFile())).mode & 0o077).toBe(0)
    const json = (await gatehouse('add', 'Other', '--key-file', 'other', '--json')).said
    expect(`${said}${complained}${json}`).not.toContain('gh_')
    expect((await gatehouse('list')).said).toContain('--client my-ai')
    expect(await shown('My AI')).toMatchObject({ keyName: 'my-ai' })
  })

  it('revoke removes the key file too', async () => {
    await gatehouse('add', 'My AI', '--key-file', 'my-ai')
    await gatehouse('revoke', 'My AI')
    expect(existsSync(keyFile())).toBe(false)
    expect((await gatehouse('add', 'My AI', '--key-file', 'my-ai')).code).toBe(0)
  })

  it.each(['name', 'id'])('revoke removes a key by its %s', async (what) => {
    const { client } = JSON.parse((await gatehouse('add', 'Claude', '--json')).said)
    expect(await gatehouse('revoke', client[what])).toMatchObject({
      code: 0,
      said: `The key of Claude (${client.id}) is revoked.`,
    })
    expect((await gatehouse('list')).said).toContain('No client has its own key')
    expect((await gatehouse('add', 'Claude')).code).toBe(0)
  })

  it.each([
    [1, 'A client with this name already exists.', ['add', 'claude']],
    [1, '"mcp" is not a permission', ['add', 'a', '--grant', 'mcp']],
    [1, 'A name has 1 to 64 visible characters', ['add', 'a\u202eb']],
    [1, 'The name of a key file has lower-case letters', ['add', 'a', '--key-file', '../gateway']],
    [1, 'The name of a key file has lower-case letters', ['add', 'a', '--key-file', 'nul']],
    [1, 'A client with the key file "claude" already exists', ['add', 'a', '--key-file', 'claude']],
    [2, '--key-file works only with add', ['edit', 'Claude', '--key-file', 'a']],
    [2, '--rate takes a whole number from 1 to 60000', ['add', 'a', '--rate', '0']],
    [2, 'Expected NAME, got nothing', ['add']],
    [2, 'No client "Cursor". Known clients: "Claude" (client:', ['revoke', 'Cursor']],
    [2, 'No client "Cursor"', ['edit', 'Cursor', '--role', 'viewer']],
    [2, 'Nothing to change', ['edit', 'Claude']],
    [2, '--role takes none, viewer', ['edit', 'Claude', '--role', 'god']],
    [2, 'No server "survivel"', ['edit', 'Claude', '--deny', 'mcp.**', '--server', 'survivel']],
    [2, 'Use either --grant or --role', ['add', 'b', '--grant', 'mcp.**', '--role', 'admin']],
    [2, '--forget works only with edit', ['add', 'b', '--forget', 'mcp.**']],
    [1, '"mcp" is not a permission', ['edit', 'Claude', '--deny', 'mcp']],
    [2, '--rate works only with add and edit', ['list', '--rate', '3']],
    [2, '--wait takes a whole number from 1 to 45', ['add', 'a', '--wait', '60']],
    [2, 'Expected add, edit, list, show, revoke, got remove', ['remove', 'Claude']],
  ])('exits with %d and says %j', async (code, words, args) => {
    await gatehouse('add', 'Claude', '--key-file', 'claude')
    const ended = await gatehouse(...args)
    expect(ended.complained).toContain(words)
    expect(ended.code).toBe(code)
  })
})
