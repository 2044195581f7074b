import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import * as esbuild from 'esbuild'
import { afterEach, describe, expect, it } from 'vitest'
import { AgentScene } from '../../fakes/agent-scene.js'
import { CleanUp, root } from '../../fixtures/programs.js'

const folder = path.join(root, 'src-main', 'agent-sdk')
const example = /```ts\n([\s\S]*?)```/.exec(readFileSync(path.join(folder, 'README.md'), 'utf8'))?.[1] ?? ''

describe('the first agent of the README', () => {
  const cleanUp = new CleanUp()
  afterEach(() => cleanUp.run())

  it('is shorter than 30 lines', () => {
    expect(example.trim().split('\n').length).toBeGreaterThan(10)
    expect(example.trim().split('\n').length).toBeLessThan(30)
  })

  it('runs as it stands there, and a gateway registers it, calls it and hears it', async () => {
    const outfile = path.join(cleanUp.folder(), 'agent.mjs')
    await esbuild.build({
      stdin: { contents: example, resolveDir: folder, loader: 'ts' },
      outfile,
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'esm',
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" },
      logLevel: 'silent',
    })
    const agent = spawn(process.execPath, [outfile], {
      env: { ...process.env, AGENT_PORT: '0', AGENT_TOKEN: 'a token' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(agent, 'exit')
    cleanUp.add(agent, async () => {
      agent.kill()
      await ended
    })
    const [address] = await once(createInterface({ input: agent.stdout }), 'line')

    const scene = cleanUp.add(new AgentScene(), (open) => open.stop())
    const server = await scene.dial(String(address), 'a token')
    expect(server.refused).toEqual([])
    expect(server.capabilities.map(({ id }) => id)).toEqual([
      'ext.shopkeeper.price.get',
      'ext.shopkeeper.sold',
      'world.tps.get',
    ])
    const price = (name: unknown) => scene.call('ext.shopkeeper.price.get', { name })
    expect((await price('Bakery')).outcome).toMatchObject({ kind: 'done', data: { coins: 12 } })
    expect((await price('Forge')).outcome).toMatchObject({ error: { message: 'No shop called Forge.' } })
    expect((await price(5)).outcome).toMatchObject({ error: { code: 'PROTOCOL.SCHEMA_VALIDATION_FAILED' } })
    expect((await scene.call('world.tps.get')).outcome).toMatchObject({ data: { tps: 20 } })
    expect(await scene.next('ext.shopkeeper.sold')).toMatchObject({ data: { name: 'Bakery' } })
  })
})
