import { bridge } from '@shared/clients/client.js'
import { defaultSettings } from '@shared/program/settings.js'
import { describe, expect, it, vi } from 'vitest'
import { Consents } from '../../../../src-main/gateway/clients/consents.js'
import { KeylessClients } from '../../../../src-main/gateway/clients/keyless-clients.js'
import type { FullScreen } from '../../../../src-main/policy/approvals/attention.js'
import { AttentionService, recheckMs } from '../../../../src-main/shell/presence/attention-service.js'
import { createRedactText } from '../../../../src-main/shell/presence/redact-text.js'
import { TrayService } from '../../../../src-main/shell/presence/tray.js'
import {
  countOtherRequests,
  hasPopUpRequest,
  type RequestDisplay,
  showWaitingRequests,
} from '../../../../src-main/shell/presence/waiting-requests.js'
import { createTranslate } from '../../../../src-main/shell/system/language.js'
import { type FakeClock, settled } from '../../../fakes/fake-clock.js'
import { manifestOf } from '../../../fakes/fake-provider.js'
import { FakeTray } from '../../../fakes/fake-tray.js'
import { caller, GatewayUnderTest } from '../../../fakes/gateway-under-test.js'
import { MemoryAuditLog } from '../../../fakes/memory-audit-log.js'
import { RecordingLog } from '../../../fakes/recording-log.js'

const ban = manifestOf({ id: 'ext.ops.ban', type: 'action', risk: { level: 'critical' } })
const never = new AbortController().signal

const keylessUnderTest = (clock: FakeClock) =>
  new KeylessClients({
    ...{ clock, audit: new MemoryAuditLog(), log: new RecordingLog() },
    store: { read: () => ({ programs: [] }), write() {} },
    others: () => 'ask',
    onDidChangeOthers: () => () => {},
    isStopped: () => false,
    knownNames: () => [],
  })

function newestIn(requests: { open(): readonly { readonly id: string }[] }): string {
  const newest = requests.open().at(-1)
  if (!newest) throw new Error('No request is open.')
  return newest.id
}

async function setUp() {
  const under = new GatewayUnderTest()
  const { gateway, clock } = under
  const consents = new Consents(clock)
  const keyless = keylessUnderTest(clock)
  const sources = { gateway, consents, keyless }
  under.serveOverworld()
  under.serve('hub', [], { capabilities: [ban] })
  // A critical call needs two people.
  for (let people = 0; people < 2; people += 1) gateway.approvals.attach()
  gateway.inputs.attach()
  consents.attach()
  keyless.attach()

  const screen: { state: FullScreen } = { state: 'no' }
  const play = vi.fn()
  const attention = new AttentionService({
    ...{ clock, play, notify: () => {}, ended: () => {} },
    settings: () => defaultSettings,
    fullScreen: async () => screen.state,
  })
  const view = new FakeTray()
  const tray = new TrayService(view, {} as never, await createTranslate('en'), createRedactText(String))
  const popUp = { appear: vi.fn(), hide: vi.fn() }
  const mainWindow = { appear: vi.fn() }
  showWaitingRequests(sources, { tray, attention, popUp, mainWindow } as unknown as RequestDisplay)

  /** Each returns the function that closes its request. */
  const open = {
    async approval() {
      void under.setTime()
      return closeApproval(await newest())
    },
    async criticalApproval() {
      void under.call(ban.id, {})
      return closeApproval(await newest())
    },
    async input() {
      void gateway.inputs.ask(
        {
          server: { id: 'service:a', name: 'A' },
          ...{ caller, capabilityId: 'ext.a.tool', requestId: 'request-1', traceId: 'trace-1' },
          content: { kind: 'form', message: 'Which one?', fields: [] },
        },
        never,
      )
      await settled()
      const id = newestIn(gateway.inputs)
      return () => gateway.inputs.answer(id, { action: 'decline' })
    },
    async consent() {
      void consents.ask({ claimedName: 'Claude', returnsTo: 'localhost:1', code: 'ABC-DEF' }, never)
      await settled()
      const id = newestIn(consents)
      return () => void consents.decide(id, 'decline')
    },
    async newClient(name = 'Claude') {
      keyless.refusalOf({ id: bridge.id, name })
      await settled()
      const id = keyless.waiting().at(-1)?.id ?? ''
      return () => void keyless.decide(id, 'refused', 'desktop')
    },
  }
  async function newest(): Promise<string> {
    await settled()
    return newestIn(gateway.approvals)
  }
  const closeApproval = (id: string) => () => void gateway.approvals.decide(id, 'deny', 'ada')
  return { clock, sources, screen, play, view, popUp, mainWindow, open }
}

