import type { GatewayError } from '@contract/gateway-error.js'
import type { PowerOrder, PowerState } from '@shared/servers/server-way.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PowerWatch } from '../../../../src-main/providers/java/power-watch.js'
import { PanelUnavailable } from '../../../../src-main/providers/java/ways/panel/panel-failure.js'
import { FakeClock } from '../../../fakes/fake-clock.js'

/** A host whose process changes as a test says. */
function scene(take: (order: PowerOrder) => void = () => {}) {
  const clock = new FakeClock()
  const orders: PowerOrder[] = []
  const host = { state: 'running' as PowerState, asked: 0 }
  const order = (name: PowerOrder) => async () => {
    orders.push(name)
    take(name)
  }
  const power = {
    state: async () => {
      host.asked += 1
      return host.state
    },
    start: order('start'),
    stop: order('stop'),
    restart: order('restart'),
  }
  const shown: string[] = []
  const watch: PowerWatch = new PowerWatch({
    power,
    clock,
    onDidChange: () => shown.push([watch.shown.state, watch.shown.order].filter(Boolean).join(' ')),
  })
  const become = async (...states: readonly PowerState[]) => {
    for (const state of states) {
      host.state = state
      await clock.advance(15_000)
    }
  }
  return { clock, host, orders, watch, shown, become }
}

const problemOf = (given: Promise<unknown>) =>
  given.then(
    () => undefined,
    (error: GatewayError) => error,
  )

describe('an order to start or stop a server', () => {
  it('is done when its state was seen, and its progress is shown', async () => {
    const { clock, host, orders, watch, shown } = scene()
    watch.connected()
    const stopping = watch.give('stop')
    await clock.advance(1_000)
    host.state = 'stopping'
    await clock.advance(2_000)
    host.state = 'stopped'
    await clock.advance(2_000)
    expect(await stopping).toEqual({ outcome: 'done', state: 'stopped' })
    expect(orders).toEqual(['stop'])
    expect(shown).toEqual(['running', 'running stop', 'stopping stop', 'stopped stop', 'stopped'])
  })

  it('sends nothing to a server that is in this state already', async () => {
    const { orders, watch } = scene()
    expect(await watch.give('start')).toEqual({ outcome: 'already', state: 'running' })
    expect(orders).toEqual([])
  })

  it('that restarts is done only after the server was down', async () => {
    const { clock, host, watch } = scene()
    let result: unknown
    void watch.give('restart').then((given) => {
      result = given
    })
    await clock.advance(10_000)
    expect(result).toBeUndefined()
    for (const state of ['stopping', 'starting'] as const) {
      host.state = state
      await clock.advance(2_000)
    }
    expect(result).toBeUndefined()
    host.state = 'running'
    await clock.advance(2_000)
    expect(result).toEqual({ outcome: 'done', state: 'running' })
  })

  it('that is taken and not seen in three minutes is called sent, never done', async () => {
    const { clock, watch } = scene()
    const stopping = watch.give('stop')
    await clock.advance(181_000)
    expect(await stopping).toEqual({ outcome: 'sent', state: 'running' })
  })

  it('whose answer was lost is unknown, unless its state is seen all the same', async () => {
    const lost = () => {
      throw new PanelUnavailable('lost')
    }
    const silent = scene(lost)
    const problem = problemOf(silent.watch.give('stop'))
    await silent.clock.advance(25_000)
    expect((await problem)?.details).toMatchObject({ why: 'power-unknown', mayHaveRun: true })
    const seen = scene(lost)
    const stopping = seen.watch.give('stop')
    await seen.clock.advance(3_000)
    seen.host.state = 'stopped'
    await seen.clock.advance(3_000)
    expect(await stopping).toEqual({ outcome: 'done', state: 'stopped' })
  })

  it('that the host refuses fails with its reason, at once', async () => {
    const { watch } = scene(() => {
      throw new PanelUnavailable('no-permission', { details: { missing: 'control.stop' } })
    })
    expect((await problemOf(watch.give('stop')))?.details).toMatchObject({ reason: 'no-permission' })
    expect(watch.shown.order).toBeUndefined()
  })

  it('is refused while another one is carried out', async () => {
    const { watch, orders } = scene()
    void watch.give('stop')
    expect((await problemOf(watch.give('restart')))?.details?.why).toBe('power-busy')
    watch.stop()
    expect(orders).not.toContain('restart')
  })

  it('to start a server that ends at once says so', async () => {
    const { clock, host, watch } = scene()
    host.state = 'stopped'
    const starting = problemOf(watch.give('start'))
    await clock.advance(1_000)
    host.state = 'starting'
    await clock.advance(2_000)
    host.state = 'stopped'
    await clock.advance(2_000)
    expect((await starting)?.details?.why).toBe('power-crashed')
    expect(watch.shown.state).toBe('crashed')
  })
})

describe('a server that ends', () => {
  it('without a word has crashed, until it runs again', async () => {
    const { watch, become, clock } = scene()
    watch.connected()
    watch.away()
    await clock.advance(0)
    await become('stopped')
    expect(watch.state).toBe('crashed')
    await become('unknown', 'stopped')
    expect(watch.state).toBe('crashed')
    await become('starting')
    expect(watch.state).toBe('starting')
  })

  it('after it said so, or through stopping, is stopped', async () => {
    const said = scene()
    said.watch.connected()
    said.watch.announced()
    said.watch.away()
    await said.become('stopped')
    expect(said.watch.state).toBe('stopped')
    const through = scene()
    through.watch.connected()
    through.watch.away()
    await through.become('stopping', 'stopped')
    expect(through.watch.state).toBe('stopped')
  })

  it('is not asked about while its console answers', async () => {
    const { clock, host, watch } = scene()
    watch.away()
    await clock.advance(60_000)
    const before = host.asked
    expect(before).toBeGreaterThan(2)
    watch.connected()
    await clock.advance(600_000)
    expect(host.asked).toBe(before)
    watch.stop()
    expect(clock.waiting).toBe(0)
  })

  it('never is shown as crashed by an order of its owner, whatever states its host names', async () => {
    const states = fc.constantFrom<PowerState>('running', 'starting', 'stopping', 'stopped', 'unknown')
    await fc.assert(
      fc.asyncProperty(fc.array(states, { maxLength: 12 }), async (course) => {
        const { clock, host, watch, shown } = scene()
        watch.connected()
        const stopping = problemOf(watch.give('stop'))
        for (const state of course) {
          host.state = state
          await clock.advance(1_000)
        }
        host.state = 'stopped'
        await clock.advance(200_000)
        await stopping
        watch.stop()
        expect(shown.join()).not.toContain('crashed')
      }),
      { numRuns: 60 },
    )
  })
})
