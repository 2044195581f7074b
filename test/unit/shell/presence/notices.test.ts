import { defaultSettings, type NotificationChoice } from '@shared/program/settings.js'
import type { AppLanguage } from '@shared/text/language.js'
import type { AuditState } from '@shared/trail/audit.js'
import type { CallEntry } from '@shared/trail/live.js'
import { describe, expect, it, vi } from 'vitest'
import { type Notice, Notices, type NoticeView, quietMs, rulesMs } from '../../../../src-main/shell/presence/notices.js'
import { createRedactText } from '../../../../src-main/shell/presence/redact-text.js'
import { createTranslate } from '../../../../src-main/shell/system/language.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { GatewayUnderTest } from '../../../fakes/gateway-under-test.js'

class FakeNotices implements NoticeView {
  readonly shown: Notice[] = []
  readonly standing = new Set<Notice>()
  show(notice: Notice): () => void {
    this.shown.push(notice)
    this.standing.add(notice)
    return () => void this.standing.delete(notice)
  }
  get last(): Notice | undefined {
    return this.shown.at(-1)
  }
}

const everything: NotificationChoice = { ...defaultSettings.notifications, rules: true }

async function setUp({
  choice = everything,
  language = 'en' as AppLanguage,
  mask = (text: string) => text,
  state = { quiet: false, lookedAt: false },
  stopsReading = false,
} = {}) {
  const face = new FakeNotices()
  const clock = new FakeClock()
  const actions = { go: vi.fn(), showQuestion: vi.fn(), showQuestions: vi.fn(), deny: vi.fn() }
  const notices = new Notices(
    {
      view: face,
      clock,
      redactText: createRedactText(mask),
      choice: () => choice,
      stopsReading: () => stopsReading,
      capabilityName: (id, serverId) => (serverId === 's' && id === 'ext.sky.paint' ? 'Paint the sky' : undefined),
      isQuiet: () => state.quiet,
      isLookedAt: () => state.lookedAt,
      ...actions,
    },
    await createTranslate(language),
  )
  return { face, clock, notices, ...actions }
}

it('says that saving is still off on a server that was removed, and what to type', async () => {
  const { face, notices } = await setUp({ state: { quiet: false, lookedAt: true } })
  notices.leftUnsaved({ id: 's', name: 'Survival' })
  expect(face.last).toMatchObject({
    title: 'Saving is still off on Survival',
    body: 'Type save-on in its console. Gatehouse is no longer connected to it.',
  })
})

const tooFew = (part: Partial<CallEntry> = {}): CallEntry => ({
  id: 'few',
  at: '2026-01-01T00:00:00.000Z',
  kind: 'call',
  requestId: 'request-few',
  capabilityId: 'player.ban',
  caller: { type: 'model', id: 'client:1', name: 'Claude' },
  server: { id: 's', name: 'Survival' },
  arguments: {},
  risk: 'critical',
  result: 'failed',
  milliseconds: 1,
  refused: { why: 'too-few', needed: 2, present: 1 },
  ...part,
})

async function question() {
  const under = new GatewayUnderTest()
  under.serveOverworld()
  under.gateway.approvals.attach()
  void under.setTime()
  return under.asked()
}

const acted = (id: string): CallEntry => ({
  kind: 'call',
  id,
  at: '2026-01-19T10:30:00Z',
  requestId: id,
  capabilityId: 'world.time.set',
  caller: { type: 'model', id: 'claude', name: 'Claude' },
  server: { id: 's', name: 'Survival' },
  arguments: {},
  result: 'done',
  ruleId: 'rule',
  milliseconds: 3,
})

const survival = {
  id: 's',
  name: 'Survival',
  kind: 'agent',
  state: 'offline',
  capabilities: [],
  refused: [],
} as const
const trail = (part: Partial<AuditState>): AuditState => ({
  rows: 1,
  head: { sequence: 1, hash: '' },
  bytes: 1,
  verified: { until: 1, whole: true },
  signed: false,
  ...part,
})
const broken = { sequence: 3, what: 'changed' } as const

