import { defaultSettings, type Settings } from '@shared/program/settings.js'
import type { StreamSafeTurn } from '@shared/streaming/obs.js'
import type { AuditState } from '@shared/trail/audit.js'
import { describe, expect, it } from 'vitest'
import { manifestHashOf } from '../../../../src-main/gateway/path/fingerprint.js'
import { Emitter } from '../../../../src-main/gateway/ports/emitter.js'
import type { Digest } from '../../../../src-main/owner/digest/digest-contents.js'
import type { NavigationTarget } from '../../../../src-main/owner/table/shapes.js'
import { Notices } from '../../../../src-main/shell/presence/notices.js'
import { createRedactText } from '../../../../src-main/shell/presence/redact-text.js'
import { settledMs } from '../../../../src-main/shell/presence/server-watch.js'
import { showStatus } from '../../../../src-main/shell/presence/status-display.js'
import { TrayService } from '../../../../src-main/shell/presence/tray.js'
import { createTranslate } from '../../../../src-main/shell/system/language.js'
import { writer } from '../../../fakes/approvals-under-test.js'
import { core } from '../../../fakes/fake-provider.js'
import { FakeTray } from '../../../fakes/fake-tray.js'
import { caller, endOf, GatewayUnderTest } from '../../../fakes/gateway-under-test.js'

/** Milliseconds after the start before safe mode is reported. */
const startingMs = 3_000

const whole = { rows: 3, verified: { until: 3, whole: true } } as AuditState

/** A value that is read and changed, and whose changes are emitted. */
function observable<T>(initial: T) {
  const changes = new Emitter<T>()
  let value = initial
  const change = (next: T) => {
    value = next
    changes.emit(next)
  }
  return { get: () => value, on: changes.on, change }
}

async function setUp({ safeMode = false, audit: auditState = whole, isStopped = false } = {}) {
  const under = new GatewayUnderTest()
  const { gateway, clock } = under
  const survival = under.serveOverworld()
  if (isStopped) gateway.panic.turnOn('ada')
  const translate = await createTranslate('en')
  const view = new FakeTray()
  const titles: string[] = []
  const places: NavigationTarget[] = []
  let click = (): void => {}
  const window = { isLookedAt: false }
  const redactText = createRedactText(String)
  const notices = new Notices(
    {
      view: {
        show({ title, onClick }) {
          titles.push(title)
          click = onClick
          return () => {}
        },
      },
      ...{ clock, redactText },
      choice: () => ({ ...defaultSettings.notifications, rules: true }),
      ...{ capabilityName: () => undefined, stopsReading: () => false, isQuiet: () => false },
      isLookedAt: () => window.isLookedAt,
      go: (place) => void places.push(place),
      ...{ showQuestion: () => {}, showQuestions: () => {}, deny: () => {} },
    },
    translate,
  )
  const audit = observable(auditState)
  const settings = observable<Settings>(defaultSettings)
  const left = new Emitter<{ readonly id: string; readonly name: string }>()
  const turned = new Emitter<StreamSafeTurn>()
  const made = new Emitter<Digest>()
  const crash = observable(safeMode)
  showStatus({
    composed: {
      gateway,
      audit: { state: audit.get, onDidChangeState: audit.on },
      settings: { get: settings.get, onDidChange: settings.on },
      javaServers: { onDidLeaveUnsaved: left.on },
      streaming: { obs: { obs: { onDidTurn: turned.on } } },
      digests: { onDidMake: made.on },
      stream: { language: 'en' },
    } as never,
    crash: {
      state: () => ({ last: null, safeMode: crash.get() }),
      connect: async () => crash.change(false),
      onDidConnect: (listener) => crash.on(() => listener()),
    },
    tray: new TrayService(view, {} as never, translate, redactText),
    ...{ notices, clock },
  })
  const disconnect = () => {
    survival.server = { ...survival.server, state: 'offline' }
    under.provider.host.present(survival)
  }
  return {
    under,
    gateway,
    clock,
    view,
    titles,
    window,
    audit,
    settings,
    left,
    turned,
    crash,
    disconnect,
    made,
    places,
    click: () => click(),
  }
}

