/** `gatehouse clients` as a program, beside a gateway that runs and one that does not. */

import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { NewKey } from '@shared/clients/client.js'
import { describe, expect, it } from 'vitest'
import { cleanUpForEach } from '../fixtures/for-each.js'
import { dist, startHeadless } from '../fixtures/programs.js'

const cleanUp = cleanUpForEach()

function gatehouse(profile: string, ...args: readonly string[]) {
  const given = [path.join(dist, 'cli.cjs'), 'clients', ...args, '--profile', profile]
  const { status, stdout, stderr } = spawnSync(process.execPath, given, { encoding: 'utf8', timeout: 100_000 })
  return { code: status, said: stdout.trim(), complained: stderr }
}

const servers = (endpoint: string, token: string) =>
  fetch(new URL('/api/v1/servers', endpoint), { headers: { authorization: `Bearer ${token}`, connection: 'close' } })

describe('gatehouse clients, as a program', () => {
  it('adds and revokes a client while the gateway runs', async () => {
    const { endpoint, profile } = await startHeadless(cleanUp, [])
    const added = gatehouse(profile, 'add', 'Claude')
    expect(added).toMatchObject({ code: 0, complained: expect.stringContaining('active now') })
    expect((await servers(endpoint, added.said)).status).toBe(200)

    const stream = await fetch(new URL('/mcp', endpoint), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${added.said}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
      }),
    })
    const session = stream.headers.get('mcp-session-id') ?? ''
    await stream.text()
    const headers = {
      authorization: `Bearer ${added.said}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-session-id': session,
    }
    const body = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })
    await fetch(new URL('/mcp', endpoint), { method: 'POST', headers, body })
    const open = await fetch(new URL('/mcp', endpoint), { headers: { ...headers, accept: 'text/event-stream' } })
    expect(open.status).toBe(200)
    const ended = open.text().then(
      () => 'ended',
      () => 'disconnected',
    )

    expect(gatehouse(profile, 'revoke', 'Claude')).toMatchObject({
      code: 0,
      said: expect.stringContaining('Its sessions were closed.'),
    })
    expect(await ended).toMatch(/ended|disconnected/u)
    expect((await servers(endpoint, added.said)).status).toBe(401)
  })

  it('creates a key that a later gateway accepts, and that is nowhere in the profile', async () => {
    const folder = cleanUp.folder()
    const { token } = JSON.parse(gatehouse(folder, 'add', 'Claude', '--json').said) as NewKey
    const { endpoint } = await startHeadless(cleanUp, [], folder)
    expect((await servers(endpoint, token)).status).toBe(200)
    const files = readdirSync(folder).filter((name) => !name.endsWith('.sock'))
    for (const file of files) expect(readFileSync(path.join(folder, file)).toString('latin1')).not.toContain(token)
    expect(JSON.parse(gatehouse(folder, 'list', '--json').said)).toMatchObject({
      clients: [{ name: 'Claude', lastUsedAt: expect.any(String) }],
    })
  })
})