describe('notifications', () => {
  it('say who asks what and where, open the question, and can deny it but never approve it', async () => {
    const { face, notices, showQuestion, deny } = await setUp()
    const asked = await question()
    notices.questions([asked], 0)
    expect(face.last).toMatchObject({ title: 'A test asks you' })
    expect(face.last?.body).toContain('Click to see it and decide')
    face.last?.onClick()
    expect(showQuestion).toHaveBeenCalledWith(asked.id)
    face.last?.deny?.run()
    expect(deny).toHaveBeenCalledWith(asked.id)
    expect(JSON.stringify(face.last)).not.toMatch(/approve/i)
  })

  it('show a count for several requests, replace each other, and close when none waits', async () => {
    const { face, notices, showQuestions } = await setUp()
    const asked = await question()
    notices.questions([asked], 0)
    notices.questions([asked, { ...asked, id: 'other' }], 1)
    expect(face.standing.size).toBe(1)
    expect(face.last?.title).toBe('3 requests waiting')
    expect(face.last?.deny).toBeUndefined()
    face.last?.onClick()
    expect(showQuestions).toHaveBeenCalledOnce()
    notices.questionsEnded()
    expect(face.standing.size).toBe(0)
  })

  it('are cleaned of external control characters, and masked', async () => {
    const { face, notices } = await setUp({ mask: (text) => text.replaceAll('Steve', '•••') })
    const asked = await question()
    const name = `Steve\n\u202E${'x'.repeat(300)}`
    const theirs = { capabilityId: 'ext.kit.give', capabilityName: '§kgive\u0007 Steve' }
    notices.questions([{ ...asked, ...theirs, caller: { ...asked.caller, name } }], 0)
    expect(face.last?.title).toMatch(/^••• x+… asks you$/u)
    expect(face.last?.body).toMatch(/^give ••• on /u)
  })

  it('use translated names for built-in features, and never an id when there is a name', async () => {
    const demo = { id: 'demo', name: 'Demo world' }
    const chinese = await setUp({ language: 'zh' })
    chinese.notices.questions([{ ...(await question()), server: demo }], 0)
    expect(chinese.face.last?.body).toBe('演示世界：设置时间。点击查看并决定。')
    chinese.notices.actedByRule({ ...acted('1'), server: demo })
    expect(chinese.face.last?.body).toBe('演示世界：设置时间')
    chinese.notices.servers({ kind: 'offline', servers: [{ ...survival, ...demo }, survival] })
    expect(chinese.face.last?.body).toBe('演示世界、Survival')
    const english = await setUp()
    english.notices.actedByRule({ ...acted('1'), capabilityId: 'ext.sky.paint' })
    expect(english.face.last?.body).toBe('Paint the sky on Survival')
    const unknown = await setUp()
    unknown.notices.actedByRule({ ...acted('1'), capabilityId: 'ext.sky.repair' })
    expect(unknown.face.last?.body).toBe('ext.sky.repair on Survival')
  })

  it('report servers by name, and many by their number, and open them', async () => {
    const { face, notices, go } = await setUp()
    notices.servers({ kind: 'offline', servers: [survival] })
    expect(face.last?.title).toBe('Survival is offline')
    face.last?.onClick()
    expect(go).toHaveBeenLastCalledWith({ screen: 'servers', about: 's' })
    notices.servers({ kind: 'online', servers: [survival, { ...survival, name: 'Creative' }] })
    expect(face.last).toMatchObject({ title: '2 servers are connected again', body: 'Survival, Creative' })
    notices.servers({ kind: 'offers', server: survival, count: 3 })
    expect(face.last?.body).toBe('3 actions are blocked until you accept them.')
  })

  it('report actions by rules, many within half a minute as one', async () => {
    const { face, clock, notices, go } = await setUp()
    for (const id of ['1', '2', '3']) notices.actedByRule(acted(id))
    expect(face.shown.map(({ title }) => title)).toEqual(['Your rule allowed a request from Claude'])
    face.last?.onClick()
    expect(go).toHaveBeenCalledWith({ screen: 'audit', about: '1' })
    await clock.advance(rulesMs)
    expect(face.last?.title).toBe('Your rules allowed 2 actions')
    await clock.advance(rulesMs)
    expect(clock.waiting).toBe(0)
    expect(face.shown).toHaveLength(2)
  })

  it('report once that everything is stopped, and not that it is paused', async () => {
    const { face, notices } = await setUp()
    notices.panic({ on: true, pause: true })
    expect(face.shown).toEqual([])
    notices.panic({ on: true })
    notices.panic({ on: true })
    expect(face.shown.map(({ title }) => title)).toEqual(['Everything is stopped'])
  })

  it.each([
    [false, 'AI clients can only read until you resume in the window.'],
    [true, 'AI clients can’t do or read anything until you resume in the window.'],
  ])('say of a stop what it really stops, reading too: %s', async (stopsReading, body) => {
    const { face, notices } = await setUp({ stopsReading })
    notices.panic({ on: true })
    expect(face.last?.body).toBe(body)
  })

  it('delay safety news until quiet hours end, and leave out what is over by then', async () => {
    const state = { quiet: true, lookedAt: false }
    const { face, clock, notices } = await setUp({ state })
    notices.trail(trail({ broken }))
    notices.trail(trail({ broken, rows: 2 }))
    notices.panic({ on: true })
    notices.panic({ on: false })
    await clock.advance(quietMs * 3)
    expect(face.shown).toEqual([])
    state.quiet = false
    await clock.advance(quietMs)
    expect(face.shown.map(({ title }) => title)).toEqual(['The log is damaged'])
    await clock.advance(quietMs * 3)
    expect(face.shown).toHaveLength(1)
    expect(clock.waiting).toBe(0)
  })

  it('report safe mode once, and open the window', async () => {
    const { face, notices, go } = await setUp()
    notices.unconnected(true)
    notices.unconnected(true)
    notices.unconnected(false)
    expect(face.shown.map(({ title }) => title)).toEqual(['Gatehouse started in safe mode'])
    face.last?.onClick()
    expect(go).toHaveBeenCalledWith({ screen: 'home' })
  })

  it('report once that answering in the game is paused, and open the setting to resume', async () => {
    const { face, notices, go } = await setUp()
    notices.codes(false)
    notices.codes(true)
    notices.codes(true)
    expect(face.shown.map(({ title }) => title)).toEqual(['Answering in the game is paused'])
    face.last?.onClick()
    expect(go).toHaveBeenCalledWith({ screen: 'settings', about: 'questions' })
    notices.codes(false)
    notices.codes(true)
    expect(face.shown).toHaveLength(2)
  })

  it('report a broken trail once, and open it', async () => {
    const { face, notices, go } = await setUp()
    notices.trail(trail({}))
    notices.trail(trail({ broken }))
    notices.trail(trail({ broken, rows: 2 }))
    expect(face.shown.map(({ title }) => title)).toEqual(['The log is damaged'])
    face.last?.onClick()
    expect(go).toHaveBeenCalledWith({ screen: 'audit' })
  })

  it('show nothing that a person disabled, in quiet hours, or while they look', async () => {
    const off = Object.fromEntries(Object.keys(everything).map((kind) => [kind, kind === 'enabled'])) as never
    for (const options of [
      { choice: off as NotificationChoice },
      { choice: { ...everything, enabled: false } },
      { state: { quiet: true, lookedAt: false } },
    ]) {
      const { face, notices } = await setUp(options)
      notices.servers({ kind: 'offline', servers: [survival] })
      notices.actedByRule(acted('1'))
      notices.panic({ on: true })
      notices.trail(trail({ broken }))
      expect(face.shown).toEqual([])
    }
    const looking = await setUp({ state: { quiet: false, lookedAt: true } })
    looking.notices.servers({ kind: 'offline', servers: [survival] })
    expect(looking.face.shown).toEqual([])
  })
})