describe('the status display', () => {
  it('shows at once what is known at the start, and reports nothing while all is well', async () => {
    const { clock, view, titles } = await setUp()
    expect([view.icon, view.toolTip]).toEqual(['idle', 'Gatehouse: 1 server connected'])
    await clock.advance(60_000)
    expect([titles, clock.waiting]).toEqual([[], 0])
  })

  it('shows a server that goes offline at once, and reports it when it stays offline', async () => {
    const { clock, view, titles, disconnect } = await setUp()
    await clock.advance(settledMs)
    disconnect()
    expect([view.icon, view.toolTip]).toEqual(['problem', 'Gatehouse: overworld is offline'])
    expect(titles).toEqual([])
    await clock.advance(settledMs)
    expect(titles).toEqual(['overworld is offline'])
  })

  it('reports a removed server whose saving is still off', async () => {
    const { titles, left } = await setUp()
    left.emit({ id: 'java:survival:25575', name: 'Survival' })
    expect(titles).toEqual(['Saving is still off on Survival'])
  })

  it('shows and reports a stop, and ends it with the stop', async () => {
    const { gateway, view, titles } = await setUp()
    gateway.panic.turnOn('ada')
    expect([view.icon, view.toolTip]).toEqual(['problem', 'Gatehouse: everything is stopped'])
    expect(titles).toEqual(['Everything is stopped'])
    gateway.panic.turnOff('ada')
    expect(view.icon).toBe('idle')
    expect(titles).toHaveLength(1)
  })

  it('reports a stop of the last run at the start', async () => {
    const { view, titles } = await setUp({ isStopped: true })
    expect([view.icon, titles]).toEqual(['problem', ['Everything is stopped']])
  })

  const broken = { ...whole, broken: { sequence: 2, what: 'changed' } } as const
  const unwritable = { ...whole, unwritable: { since: '', reason: 'ENOSPC', why: 'disk', lost: 0 } } as const

  it.each([
    ['broken', broken, 'The log is damaged'],
    ['unwritable', unwritable, 'The log can’t be written'],
  ])('shows and reports an audit log that is %s, at the start and later', async (_what, state, title) => {
    const atStart = await setUp({ audit: state })
    expect([atStart.view.toolTip, atStart.titles]).toEqual(['Gatehouse: problem with the log', [title]])
    const { view, titles, audit } = await setUp()
    audit.change(state)
    audit.change({ ...state, rows: 4 })
    expect([view.toolTip, titles]).toEqual(['Gatehouse: problem with the log', [title]])
    audit.change(whole)
    expect(view.icon).toBe('idle')
  })

  it.each([
    ['allow', 'done', ['Your rule allowed a request from A test']],
    ['deny', 'RISK.APPROVAL_REJECTED', []],
  ] as const)('reports a call by a rule only when it was allowed: %s', async (effect, end, reported) => {
    const { under, titles } = await setUp()
    const client = { id: caller.id, name: caller.name }
    const manifest = manifestHashOf(core('world.time.set'))
    const rule = { effect, capability: 'world.time.set', client, server: 'overworld', maxRisk: 'high' } as const
    under.gateway.rules.create({ ...rule, ...(effect === 'allow' && { manifest }) }, writer('ada'))
    expect([endOf(await under.setTime()), titles]).toEqual([end, reported])
  })

  it('reports a failed call only when too few people could approve it', async () => {
    const { gateway, titles } = await setUp()
    const call = { requestId: '1', capabilityId: 'world.time.set', caller, arguments: {}, milliseconds: 1 }
    gateway.feed.add({ kind: 'call', ...call, ruleId: 'rule', result: 'failed' })
    expect(titles).toEqual([])
    const refused = { why: 'too-few', needed: 2, present: 1 } as const
    gateway.feed.add({ kind: 'call', ...call, result: 'failed', refused })
    expect(titles).toEqual(['A test could not ask you'])
  })

  it('does not report a call that a person approved', async () => {
    const { under, gateway, titles } = await setUp()
    gateway.approvals.attach()
    const called = under.setTime()
    gateway.approvals.decide((await under.asked()).id, 'approve', 'ada')
    expect([endOf(await called), titles]).toEqual(['done', []])
  })

  it('shows safe mode at once, and reports it after 3 seconds', async () => {
    const { clock, view, titles } = await setUp({ safeMode: true })
    expect(view.toolTip).toBe('Gatehouse: safe mode, not connected')
    await clock.advance(startingMs - 1)
    expect(titles).toEqual([])
    await clock.advance(1)
    expect(titles).toEqual(['Gatehouse started in safe mode'])
  })

  it.each(['looks at the window', 'has connected'])(
    'does not report safe mode to a person who by then %s',
    async (what) => {
      const { clock, window, titles, crash, view } = await setUp({ safeMode: true })
      if (what === 'has connected') crash.change(false)
      else window.isLookedAt = true
      expect(view.icon).toBe(what === 'has connected' ? 'idle' : 'problem')
      await clock.advance(startingMs)
      expect(titles).toEqual([])
    },
  )

  it('shows a digest, and opens the log of its days with a click', async () => {
    const { titles, made, places, click } = await setUp()
    const span = { since: new Date(2026, 0, 18, 20).toISOString(), until: new Date(2026, 0, 19, 20).toISOString() }
    made.emit({ ...span, servers: [], answers: [], done: 2, failed: 0, denied: 0, expired: 0, undoable: 0 })
    click()
    expect(titles).toEqual(['What AI did since yesterday'])
    expect(places).toEqual([{ screen: 'audit', about: 'days:2026-01-18:2026-01-19' }])
  })

  it('reports that stream-safe mode turned on with a stream, also to a person who looks at the window', async () => {
    const { titles, turned, window } = await setUp()
    window.isLookedAt = true
    const at = '2026-01-19T10:30:00.000Z'
    turned.emit({ by: 'stream', at, result: 'switched' })
    turned.emit({ by: 'recording', at, result: 'unsaved' })
    expect(titles).toEqual(['Stream-safe mode is on', 'Stream-safe mode is off'])
  })

  it('reports when answering in the game is paused, not when another setting changes', async () => {
    const { titles, settings } = await setUp()
    settings.change({ ...defaultSettings, theme: 'dark' })
    expect(titles).toEqual([])
    settings.change({ ...defaultSettings, gameApprover: { paused: true } as Settings['gameApprover'] })
    expect(titles).toEqual(['Answering in the game is paused'])
  })
})
