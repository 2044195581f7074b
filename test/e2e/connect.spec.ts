import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import type { GatewayEndpoint } from '@contract/local/endpoint-file.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport, type StdioServerParameters } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { CleanUp } from '../fixtures/programs.js'
import { expect, launch, test } from './program.js'
import { violations } from './violations.js'

const before = '{\n    "theme": "dark",\n    "mcpServers": { "files": { "command": "npx" } }\n}'

/** A home in which a Claude Desktop was started before. */
function homeWithClaude(cleanUp: CleanUp) {
  const home = cleanUp.folder()
  const file = path.join(home, 'Claude', 'claude_desktop_config.json')
  mkdirSync(path.dirname(file))
  writeFileSync(file, before)
  return { home, file, environment: { HOME: home, XDG_CONFIG_HOME: home } }
}

/** A process that the system takes for Claude Desktop. */
function startClaude(cleanUp: CleanUp, home: string) {
  const program = path.join(home, 'claude-desktop')
  symlinkSync('/bin/sleep', program)
  return cleanUp.add(spawn(program, ['600'], { stdio: 'ignore' }), (claude) => claude.kill())
}

test('Claude Desktop is connected by its configuration file when it does not run, and the file can be restored', async ({
  cleanUp,
}) => {
  const { home, file, environment } = homeWithClaude(cleanUp)
  const claude = startClaude(cleanUp, home)
  const { window } = await launch(cleanUp, ['--simulator'], cleanUp.folder(), environment)
  await window.getByRole('button', { name: 'AI clients', exact: true }).click()
  await window.getByRole('button', { name: 'Connect an AI' }).click()
  await window.getByRole('button', { name: 'Claude Desktop' }).click()
  await window.getByRole('button', { name: 'Show changes' }).click()
  await expect(window.getByRole('region', { name: 'Changes in the file' })).toContainText('"gatehouse": {')
  await expect(window.getByText('Claude Desktop is running and would overwrite the file.')).toBeVisible()
  const write = window.getByRole('button', { name: 'Write file' })
  await expect(write).toBeDisabled()
  expect(await violations(window)).toEqual([])

  claude.kill()
  await expect(async () => {
    await window.getByRole('button', { name: 'Check again' }).click()
    await expect(write).toBeEnabled({ timeout: 2_000 })
  }).toPass()
  expect(readFileSync(file, 'utf8')).toBe(before)
  await write.click()
  await expect(window.getByText('Written. If Claude Desktop is open, quit it completely')).toBeVisible()
  const after = JSON.parse(readFileSync(file, 'utf8')) as { mcpServers: { gatehouse: StdioServerParameters } }
  expect(after.mcpServers.gatehouse.env?.DBUS_SESSION_BUS_ADDRESS).toBe(process.env.DBUS_SESSION_BUS_ADDRESS)
  expect(after).toEqual({ theme: 'dark', mcpServers: { files: { command: 'npx' }, gatehouse: expect.any(Object) } })

  await expect(window.getByText('Waiting for Claude Desktop')).toBeVisible()
  const client = cleanUp.add(new Client({ name: 'claude-ai', version: '1.0.0' }), (open) => open.close())
  await client.connect(new StdioClientTransport({ ...after.mcpServers.gatehouse, stderr: 'ignore' }))
  await expect(window.getByText('Claude Desktop is connected.')).toBeVisible()
  await client.callTool({ name: 'world_time_get', arguments: { worldName: 'world' } })
  await window.getByRole('button', { name: 'Restore the file…' }).click()
  await expect(window.getByText('The file becomes exactly what it was')).toBeVisible()
  await window.getByRole('button', { name: 'Restore the file' }).click()
  await expect(window.getByText('The file is restored.')).toBeVisible()
  await expect(window.getByRole('button', { name: 'Show changes' })).toBeVisible()
  expect(readFileSync(file, 'utf8')).toBe(before)

  await window.getByRole('button', { name: 'All AI clients' }).click()
  await window.getByRole('button', { name: 'Open the page of Claude Desktop' }).click()
  await expect(window.getByText('No problems.')).toBeVisible()
  await expect(window.getByRole('region', { name: 'Last action' })).toContainText('time')
  expect(await violations(window)).toEqual([])
})

test('a page shows in Chinese why a client cannot connect, and repairs what it can', async ({ cleanUp }) => {
  const { file, environment } = homeWithClaude(cleanUp)
  writeFileSync(
    file,
    JSON.stringify({ mcpServers: { gatehouse: { command: '/gone', args: ['--profile', '/other'] } } }),
  )
  const other = cleanUp.add(createServer().listen(0, '127.0.0.1'), (server) => server.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const own = cleanUp.folder()
  writeFileSync(path.join(own, 'settings.json'), JSON.stringify({ version: 1, httpPort: port, welcomed: true }))
  const { profile, window } = await launch(cleanUp, [], own, environment)
  const endpointFile = path.join(profile, 'gateway.json')
  const { endpoint } = JSON.parse(readFileSync(endpointFile, 'utf8')) as GatewayEndpoint
  await fetch(`${endpoint}/mcp`, { headers: { origin: 'http://evil.example', connection: 'close' } })
  rmSync(endpointFile)

  await window.getByRole('button', { name: 'Settings', exact: true }).click()
  await expect(window.getByText(`Another program used port ${port}`)).toBeVisible()
  await window.getByText('中文').click()
  await window.getByRole('navigation', { name: '页面' }).getByRole('button', { name: 'AI 客户端' }).click()
  await window.getByRole('button', { name: '连接 AI' }).click()
  await window.getByRole('button', { name: 'Claude Desktop' }).click()
  await window.getByRole('button', { name: '为什么连接不上？' }).click()
  const reasons = window.getByRole('region', { name: '为什么连接不上？' })
  await expect(reasons).toContainText('它的配置指向另一份 Gatehouse')
  await expect(reasons).toContainText('/other')
  await expect(reasons).toContainText('Claude Desktop 没有运行')
  await expect(reasons).toContainText('http://evil.example')
  expect(await violations(window)).toEqual([])
  await reasons.getByRole('button', { name: '重新写入文件' }).click()
  await expect(reasons.getByText('缺少 Gatehouse 的地址文件。')).toBeHidden()
  await expect.poll(() => existsSync(endpointFile)).toBe(true)
  expect((JSON.parse(readFileSync(endpointFile, 'utf8')) as GatewayEndpoint).endpoint).toBe(endpoint)
})