const kinds = ['approval', 'input', 'consent', 'newClient'] as const

describe('waiting requests', () => {
  it.each(kinds)('count in the tray while they are open: %s', async (kind) => {
    const { view, open } = await setUp()
    const close = await open[kind]()
    expect([view.count, view.icon, view.toolTip]).toEqual([1, 'waiting', 'Gatehouse: 1 request waiting'])
    close()
    expect([view.count, view.icon]).toEqual([0, 'idle'])
  })

  it('of different kinds are added up in the tray', async () => {
    const { view, open } = await setUp()
    const counts: number[] = []
    const closing: (() => void)[] = []
    for (const kind of kinds) {
      closing.push(await open[kind]())
      counts.push(view.count)
    }
    for (const close of closing) {
      close()
      counts.push(view.count)
    }
    expect(counts).toEqual([1, 2, 3, 4, 3, 2, 1, 0])
  })

  it('count before the person is notified of them', async () => {
    const { view, popUp, open } = await setUp()
    let countWhenRaised: number | undefined
    popUp.appear.mockImplementation(() => {
      countWhenRaised = view.count
    })
    await open.approval()
    expect(countWhenRaised).toBe(1)
  })

  it('no longer count once they time out', async () => {
    const { clock, view, popUp, open } = await setUp()
    for (const kind of kinds) await open[kind]()
    await clock.advance(60 * 60_000)
    expect(view.count).toBe(0)
    expect(popUp.hide).toHaveBeenCalled()
  })

  it.each(['approval', 'input'] as const)('show the pop-up, not the window: %s', async (kind) => {
    const { popUp, mainWindow, open } = await setUp()
    await open[kind]()
    expect(popUp.appear).toHaveBeenCalledOnce()
    expect(mainWindow.appear).not.toHaveBeenCalled()
  })

  it('for consent show the window, not the pop-up', async () => {
    const { popUp, mainWindow, open } = await setUp()
    await open.consent()
    expect(mainWindow.appear).toHaveBeenCalledOnce()
    expect(popUp.appear).not.toHaveBeenCalled()
  })

  it.each([...kinds, 'criticalApproval'] as const)('are urgent only for a critical approval: %s', async (kind) => {
    const { play, open } = await setUp()
    await open[kind]()
    expect(play.mock.calls).toEqual([[kind === 'criticalApproval' ? 'urgent' : 'calm']])
  })

  it('show the window once for several new programs', async () => {
    const { view, mainWindow, play, open } = await setUp()
    for (const name of ['Claude', 'Cursor', 'Codex', 'Bot']) await open.newClient(name)
    await settled()
    expect([view.count, mainWindow.appear.mock.calls.length, play.mock.calls.length]).toEqual([3, 1, 1])
  })

  it('are not shown later when they close during a full-screen game', async () => {
    const { clock, screen, popUp, mainWindow, open } = await setUp()
    screen.state = 'yes'
    for (const kind of kinds) (await open[kind]())()
    screen.state = 'no'
    await clock.advance(2 * recheckMs)
    expect(popUp.appear).not.toHaveBeenCalled()
    expect(mainWindow.appear).not.toHaveBeenCalled()
  })
})

describe('the pop-up', () => {
  it.each([
    ['approval', 'input'],
    ['input', 'approval'],
  ] as const)('hides only when its last request closes: %s, then %s', async (first, last) => {
    const { popUp, open } = await setUp()
    const closeLast = await open[last]()
    const closeFirst = await open[first]()
    closeFirst()
    expect(popUp.hide).not.toHaveBeenCalled()
    closeLast()
    expect(popUp.hide).toHaveBeenCalledOnce()
  })

  it('hides although a consent still waits, which it does not show', async () => {
    const { sources, popUp, open } = await setUp()
    await open.consent()
    const close = await open.approval()
    expect(hasPopUpRequest(sources)).toBe(true)
    close()
    expect(popUp.hide).toHaveBeenCalledOnce()
    expect([hasPopUpRequest(sources), countOtherRequests(sources)]).toEqual([false, 1])
  })

  it('does not hide when a consent closes', async () => {
    const { popUp, open } = await setUp()
    const close = await open.consent()
    close()
    expect(popUp.hide).not.toHaveBeenCalled()
  })
})