describe('the notification of a call without approvers', () => {
  it('says that approvers are missing, and opens what can be done', async () => {
    const { notices, face, go } = await setUp()
    notices.tooFew(tooFew())
    expect(face.last).toMatchObject({
      title: 'Claude could not ask you',
      body: 'Ban a player on Survival needs 2 approvals, and you are the only approver. Click to see what to do.',
    })
    face.last?.onClick()
    expect(go).toHaveBeenCalledWith({ screen: 'audit', about: 'request-few' })
  })

  it('comes once in half a minute, however often a client tries', async () => {
    const { notices, face, clock } = await setUp()
    for (let turn = 0; turn < 20; turn++) notices.tooFew(tooFew())
    expect(face.shown).toHaveLength(1)
    await clock.advance(rulesMs)
    notices.tooFew(tooFew({ refused: { why: 'too-few', needed: 3, present: 2 } }))
    expect(face.shown).toHaveLength(2)
    expect(face.last?.body).toContain('needs 3 approvals, and only 2 people can be asked')
  })

  it('is silent about other refusals, where questions are not reported, when it is quiet, and when the window shows it', async () => {
    const silent = await setUp({ choice: { ...everything, questions: false } })
    silent.notices.tooFew(tooFew())
    const quiet = await setUp({ state: { quiet: true, lookedAt: false } })
    quiet.notices.tooFew(tooFew())
    const looked = await setUp({ state: { quiet: false, lookedAt: true } })
    looked.notices.tooFew(tooFew())
    const stopped = await setUp()
    stopped.notices.tooFew(tooFew({ refused: { why: 'stopped' } }))
    expect([silent, quiet, looked, stopped].flatMap(({ face }) => face.shown)).toEqual([])
  })
})
