import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { cleanUpForEach } from '../../fixtures/for-each.js'
import { connectClient, startHeadless } from '../../fixtures/programs.js'

const require = createRequire(import.meta.url)
const program = (name: string): string =>
  path.join(path.dirname(require.resolve(`@modelcontextprotocol/${name}/package.json`)), 'dist/index.js')

describe('MCP servers behind the headless program', () => {
  const cleanUp = cleanUpForEach()

  it('lets a client read a file, and asks before it writes one', async () => {
    const folder = cleanUp.folder()
    const shared = path.join(folder, 'shared')
    mkdirSync(shared)
    writeFileSync(path.join(shared, 'a.txt'), 'hello from the disk')
    const services = path.join(folder, 'services.json')
    const stdio = (name: string, args: readonly string[]) => ({
      type: 'stdio',
      enabled: true,
      namespace: name,
      command: process.execPath,
      args: [program(`server-${name}`), ...args],
    })
    const config = { services: { filesystem: stdio('filesystem', [shared]), everything: stdio('everything', []) } }
    writeFileSync(services, JSON.stringify(config))
    const gateway = await startHeadless(cleanUp, ['--control', 'stdin', '--services', services])
    const { client } = await connectClient(cleanUp, gateway.profile)

    const { tools } = await client.listTools()
    const write = tools.find(({ name }) => name === 'filesystem_write_file')
    expect(write).toMatchObject({ description: expect.stringContaining('Service "filesystem": ') })
    expect(write?.inputSchema.properties).not.toHaveProperty('dryRun')
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['everything_echo', 'list_servers']))

    const read = await client.callTool({
      name: 'filesystem_read_text_file',
      arguments: { path: path.join(shared, 'a.txt') },
    })
    expect(read).toEqual({
      content: [{ type: 'text', text: 'hello from the disk' }],
      structuredContent: { content: 'hello from the disk' },
    })

    const target = path.join(shared, 'b.txt')
    const writing = client.callTool({ name: 'filesystem_write_file', arguments: { path: target, content: 'new' } })
    const question = await gateway.process.until(({ event }) => event === 'approval')
    expect(question).toMatchObject({ capabilityId: 'ext.filesystem.write.file', risk: 'high' })
    expect(question.arguments).toEqual({ path: target, content: 'new' })
    expect(() => readFileSync(target)).toThrow('ENOENT')
    gateway.process.send({ approve: question.id })
    expect(await writing).toMatchObject({ content: [{ type: 'text', text: expect.stringContaining('wrote') }] })
    expect(readFileSync(target, 'utf8')).toBe('new')

    const servers = await client.callTool({ name: 'list_servers', arguments: {} })
    expect(servers.structuredContent).toMatchObject({ data: { servers: [] } })
  })
})
