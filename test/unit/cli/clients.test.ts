import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCommandLine } from '../../../src-main/cli/command-line.js'
import { terminal } from '../../fixtures/terminal.js'

let profile: string
beforeEach(() => {
  profile = mkdtempSync(path.join(tmpdir(), 'gatehouse-clients-'))
})
afterEach(() => rmSync(profile, { recursive: true, force: true }))

async function gatehouse(...args: readonly string[]) {
  const screen = terminal({})
  const code = await runCommandLine(['clients', ...args, '--profile', profile], screen)
  return { code, said: screen.said.join('\n'), complained: screen.complained.join('\n') }
}

describe('gatehouse clients', () => {
  it('add prints the key alone, and once', async () => {
    const { code, said, complained } = await gatehouse('add', 'Claude')
    expect(code).toBe(0)
    expect(said).toMatch(/^gh_[0-9a-f]{8}_[A-Za-z0-9_-]{43}$/u)
    expect(complained).toContain('It is let in when Gatehouse runs.')
    const listed = await gatehouse('list')
    expect(listed.said).toContain('Claude')
    expect(listed.said).not.toContain(said)
  })

  it('add remembers what the client is granted', async () => {
    await gatehouse('add', 'Reader', '--grant', 'mcp.context.**', '--grant', 'mcp.event.**', '--rate', '5')
    expect(JSON.parse((await gatehouse('list', '--json')).said)).toMatchObject({
      clients: [{ name: 'Reader', grants: ['mcp.context.**', 'mcp.event.**'], callsPerMinute: 5 }],
    })
  })

  it.each(['name', 'id'])('revoke takes a key away by its %s', async (what) => {
    const { client } = JSON.parse((await gatehouse('add', 'Claude', '--json')).said)
    expect(await gatehouse('revoke', client[what])).toMatchObject({
      code: 0,
      said: `The key of Claude (${client.id}) is taken away.`,
    })
    expect((await gatehouse('list')).said).toContain('No client has a key')
    expect((await gatehouse('add', 'Claude')).code).toBe(0)
  })

  it.each([
    [1, 'There is a client of this name already.', ['add', 'claude']],
    [1, '"mcp" is no permission', ['add', 'a', '--grant', 'mcp']],
    [1, 'A name has 1 to 64 visible characters', ['add', 'a\u202eb']],
    [2, '--rate takes a whole number from 1 to 60000', ['add', 'a', '--rate', '0']],
    [2, 'It takes NAME, and got nothing', ['add']],
    [2, 'No client with a key is called "Cursor". There are "Claude" (client:', ['revoke', 'Cursor']],
    [2, '--grant and --rate belong to add', ['list', '--rate', '3']],
    [2, 'It takes add, list or revoke, and got remove', ['remove', 'Claude']],
  ])('exits with %d and says %j', async (code, words, args) => {
    await gatehouse('add', 'Claude')
    const ended = await gatehouse(...args)
    expect(ended.complained).toContain(words)
    expect(ended.code).toBe(code)
  })
})
