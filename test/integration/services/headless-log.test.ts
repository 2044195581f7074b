import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { cleanUpForEach } from '../../fixtures/for-each.js'
import { connectClient, startHeadless } from '../../fixtures/programs.js'
import { until } from '../../fixtures/until.js'

/** An MCP server of one tool, which ends with 7 when it is asked to. */
const calculator = `
const lines = require('node:readline').createInterface({ input: process.stdin })
const tool = { name: 'calculator', description: 'Adds.', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }
lines.on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  const say = (result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n')
  if (method === 'initialize')
    return say({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'c', version: '1' } })
  if (method === 'tools/list') return say({ tools: [tool] })
  if (method === 'server/discover')
    return process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }) + '\\n')
  if (method !== 'tools/call') return
  if (params.arguments.exit) process.exit(7)
  say({ content: [{ type: 'text', text: 'x'.repeat(params.arguments.length ?? 1) }] })
})
`

describe('the log of the headless program', () => {
  const cleanUp = cleanUpForEach()

  it('has the lines, the level, the format and the file of the configuration, and follows its changes', async () => {
    const folder = cleanUp.folder()
    const services = path.join(folder, 'services.json')
    const file = path.join(folder, 'logs', 'agent.log')
    const text = () => readFileSync(file, 'utf8')
    const write = (logging: object) =>
      writeFileSync(
        services,
        JSON.stringify({
          services: {
            calculator: {
              ...{ type: 'stdio', enabled: true, namespace: 'calc', command: process.execPath },
              args: ['-e', calculator],
            },
          },
          toolManager: {
            ...{ maxToolListSize: 4096, maxResultSize: 1024, maxClientResultSize: 1024 },
            ...{ namespaceEnabled: true, namespaceSeparator: '_', whitelist: [], blacklist: [] },
          },
          logging,
        }),
      )
    write({ level: 'debug', format: 'text', file: 'logs/agent.log' })
    const gateway = await startHeadless(cleanUp, ['--control', 'stdin', '--services', services])
    const { client } = await connectClient(cleanUp, gateway.profile)
    const call = (given: object) => client.callTool({ name: 'calc_calculator', arguments: { ...given } })
    await call({ python_expression: '1+1', password: 'hush', header: 'Bearer sk-12345678901234567890' })
    await call({ length: 2_000 })
    await call({ exit: true }).catch(() => {})
    await until(() => text().includes('Process crashed'))
    expect(text()).toMatch(/^\S+Z \[info\] \[main\] Starting Gatehouse \{/u)
    expect(text()).toContain('[info] [services] Service registered: calculator {"namespace":"calc","type":"stdio"}\n')
    expect(text()).toMatch(/\[info\] \[gateway\] Tool called: calc_calculator \{.*"args":\{"python_expression":"1\+1"/u)
    expect(text()).not.toMatch(/hush|sk-123/u)
    expect(text()).toMatch(/\[warn\] \[services\] Result size 20\d\d bytes exceeds limit 1024 \{/u)
    expect(text()).toContain('[error] [services] Process crashed {"service":"calculator","exitCode":7}\n')

    write({ level: 'info', format: 'xml' })
    const line = await gateway.process.until(({ event }) => event === 'services-file')
    expect(line.problems).toMatchObject([{ code: 1002, message: 'logging.format: must be one of json, text' }])
    await until(() => text().includes('must be one of json, text'))

    write({ level: 'error', format: 'json' })
    const length = await gateway.process.until(
      ({ event, problems }) => event === 'services-file' && `${problems}` === '',
    )
    expect(length.problems).toEqual([])
    const before = text()
    await call({ length: 2_000 }).catch(() => {})
    expect(text()).toBe(before)
  })
})
