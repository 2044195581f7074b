/** The command line of the MCP Inspector against the built program, in every era it speaks. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CleanUp, type Headless, root, startHeadless } from '../../fixtures/programs.js'

const launcher = path.join(
  root,
  'test/conformance/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
)

const cleanUp = new CleanUp()
let gateway: Headless
beforeAll(async () => {
  gateway = await startHeadless(cleanUp, ['--simulator'])
})
afterAll(() => cleanUp.run())

async function inspect(era: string, ...args: string[]): Promise<unknown> {
  const connection = ['--cli', `${gateway.endpoint}/mcp`, '--transport', 'http', '--protocol-era', era]
  const authorised = ['--header', `Authorization: Bearer ${gateway.token}`, '--format', 'json']
  const inspector = spawn(process.execPath, [launcher, ...connection, ...authorised, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: gateway.profile },
  })
  const said = { out: '', error: '' }
  inspector.stdout.on('data', (data) => {
    said.out += data
  })
  inspector.stderr.on('data', (data) => {
    said.error += data
  })
  const [code] = await once(inspector, 'close')
  if (code !== 0) throw new Error(`The Inspector ended with ${code}: ${said.error}${said.out}`)
  return JSON.parse(said.out)
}

describe.each(['legacy', 'auto', 'modern'])('the Inspector in the era "%s"', (era) => {
  it('lists the tools', async () => {
    expect(JSON.stringify(await inspect(era, '--method', 'tools/list'))).toContain('"world_time_get"')
  })

  it('calls one', async () => {
    const call = ['--method', 'tools/call', '--tool-name', 'world_time_get', '--tool-arg', 'worldName=world']
    expect(JSON.stringify(await inspect(era, ...call))).toContain('"success":true')
  })
})
