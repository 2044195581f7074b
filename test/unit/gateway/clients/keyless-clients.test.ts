import type { Caller } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import { bridge } from '@shared/clients/client.js'
import { keylessIds, keylessLimits, type OtherClients } from '@shared/clients/keyless.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KeylessClients, keylessQuestionMs } from '../../../../src-main/gateway/clients/keyless-clients.js'
import { Emitter } from '../../../../src-main/gateway/ports/emitter.js'
import type { KeylessProgramStore } from '../../../../src-main/gateway/ports/stores.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { endOf, GatewayUnderTest } from '../../../fakes/gateway-under-test.js'
import { MemoryAuditLog } from '../../../fakes/memory-audit-log.js'
import { RecordingLog } from '../../../fakes/recording-log.js'

const program = (name: string): Caller => ({ type: 'model', id: bridge.id, name })

function memoryStore(): KeylessProgramStore {
  let kept: ReturnType<KeylessProgramStore['read']>['programs'] = []
  return {
    read: () => ({ programs: kept }),
    write: (programs) => {
      kept = programs
    },
  }
}

interface Given {
  readonly others?: OtherClients
  readonly store?: KeylessProgramStore
  readonly known?: readonly string[]
  readonly attached?: boolean
}

function scene({ others = 'ask', store = memoryStore(), known = [], attached = true }: Given = {}) {
  const [clock, audit] = [new FakeClock(), new MemoryAuditLog()]
  const state = { others, stopped: false }
  const othersChanged = new Emitter<void>()
  const choose = (next: OtherClients) => {
    state.others = next
    othersChanged.emit()
  }
  const keyless = new KeylessClients({
    ...{ clock, audit, store, log: new RecordingLog() },
    others: () => state.others,
    onDidChangeOthers: othersChanged.on,
    isStopped: () => state.stopped,
    knownNames: () => known,
  })
  const asked: string[] = []
  const ended: unknown[] = []
  keyless.onDidAsk(({ name }) => asked.push(name))
  keyless.onDidEnd((end) => ended.push(end))
  const detach = attached ? keyless.attach() : () => {}
  const whyNot = (name: string) => keyless.refusalOf(program(name))?.details?.why
  const idOf = (name: string) => keyless.view().programs.find((one) => one.name === name)?.id ?? ''
  return { keyless, clock, audit, state, choose, asked, ended, store, detach, whyNot, idOf }
}

