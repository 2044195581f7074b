import { serviceCodeOf } from '@contract/service-error.js'
import type { ServiceConfig, StdioServiceConfig } from '@shared/servers/service.js'
import { describe, expect, it } from 'vitest'
import type { Wire } from '../../../../src-main/providers/mcp-service/connection/adapter-dependencies.js'
import { notReady } from '../../../../src-main/providers/mcp-service/connection/program-adapter.js'
import { OtherWire, onFoundWire } from '../../../../src-main/providers/mcp-service/connection/wire.js'
import { CurrentOffer, maxKnown } from '../../../../src-main/providers/mcp-service/current-offer.js'
import { LogTail } from '../../../../src-main/providers/mcp-service/process/log-tail.js'
import { StartLimit } from '../../../../src-main/providers/mcp-service/restarts.js'
import { offlineFailure } from '../../../../src-main/providers/mcp-service/service-failure.js'
import { noLibrary } from '../../../../src-main/providers/mcp-service/tools/library-offer.js'
import { noTools } from '../../../../src-main/providers/mcp-service/tools/tool-offer.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { MemoryService } from '../../../fakes/memory-service.js'
import { RecordingLog } from '../../../fakes/recording-log.js'
import { fixture, ServicesScene } from '../../../fakes/services-scene.js'
import { cleanUpForEach } from '../../../fixtures/for-each.js'
import { CleanUp } from '../../../fixtures/programs.js'

describe('a program with another form of messages', () => {
  const framed = { framing: 'content-length' } as const
  const legacy = { dialect: 'legacy' } as const

  async function found(speaks: Wire, stated: Wire = {}) {
    const log = new LogTail()
    const wires = new Map<string, Wire>()
    const tried: Wire[] = []
    const begin = async (wire: Wire) => {
      tried.push(wire)
      if (speaks.framing !== wire.framing) throw new OtherWire(framed)
      if (speaks.dialect !== wire.dialect) throw new OtherWire(legacy)
      return 'connected'
    }
    const result = await onFoundWire({ stated, wires, name: 'a', log, begin }).catch((thrown: unknown) => thrown)
    return { result, tried, wires, log }
  }

  it('is started again with what its output shows, which is remembered and in its log', async () => {
    const { result, tried, wires, log } = await found({ ...framed, ...legacy })
    expect(result).toBe('connected')
    expect(tried).toEqual([{}, framed, { ...framed, ...legacy }])
    expect(wires.get('a')).toEqual({ ...framed, ...legacy })
    expect(log.lines.join('\n')).toContain('"framing": "content-length"')
  })

  it('fails at once with the setting to change where the configuration states another', async () => {
    const { result, tried } = await found(framed, { framing: 'newline' })
    expect(tried).toEqual([{ framing: 'newline' }])
    expect(serviceCodeOf(result)).toBe(2001)
    expect((result as { suggestion: string }).suggestion).toContain('"framing": "content-length"')
  })

  it('runs without settings: as a real program', async () => {
    const cleanUp = new CleanUp()
    const scene = cleanUp.add(new ServicesScene(), (one) => one.close())
    await scene.apply({ old: fixture('framed.mjs') })
    expect(scene.services.list()).toMatchObject([{ status: 'running', tools: 1 }])
    expect(scene.services.log('old').join('\n')).toContain('Content-Length')
    expect((await scene.call('ext.bad.echo')).outcome).toMatchObject({ kind: 'done' })
    await cleanUp.run()
  })
})

describe('a program that is not ready in time', () => {
  const facts = { framing: undefined, isModule: undefined, isFirst: undefined }
  const downloads = 'It may still be downloading: give it a longer start limit.'
  const framing = 'try content-length as "framing"'
  it.each([
    ['writes nothing at its first start', notReady('nothing', { ...facts, isFirst: true }), downloads, framing],
    ['writes nothing, and started before', notReady('nothing', facts), framing, downloads],
    ['writes something else', notReady({ odd: 'Ready.' }, { ...facts, isFirst: true }), framing, downloads],
    ['writes nothing, and is a module', notReady('nothing', { ...facts, isModule: true }), 'It wrote nothing.', '"'],
  ])('%s: says what may be the cause', (_what, { message }, said, unsaid) => {
    expect(message).toContain(said)
    expect(message).not.toContain(unsaid)
  })

  it('tells its start apart: a real program', async () => {
    const cleanUp = new CleanUp()
    const scene = cleanUp.add(new ServicesScene(), (one) => one.close())
    await scene.apply({ quiet: { ...fixture('hostile.mjs'), command: 'sleep', args: ['60'], startTimeout: 1_000 } })
    await scene.until(() => scene.services.list()[0]?.lastError !== undefined)
    expect(scene.services.list()[0]?.lastError?.message).toContain(downloads)
    await cleanUp.run()
  })
})

