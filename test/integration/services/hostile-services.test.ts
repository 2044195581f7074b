import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { fixture, ServicesScene } from '../../fakes/services-scene.js'
import { cleanUpForEach } from '../../fixtures/for-each.js'

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    // A zombie that was not reaped yet no longer counts as a process.
    return !/^State:\s+Z/mu.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

describe('a hostile service', () => {
  const cleanUp = cleanUpForEach()

  async function serve(mode: string, file = '', also: object = {}) {
    const scene = cleanUp.add(new ServicesScene(), (one) => one.close())
    const config = { ...fixture('hostile.mjs', mode, file), ...also }
    await scene.apply({ bad: config, good: { ...fixture('hostile.mjs'), namespace: 'good' } })
    return scene
  }

  const echoOf = async (scene: ServicesScene, id = 'ext.bad.echo') => (await scene.call(id, { a: 1 })).outcome

  it('that responds twice, or with unknown ids, is read once', async () => {
    for (const mode of ['answers-twice', 'wrong-ids', 'notifies']) {
      const scene = await serve(mode)
      expect(await echoOf(scene)).toMatchObject({
        kind: 'done',
        relayed: { result: { content: [{ text: '{"a":1}' }], unknown: { kept: true }, _meta: { 'x/y': 1 } } },
      })
      expect(await echoOf(scene, 'ext.good.echo')).toMatchObject({ kind: 'done' })
      await scene.close()
    }
  })

  it('that never finishes its start delays no other, and is removed at once', async () => {
    const scene = cleanUp.add(new ServicesScene(), (one) => one.close())
    const limit = { startTimeout: 10_000 }
    const stuck = { ...fixture('hostile.mjs'), ...limit, namespace: 'stuck', command: 'sleep', args: ['60'] }
    const good = { ...fixture('hostile.mjs'), namespace: 'good' }
    const starting = scene.apply({ stuck })
    await scene.apply({ stuck, good })
    expect(await echoOf(scene, 'ext.good.echo')).toMatchObject({ kind: 'done' })
    await scene.apply({ good })
    await starting
    expect(scene.services.list().map(({ name }) => name)).toEqual(['good'])
  })

  it('is not started by a configuration that a newer one replaced before its turn', async () => {
    const scene = cleanUp.add(new ServicesScene(), (one) => one.close())
    const good = { ...fixture('hostile.mjs'), namespace: 'good' }
    const first = scene.apply({ bad: fixture('hostile.mjs', 'huge-line') })
    const last = scene.apply({ good })
    await Promise.all([first, last])
    expect(scene.services.list().map(({ name }) => name)).toEqual(['good'])
  })

  it('that prints other text is served, and the text is in the log', async () => {
    const scene = await serve('noise')
    expect(await echoOf(scene)).toMatchObject({ kind: 'done' })
    expect(scene.services.log('bad')).toEqual(expect.arrayContaining(['Welcome to my server!', '[31mred[0m']))
  })

  it('that sends a line of 100 MB loses only that line', async () => {
    const scene = await serve('huge-line')
    expect(await echoOf(scene)).toMatchObject({ kind: 'done' })
  })

  it('that sends a result with too many levels fails only that call', async () => {
    const scene = await serve('deep')
    const stop = new AbortController()
    const ended = scene.call('ext.bad.echo', {}, stop.signal)
    expect(await echoOf(scene, 'ext.good.echo')).toMatchObject({ kind: 'done' })
    await scene.until(() => true)
    stop.abort()
    expect((await ended).outcome.kind).toBe('failed')
  })

  it('that never responds delays no other call, and a caller can cancel', async () => {
    const scene = await serve('never-answers')
    const stop = new AbortController()
    const waiting = scene.call('ext.bad.echo', {}, stop.signal)
    expect(await echoOf(scene, 'ext.good.echo')).toMatchObject({ kind: 'done' })
    stop.abort()
    expect((await waiting).outcome).toMatchObject({ kind: 'failed', error: { details: { serviceCode: 3002 } } })
  })

  it('that crashes in a call fails the call, keeps its tools listed and is started again', async () => {
    const scene = await serve('crashes')
    expect(await echoOf(scene)).toMatchObject({ kind: 'failed', error: { details: { serviceCode: 2005 } } })
    expect(scene.ids).toContain('ext.bad.echo')
    expect(await echoOf(scene, 'ext.good.echo')).toMatchObject({ kind: 'done' })
    const bad = () => scene.services.list().find(({ name }) => name === 'bad')
    await scene.until(() => bad()?.status === 'running' && bad()?.restarts === 1)
  })

  it('passes on tool failures and protocol errors unchanged', async () => {
    const failing = await serve('fails')
    expect(await echoOf(failing)).toMatchObject({
      kind: 'failed',
      error: { message: 'no such file', hasProviderText: true, relayed: { result: { isError: true } } },
    })
    await failing.close()
    const refusing = await serve('refuses')
    expect(await echoOf(refusing)).toMatchObject({
      kind: 'failed',
      error: { relayed: { error: { code: -32_099, message: 'not today', data: { why: 'because' } } } },
    })
  })

  it('that offers invalid tools keeps its valid ones', async () => {
    const scene = await serve('bad-tools')
    expect(scene.ids.filter((id) => id.startsWith('ext.bad.'))).toEqual([
      'ext.bad.bomb',
      'ext.bad.loop',
      'ext.bad.no.schema',
      'ext.bad.echo',
    ])
    const [server] = scene.gateway.registry.servers()
    expect(server?.refused.map(({ id }) => id)).toEqual(['(without name)', '(without name)', 'wrong_schema', 'echo'])
    expect(await echoOf(scene)).toMatchObject({ kind: 'done' })
  })

  it('that sends a result over a limit fails that call at once, with the limit', async () => {
    const cases = [
      ['large-result', '8388608 bytes'],
      ['large-result-id-last', '8388608 bytes'],
      ['result-of-lists', '100000 values'],
    ] as const
    for (const [mode, limit] of cases) {
      const scene = await serve(mode)
      expect(await echoOf(scene)).toMatchObject({
        kind: 'failed',
        error: { details: { serviceCode: 3003 }, message: expect.stringContaining(limit) },
      })
      expect(await echoOf(scene, 'ext.good.echo')).toMatchObject({ kind: 'done' })
      await scene.close()
    }
  })

  it('that offers 50,000 tools in one message does not start; endless pages are read up to a bound', async () => {
    const many = await serve('many-tools')
    expect(many.services.list().find(({ name }) => name === 'bad')).toMatchObject({
      status: 'error',
      lastError: { message: expect.stringContaining('100000 values') },
    })
    await many.close()
    const endless = await serve('endless-list')
    expect(endless.services.list().find(({ name }) => name === 'bad')).toMatchObject({ status: 'running', tools: 1 })
  })

  it('that changes a tool after it was accepted waits for the owner, with the difference', async () => {
    const scene = cleanUp.add(new ServicesScene({ accepts: false }), (one) => one.close())
    await scene.apply({ bad: fixture('hostile.mjs', 'changing-tools') })
    scene.gateway.trust.acceptAll('service:bad', 'owner')
    expect(await echoOf(scene)).toMatchObject({ kind: 'done' })
    const waiting = () => scene.gateway.registry.servers()[0]?.quarantined ?? []
    await scene.until(() => waiting().length > 0)
    expect(waiting()).toMatchObject([
      { reason: 'changed', differences: expect.arrayContaining([expect.objectContaining({ path: '/description' })]) },
    ])
    expect(await echoOf(scene)).toMatchObject({ kind: 'failed', error: { code: 'RISK.OPERATION_BLOCKED' } })
    expect([...scene.gateway.registry.capabilities().values()][0]?.[0]).not.toHaveProperty('relayed')
  })

  it('does not transfer its trust to another program with its name', async () => {
    const scene = cleanUp.add(new ServicesScene({ accepts: false }), (one) => one.close())
    await scene.apply({ bad: fixture('hostile.mjs') })
    scene.gateway.trust.acceptAll('service:bad', 'owner')
    expect(scene.ids).toContain('ext.bad.echo')
    await scene.apply({ bad: fixture('hostile.mjs', 'notifies') })
    expect(scene.ids).toEqual([])
    expect(scene.gateway.registry.servers()[0]?.quarantined).toMatchObject([{ id: 'ext.bad.echo', reason: 'new' }])
  })

  it('that addresses models in a description is not accepted automatically', async () => {
    const scene = cleanUp.add(new ServicesScene({ accepts: false }), (one) => one.close())
    scene.gateway.trust.trustServer('service:bad', 'command-line')
    scene.gateway.trust.trustServer('service:good', 'command-line')
    await scene.apply({ bad: fixture('hostile.mjs', 'orders'), good: { ...fixture('hostile.mjs'), namespace: 'good' } })
    expect(scene.ids).toEqual(['ext.good.echo'])
    const bad = scene.gateway.registry.servers().find(({ id }) => id === 'service:bad')
    expect(bad?.quarantined).toMatchObject([
      { findings: expect.arrayContaining([expect.objectContaining({ kind: 'instruction' })]) },
    ])
  })

  it.each(['forks', 'ignores-sigterm', 'escapes'])('that %s leaves no process behind', async (mode) => {
    const file = path.join(cleanUp.folder(), 'pids.json')
    const scene = await serve(mode, file)
    const { pids } = JSON.parse(readFileSync(file, 'utf8')) as { pids: number[] }
    expect(pids.map(isAlive)).toEqual(pids.map(() => true))
    await scene.services.stop('bad')
    expect(pids.map(isAlive)).toEqual(pids.map(() => false))
    expect(scene.ids).toEqual(['ext.good.echo'])
  })

  it('gets arguments of the size of a file, and the log gets a preview', async () => {
    const scene = await serve('')
    const text = `BEGIN${'x'.repeat(100_000)}END`
    const { outcome } = await scene.call('ext.bad.echo', { text })
    expect(outcome).toMatchObject({
      kind: 'done',
      relayed: { result: { content: [{ text: JSON.stringify({ text }) }] } },
    })
    const [row] = scene.audit.recent(1)
    expect(JSON.stringify(row)).toContain('more characters')
    expect(JSON.stringify(row).length).toBeLessThan(10_000)
    const larger = await scene.call('ext.bad.echo', { text: text + text })
    expect(larger.outcome).toMatchObject({ kind: 'failed', error: { code: 'PROTOCOL.INVALID_REQUEST' } })
  })

  it('sees only the environment variables that every program needs', async () => {
    const file = path.join(cleanUp.folder(), 'pids.json')
    process.env.GATEHOUSE_TEST_SECRET = 'a key'
    cleanUp.add(0, () => delete process.env.GATEHOUSE_TEST_SECRET)
    // biome-ignore lint/suspicious/noTemplateCurlyInString: that is how the configuration writes it.
    await serve('', file, { env: { OWN: '${GATEHOUSE_TEST_SECRET}' } })
    const { env } = JSON.parse(readFileSync(file, 'utf8')) as { env: Record<string, string> }
    expect(env).toMatchObject({ OWN: 'a key', PATH: process.env.PATH })
    expect(env).not.toHaveProperty('GATEHOUSE_TEST_SECRET')
    expect(env).not.toHaveProperty('VITEST')
  })
})