describe('a program without a key of its own', () => {
  it('asks once, may do nothing until it is allowed, and then never asks again', () => {
    const { keyless, asked, whyNot, idOf } = scene()
    expect([whyNot('Claude'), whyNot('Claude'), asked]).toEqual(['waiting', 'waiting', ['Claude']])
    expect(keyless.decide(idOf('Claude'), 'allowed', 'desktop')).toBe(true)
    expect([whyNot('Claude'), asked]).toEqual([undefined, ['Claude']])
  })

  it('stays refused after "Not now", until the owner allows it, and the log names both', () => {
    const { keyless, audit, asked, whyNot, idOf } = scene()
    whyNot('Claude')
    keyless.decide(idOf('Claude'), 'refused', 'desktop')
    expect([whyNot('Claude'), asked.length]).toEqual(['refused', 1])
    keyless.decide(idOf('Claude'), 'allowed', 'desktop')
    expect(whyNot('Claude')).toBeUndefined()
    expect(audit.events.map(({ capabilityId }) => capabilityId)).toEqual([keylessIds.refused, keylessIds.allowed])
  })

  it('keeps the decision over a restart, and forgets open questions', () => {
    const first = scene()
    first.whyNot('Claude')
    first.keyless.decide(first.idOf('Claude'), 'allowed', 'desktop')
    first.whyNot('Other')
    const second = scene({ store: first.store })
    expect([second.whyNot('Claude'), second.asked]).toEqual([undefined, []])
    expect(second.keyless.waiting()).toEqual([])
  })

  it('changes nothing where the decision cannot be stored', () => {
    const broken: KeylessProgramStore = {
      read: () => ({ programs: [] }),
      write() {
        throw new Error('the disk is full')
      },
    }
    const { keyless, whyNot, idOf } = scene({ store: broken })
    whyNot('Claude')
    expect(() => keyless.decide(idOf('Claude'), 'allowed', 'desktop')).toThrow('full')
    expect(whyNot('Claude')).toBe('waiting')
  })

  it.each(['ask', 'allow'] as const)('asks where decisions cannot be read and others are "%s"', (others) => {
    const store: KeylessProgramStore = { read: () => ({ programs: [], damaged: 'programs.json' }), write() {} }
    const { keyless, whyNot } = scene({ store, others })
    expect([whyNot('Claude'), keyless.view().others]).toEqual(['waiting', 'ask'])
  })

  it('stays refused however many are allowed after it, also where others are allowed', async () => {
    const { keyless, clock, whyNot, idOf, state } = scene()
    whyNot('Refused')
    keyless.decide(idOf('Refused'), 'refused', 'desktop')
    for (let at = 0; at < keylessLimits.programs + 5; at += 1) {
      if (at % keylessLimits.perHour === 0) await clock.advance(3_600_000)
      whyNot(`Program ${at}`)
      expect(keyless.decide(idOf(`Program ${at}`), 'allowed', 'desktop')).toBe(true)
    }
    state.others = 'allow'
    expect(keyless.view().programs).toHaveLength(keylessLimits.programs)
    expect([whyNot('Refused'), whyNot('Program 204')]).toEqual(['refused', undefined])
  })

  it('is not asked about where nobody can answer, or while everything is stopped', () => {
    expect(scene({ attached: false }).whyNot('Claude')).toBe('nobody')
    const { state, asked, whyNot } = scene()
    state.stopped = true
    expect([whyNot('Claude'), asked]).toEqual(['nobody', []])
  })

  it('is forgotten when it stopped calling, so that another can ask', async () => {
    const { clock, ended, keyless, whyNot } = scene()
    whyNot('Claude')
    await clock.advance(keylessQuestionMs - 1)
    whyNot('Claude')
    await clock.advance(1)
    expect(keyless.waiting()).toHaveLength(1)
    await clock.advance(keylessQuestionMs)
    expect([keyless.waiting(), ended.length]).toEqual([[], 1])
  })

  it('may call or may not as the owner chose for all, except for what they decided about', () => {
    const { keyless, state, asked, whyNot, idOf } = scene()
    for (const name of ['Yes', 'No']) whyNot(name)
    keyless.decide(idOf('Yes'), 'allowed', 'desktop')
    keyless.decide(idOf('No'), 'refused', 'desktop')
    state.others = 'allow'
    expect([whyNot('Yes'), whyNot('No'), whyNot('New')]).toEqual([undefined, 'refused', undefined])
    state.others = 'refuse'
    expect([whyNot('Yes'), whyNot('No'), whyNot('New')]).toEqual([undefined, 'refused', 'others-refused'])
    expect(asked).toEqual(['Yes', 'No'])
  })

  it('never concerns a client with a key, chat, or Gatehouse itself', () => {
    const { keyless, asked } = scene({ others: 'refuse' })
    for (const id of ['client:0a1b2c3d', 'chat:Steve', 'gatehouse']) {
      expect(keyless.refusalOf({ ...program('Claude'), id })).toBeUndefined()
    }
    expect(asked).toEqual([])
  })
})

describe('a program that lies about its name', () => {
  it('is another program under each name, also under one that looks like an allowed one', () => {
    const { keyless, whyNot, idOf } = scene({ known: ['Cursor'] })
    whyNot('Claude Desktop')
    keyless.decide(idOf('Claude Desktop'), 'allowed', 'desktop')
    for (const name of ['Сlaude Desktop', 'claude-desktop', 'CLAUDE  DESKTOP']) {
      expect(whyNot(name)).toBe('waiting')
      expect(keyless.view().programs.find((one) => one.name === name)?.resembles).toBe('Claude Desktop')
      keyless.decide(idOf(name), 'refused', 'desktop')
    }
    whyNot('Cursor')
    expect(keyless.waiting()[0]?.resembles).toBe('Cursor')
  })

  it('opens few questions at once and few in an hour, however many names it gives', async () => {
    const { keyless, clock, asked, whyNot, idOf } = scene()
    for (let name = 0; name < 1_000; name++) whyNot(`Bot ${name}`)
    expect(asked).toHaveLength(keylessLimits.waiting)
    expect(whyNot('Bot 999')).toBe('too-many')
    for (let name = 0; name < 100; name++) {
      whyNot(`Again ${name}`)
      const [open] = keyless.waiting()
      if (open) keyless.decide(open.id, 'refused', 'desktop')
    }
    expect(asked.length).toBeLessThanOrEqual(keylessLimits.perHour)
    expect(keyless.view().isPaused).toBe(true)
    await clock.advance(3_600_000)
    expect([whyNot('Later'), keyless.view().isPaused, idOf('Later') === '']).toEqual(['waiting', false, false])
  })

  it('is never let in by any sequence of names, refusals and restarts without an answer of the owner', () => {
    const name = fc.constantFrom('Claude', 'claude', 'Сlaude', 'Bot', '', 'x'.repeat(500))
    const act = fc.oneof(
      fc.record({ kind: fc.constant('call' as const), name }),
      fc.record({ kind: fc.constant('refuse' as const), name }),
      fc.record({ kind: fc.constant('restart' as const), name }),
    )
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        const store = memoryStore()
        let now = scene({ store })
        for (const { kind, name: given } of acts) {
          if (kind === 'restart') now = scene({ store })
          if (kind === 'refuse') now.keyless.decide(now.idOf(given), 'refused', 'desktop')
          expect(now.whyNot(given)).toBeDefined()
        }
      }),
    )
  })
})