describe('the limit of a start', () => {
  const cleanUp = cleanUpForEach()
  const config: StdioServiceConfig = { type: 'stdio', enabled: true, namespace: 'one', command: 'npx', args: ['a'] }

  it('is longer until a program has started with its definition, and can be set', () => {
    const limit = new StartLimit()
    expect(limit.of(config)).toEqual({ limitMs: 120_000, isFirst: true })
    limit.succeeded(config)
    expect(limit.of({ ...config, roots: ['/a'] })).toEqual({ limitMs: 30_000, isFirst: false })
    expect(limit.of({ ...config, args: ['b'] })).toEqual({ limitMs: 120_000, isFirst: true })
    expect(limit.of({ ...config, startTimeout: 45_000 }).limitMs).toBe(45_000)
    expect(limit.of({ type: 'http', enabled: true, namespace: 'one', url: 'https://a' }).limitMs).toBe(30_000)
  })

  function slow(more: Partial<ServiceConfig> = {}) {
    const service = new MemoryService()
    let finish = (): void => {}
    service.beforeList = () =>
      new Promise((resolve) => {
        finish = resolve
      })
    const clock = new FakeClock()
    const scene = cleanUp.add(new ServicesScene({ adapter: service.adapter, clock }), (one) => one.close())
    const applied = scene.apply({ one: { ...config, ...more } as ServiceConfig })
    return { scene, clock, applied, finish: () => finish() }
  }

  it('lets a program take 100 seconds for its first start, and shows the progress', async () => {
    const { scene, clock, applied, finish } = slow()
    await scene.until(() => scene.services.list()[0]?.status === 'starting')
    await clock.advance(100_000)
    expect(scene.services.list()).toMatchObject([
      { status: 'starting', starting: { limitMs: 120_000, isFirst: true, since: expect.any(String) } },
    ])
    finish()
    await applied
    expect(scene.services.list()).toMatchObject([{ status: 'running' }])
    expect(scene.services.list()[0]).not.toHaveProperty('starting')
  })

  it('is as long for a module, which downloads nothing', () => {
    const module: ServiceConfig = { type: 'embedded', enabled: true, namespace: 'one', module: '/a.js' }
    expect(new StartLimit().of(module)).toEqual({ limitMs: 120_000, isFirst: false })
  })

  it('is named to a call during the first start', () => {
    const starting = { since: '2026-01-19T10:30:00Z', limitMs: 600_000, isFirst: true }
    const messageOf = (isFirst: boolean) => offlineFailure('a', 'starting', undefined, { ...starting, isFirst }).message
    expect(messageOf(true)).toContain('Its first start may download the program and take up to 600 seconds.')
    expect(messageOf(false)).not.toContain('download')
  })

  it('ends a start with its own number and the limit', async () => {
    const { scene, clock, applied } = slow({ startTimeout: 5_000 })
    await scene.until(() => scene.services.list()[0]?.status === 'starting')
    await clock.advance(5_000)
    await applied
    expect(scene.services.list()).toMatchObject([
      { status: 'error', lastError: { code: 2003, message: 'The service was not ready after 5 seconds.' } },
    ])
  })
})

describe('tools that a service lists no more', () => {
  it('are marked, logged and forgotten when they are back or a person restarts it', async () => {
    const cleanUp = new CleanUp()
    const service = new MemoryService()
    const clock = new FakeClock()
    const scene = cleanUp.add(new ServicesScene({ adapter: service.adapter, clock }), (one) => one.close())
    const all = ['a', 'b'].map((name) => ({ name, inputSchema: { type: 'object' } }))
    service.tools = all
    await scene.apply({ one: { type: 'stdio', enabled: true, namespace: 'one', command: 'a', args: [] } })
    const listAgain = async (tools: object[]) => {
      service.tools = tools
      service.announce()
      await clock.advance(1_000)
    }
    await listAgain(all.slice(0, 1))
    const mark = [{ kind: 'tools-lost', count: 1, names: ['b'] }]
    await scene.until(() => scene.services.list()[0]?.warnings !== undefined)
    expect(scene.services.list()[0]?.warnings).toEqual(mark)
    expect(scene.gateway.registry.servers()[0]).toMatchObject({ lost: ['b'] })
    expect(scene.log.problems).toMatchObject([{ level: 'warn', details: { service: 'one', count: 1, names: ['b'] } }])
    await listAgain(all)
    await scene.until(() => scene.services.list()[0]?.warnings === undefined)
    await listAgain(all.slice(0, 1))
    await scene.until(() => scene.services.list()[0]?.warnings !== undefined)
    await scene.services.restart('one')
    expect(scene.services.list()[0]).not.toHaveProperty('warnings')
    await cleanUp.run()
  })

  it('are remembered up to a limit, whatever the service lists', async () => {
    const log = new RecordingLog()
    const current = new CurrentOffer(async () => noTools, { log, service: 'a' })
    const lists = (round: number) =>
      Array.from({ length: 500 }, (_, at) => ({ name: `${round}.${at}.${'x'.repeat(1_000)}` }))
    for (let round = 0; round < 20; round += 1) {
      await current.update(
        () => ({ tools: lists(round), library: noLibrary, cut: [], failed: [] }),
        () => true,
      )
    }
    expect(log.lines.map(({ details }) => details.count)).toEqual(Array.from({ length: 19 }, () => 500))
    expect(log.lines[0]?.details.names).toHaveLength(5)
    expect(current.lost.length).toBeLessThanOrEqual(maxKnown.names)
    expect(Math.max(...current.lost.map(({ length }) => length))).toBe(maxKnown.characters)
  })
})
