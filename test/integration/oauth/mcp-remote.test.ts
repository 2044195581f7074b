/** `mcp-remote` with only the address of the headless program: it uses OAuth, and its person approves on stdin. */
import path from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { beforeEach, expect, it } from 'vitest'
import { runCommandLine } from '../../../src-main/cli/command-line.js'
import { openPage, redirectOf } from '../../fakes/oauth-program.js'
import { cleanUpForEach } from '../../fixtures/for-each.js'
import { type Headless, root, startHeadless } from '../../fixtures/programs.js'
import { terminal } from '../../fixtures/terminal.js'

const cleanUp = cleanUpForEach()
let gateway: Headless

beforeEach(async () => {
  gateway = await startHeadless(cleanUp, ['--simulator', '--control', 'stdin'])
})

/** Its own folder stores its tokens; without a browser, it prints the URL. */
function mcpRemote(folder: string) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [
      path.join(root, 'node_modules/mcp-remote/dist/proxy.js'),
      `${gateway.endpoint}/mcp`,
      '--allow-http',
      '--transport',
      'http-only',
    ],
    env: { PATH: folder, HOME: folder, MCP_REMOTE_CONFIG_DIR: folder },
    stderr: 'pipe',
  })
  let said = ''
  const wanted = new Promise<string>((resolve) => {
    transport.stderr?.on('data', (data) => {
      said += data
      const url = /visiting:\s+(http\S+)\s/u.exec(said)?.[1]
      if (url) resolve(url)
    })
  })
  const client = cleanUp.add(new Client({ name: 'behind mcp-remote', version: '1.0.0' }), (open) => open.close())
  return { client, connected: client.connect(transport), wanted }
}

it('is authorized and listed, reconnects without consent, and needs consent again once it was revoked', {
  timeout: 60_000,
}, async () => {
  const folder = cleanUp.folder()
  const first = mcpRemote(folder)
  const page = await openPage(await first.wanted)
  const question = await gateway.process.until(({ event }) => event === 'consent')
  expect(await page.text()).toContain(question.code)
  gateway.process.send({ consent: question.id })
  const callback = await redirectOf(page)
  expect(callback.hostname).toBe('localhost')
  expect((await openPage(callback)).status).toBe(200)
  await first.connected
  expect((await first.client.listTools()).tools.map(({ name }) => name)).toContain('world_time_get')
  await first.client.close()

  const again = mcpRemote(folder)
  await again.connected
  expect((await again.client.listTools()).tools.length).toBeGreaterThan(0)

  const screen = terminal({})
  await runCommandLine(['clients', 'list', '--json', '--profile', gateway.profile], screen)
  const [known] = JSON.parse(screen.said.join('\n')).clients
  expect(known).toMatchObject({ name: question.claimedName, cameBy: 'oauth' })
  await runCommandLine(['clients', 'revoke', known.id, '--profile', gateway.profile], screen)
  void again.client.callTool({ name: 'player_list', arguments: {} }).catch(() => {})
  const [before, after] = [await first.wanted, await again.wanted].map((url) =>
    new URL(url).searchParams.get('client_id'),
  )
  expect(after).not.toBe(before)
})