describe('a call of a program that is not allowed', () => {
  const waits = new GatewayError('PERMISSION.CLIENT_NOT_ALLOWED')
  const closed = { refusalOf: () => waits, mayCall: () => false, onDidChange: () => () => {} }

  it('runs nothing and reads nothing, receives no event, and is counted when it repeats', async () => {
    const under = new GatewayUnderTest({ keyless: closed })
    const server = under.serveOverworld()
    for (const [id, given] of [['world.time.get'], ['world.time.set', { time: 1 }], ['player.list']] as const) {
      const report = await under.call(id, given ?? {}, { caller: program('Claude') })
      expect(endOf(report)).toBe('PERMISSION.CLIENT_NOT_ALLOWED')
    }
    expect(server.requests).toEqual([])
    expect(under.audit.events).toHaveLength(1)
    const subscribed = under.gateway.subscribe(
      { eventIds: ['chat.message.received'], caller: program('Claude'), connection: new AbortController().signal },
      () => {},
    )
    expect(subscribed).toMatchObject({ ok: false, error: { code: 'PERMISSION.CLIENT_NOT_ALLOWED' } })
  })

  it('is counted under one id, whatever names are claimed', async () => {
    const under = new GatewayUnderTest({ keyless: closed })
    under.serveOverworld()
    for (let at = 0; at < 120; at += 1) await under.call('player.list', {}, { caller: program(`name ${at}`) })
    expect(under.audit.events).toHaveLength(1)
    await under.clock.advance(60_000)
    expect(under.audit.events.slice(1)).toMatchObject([
      { capabilityId: 'system.calls.refused', caller: { id: bridge.id }, request: { refused: 119 } },
    ])
  })

  it('is in the trail as a count where it was refused before it was a call', async () => {
    const under = new GatewayUnderTest({ keyless: closed })
    under.serveOverworld()
    for (let at = 0; at < 3; at += 1) under.gateway.refusalOf(program(`name ${at}`))
    const connection = new AbortController().signal
    under.gateway.subscribe({ eventIds: ['chat.message.received'], caller: program('Claude'), connection }, () => {})
    expect(under.audit.events).toEqual([])
    await under.clock.advance(60_000)
    expect(under.audit.events).toMatchObject([
      {
        capabilityId: 'system.calls.refused',
        caller: { id: bridge.id },
        request: { refused: 4, code: 'PERMISSION.CLIENT_NOT_ALLOWED' },
      },
    ])
  })

  it('is withdrawn when the owner refuses its program while it waits for approval', async () => {
    const { keyless, idOf } = scene()
    keyless.refusalOf(program('Claude'))
    keyless.decide(idOf('Claude'), 'allowed', 'desktop')
    const under = new GatewayUnderTest({ keyless })
    const server = under.serveOverworld()
    under.gateway.approvals.attach()
    const report = under.setTime({ caller: program('Claude'), waitsForEnd: true })
    const { id } = await under.asked()
    keyless.decide(idOf('Claude'), 'refused', 'desktop')
    expect(endOf(await report)).toBe('withdrawn')
    expect(under.gateway.approvals.isOpen(id)).toBe(false)
    expect(server.requestsFor('world.time.set')).toEqual([])
  })

  it('is withdrawn when the owner refuses every other program while it waits for approval', async () => {
    const { keyless, choose } = scene({ others: 'allow' })
    const under = new GatewayUnderTest({ keyless })
    const server = under.serveOverworld()
    under.gateway.approvals.attach()
    const report = under.setTime({ caller: program('Claude'), waitsForEnd: true })
    const { id } = await under.asked()
    choose('refuse')
    expect(endOf(await report)).toBe('withdrawn')
    expect(under.gateway.approvals.isOpen(id)).toBe(false)
    expect(server.requestsFor('world.time.set')).toEqual([])
  })

  it('ends before it runs when its program may no longer call, however that came', async () => {
    let isAllowed = true
    const keyless = { refusalOf: () => (isAllowed ? undefined : waits), mayCall: () => isAllowed }
    const under = new GatewayUnderTest({ keyless: { ...keyless, onDidChange: () => () => {} } })
    const server = under.serveOverworld()
    under.gateway.approvals.attach()
    const report = under.setTime({ caller: program('Claude'), waitsForEnd: true })
    const { id } = await under.asked()
    isAllowed = false
    under.gateway.approvals.decide(id, 'approve', 'ada')
    expect(endOf(await report)).toBe('PERMISSION.CLIENT_NOT_ALLOWED')
    expect(server.requestsFor('world.time.set')).toEqual([])
  })
})
