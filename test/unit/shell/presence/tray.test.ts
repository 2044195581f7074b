import { owner } from '@shared/approvals/attempt.js'
import type { Server, ServerState } from '@shared/servers/server.js'
import type { AppLanguage } from '@shared/text/language.js'
import { describe, expect, it, vi } from 'vitest'
import { practiceCaller } from '../../../../src-main/gateway/practice.js'
import { createRedactText } from '../../../../src-main/shell/presence/redact-text.js'
import { TrayService } from '../../../../src-main/shell/presence/tray.js'
import type { TrayQuestion } from '../../../../src-main/shell/presence/tray-menu.js'
import { createTranslate } from '../../../../src-main/shell/system/language.js'
import { manifestOf } from '../../../fakes/fake-provider.js'
import { FakeTray } from '../../../fakes/fake-tray.js'

const server = (name: string, state: ServerState): Server => ({
  id: name,
  name,
  kind: 'agent',
  state,
  capabilities: [],
  refused: [],
})

const question = (id: string, part: Partial<TrayQuestion> = {}): TrayQuestion => ({
  id,
  caller: { type: 'model', id: 'claude', name: 'Claude' },
  capabilityId: 'ext.sky.paint',
  capabilityName: 'Set the time',
  server: { id: 'survival', name: 'Survival' },
  ...part,
})

const until = new Date(2026, 0, 19, 14, 5).toISOString()

async function setUp(language: AppLanguage = 'en', mask: (text: string) => string = (text) => text) {
  const face = new FakeTray()
  const actions = {
    openWindow: vi.fn(),
    connect: vi.fn(),
    showQuestions: vi.fn(),
    showQuestion: vi.fn(),
    showServer: vi.fn(),
    showServers: vi.fn(),
    showSettings: vi.fn(),
    stopEverything: vi.fn(),
    pause: vi.fn(),
    resume: vi.fn(),
    quit: vi.fn(),
  }
  const tray = new TrayService(face, actions, await createTranslate(language), createRedactText(mask))
  return { face, actions, tray }
}

describe('the tray', () => {
  it('is idle while every server is well and nothing waits', async () => {
    const { face, tray } = await setUp()
    tray.servers = [server('Survival', 'online')]
    expect(face.icon).toBe('idle')
    expect(face.toolTip).toBe('Gatehouse: 1 server connected')
    expect(face.labels()).toContain('Survival · connected')
    expect(face.labels()).toContain('No requests waiting')
  })

  it.each([
    ['en', 'Your test: Set the time · Survival', 'Practice AI: Set the time · Survival'],
    ['zh', '你的测试', '练习 AI'],
  ] as const)('says in %s who asks where it is no client', async (language, byOwner, byPractice) => {
    const { face, tray } = await setUp(language)
    tray.questions = [question('1', { caller: owner }), question('2', { caller: practiceCaller })]
    expect(face.labels().join('\n')).toContain(byOwner)
    expect(face.labels().join('\n')).toContain(byPractice)
  })

  it('translates built-in names into Chinese, and keeps names of third parties', async () => {
    const { face, tray } = await setUp('zh')
    const demo = { id: 'demo', name: 'Demo world' }
    tray.questions = [
      question('1', { capabilityId: 'world.time.set', server: demo }),
      question('2', { capabilityId: 'ext.sky.paint', capabilityName: '§4Paint\u202E the sky', server: demo }),
      question('3', { capabilityId: 'ext.sky.paint', capabilityName: '', server: { ...demo, name: 'Mine' } }),
    ]
    tray.servers = [{ ...server('Demo world', 'offline'), id: 'demo' }]
    expect(face.labels()).toEqual(
      expect.arrayContaining([
        'Claude：设置时间 · 演示世界',
        'Claude：Paint the sky · 演示世界',
        'Claude：ext.sky.paint · Mine',
        '演示世界 · 离线',
      ]),
    )
    tray.questions = []
    expect(face.toolTip).toBe('Gatehouse：演示世界 离线')
    tray.translate = await createTranslate('en')
    expect(face.toolTip).toBe('Gatehouse: Demo world is offline')
  })

  it('keeps the name of the demo world hidden from who must not see it', async () => {
    const { face, tray } = await setUp('zh', (text) => text.replace('Demo world', '•••'))
    tray.servers = [{ ...server('Demo world', 'online'), id: 'demo' }]
    expect(face.labels()).toContain('••• · 已连接')
  })

  it('uses the plural forms of the language', async () => {
    const { face, tray } = await setUp()
    tray.others = 1_200
    expect(face.toolTip).toBe('Gatehouse: 1,200 requests waiting')
  })

  it('says that a call runs', async () => {
    const { face, tray } = await setUp()
    tray.working = true
    expect([face.icon, face.toolTip]).toEqual(['working', 'Gatehouse: an AI is working'])
    tray.working = false
    expect(face.icon).toBe('idle')
  })

  it('says how many questions wait, and that comes before a server with a problem', async () => {
    const { face, tray } = await setUp()
    tray.servers = [server('Survival', 'offline')]
    expect([face.icon, face.toolTip]).toEqual(['problem', 'Gatehouse: Survival is offline'])
    tray.questions = [question('1')]
    tray.others = 1
    expect([face.icon, face.count]).toEqual(['waiting', 2])
    expect(face.toolTip).toBe('Gatehouse: 2 requests waiting')
    tray.questions = []
    tray.others = 0
    expect([face.icon, face.count]).toEqual(['problem', 0])
  })

  it('says that safe mode connected to nothing, and connects at one click', async () => {
    const { face, actions, tray } = await setUp()
    expect(face.labels()).not.toContain('Connect now')
    tray.unconnected = true
    expect(face.icon).toBe('problem')
    expect(face.toolTip).toBe('Gatehouse: safe mode, not connected')
    face.click('Connect now')
    expect(actions.connect).toHaveBeenCalledOnce()
    tray.unconnected = false
    expect(face.icon).toBe('idle')
    expect(face.labels()).not.toContain('Connect now')
  })

  it('says when the audit trail is broken', async () => {
    const { face, tray } = await setUp()
    tray.trailBroken = true
    expect([face.icon, face.toolTip]).toEqual(['problem', 'Gatehouse: problem with the log'])
  })

  it('lists what waits by name, opens it, and never answers it', async () => {
    const { face, actions, tray } = await setUp()
    tray.questions = [question('1'), question('2', { capabilityName: 'Ban a player' })]
    face.click('Claude: Ban a player · Survival')
    expect(actions.showQuestion).toHaveBeenCalledWith('2')
    face.click('Review 2 requests…')
    expect(actions.showQuestions).toHaveBeenCalledOnce()
    expect(face.labels().join()).not.toMatch(/approve/i)
  })

  it('shows external text as plain text: one line, cut, masked, and no underlined letters', async () => {
    const { face, tray } = await setUp('en', (text) => text.replace('Steve', '•••'))
    tray.questions = [
      question('1', {
        caller: { type: 'model', id: 'x', name: 'A\n\u202ESteve & Co' },
        capabilityName: '§4Drop'.repeat(50),
      }),
    ]
    const label = face.labels().find((text) => text.includes('Survival')) ?? ''
    expect(label).toMatch(/^A ••• && Co: Drop/u)
    expect(label).toContain('…')
    expect(label.length).toBeLessThan(100)
  })

  it('says beside a server what waits there until a person accepts it, and opens the server', async () => {
    const { face, actions, tray } = await setUp()
    const offered = manifestOf()
    const quarantined = [{ reason: 'new', id: offered.id, offered, fingerprint: 'f' }] as const
    tray.servers = [{ ...server('Survival', 'online'), quarantined }]
    face.click('Survival · connected · 1 action to review')
    expect(actions.showServer).toHaveBeenCalledWith('Survival')
  })

  it('stays a menu where there are five hundred servers and questions', async () => {
    const { face, actions, tray } = await setUp()
    tray.servers = Array.from({ length: 500 }, (_, at) => server(`Server ${at}`, 'online'))
    tray.questions = Array.from({ length: 500 }, (_, at) => question(`${at}`))
    expect(face.menu.length).toBeLessThan(40)
    face.click('488 more servers…')
    expect(actions.showServers).toHaveBeenCalledOnce()
    expect(face.count).toBe(500)
  })

  // verifies: promise 7
  it('stops everything, says so, and can be resumed only in the window', async () => {
    const { face, actions, tray } = await setUp()
    face.click('Stop everything')
    expect(actions.stopEverything).toHaveBeenCalledOnce()
    tray.panic = { on: true }
    expect([face.icon, face.toolTip]).toEqual(['problem', 'Gatehouse: everything is stopped'])
    expect(face.labels()).not.toContain('Stop everything')
    expect(face.labels()).not.toContain('Paused: resume')
    face.click('Everything is stopped: resume…')
    expect(actions.openWindow).toHaveBeenCalledOnce()
  })

  it('pauses all AI for a while, or until it is resumed, and can still stop everything', async () => {
    const { face, actions, tray } = await setUp()
    face.click('For 15 minutes')
    face.click('For 1 hour')
    face.click('Until I resume')
    expect(actions.pause.mock.calls).toEqual([[15], [60], []])
    tray.panic = { on: true, pause: true, until }
    expect([face.icon, face.toolTip]).toEqual(['paused', 'Gatehouse: all AI is paused until 14:05'])
    face.click('Paused until 14:05: resume now')
    expect(actions.resume).toHaveBeenCalledOnce()
    face.click('Stop everything')
    expect(actions.stopEverything).toHaveBeenCalledOnce()
  })

  it('shows entries of other components', async () => {
    const { face, tray } = await setUp()
    const click = vi.fn()
    tray.slot = [{ label: 'Stream-safe', type: 'checkbox', click }]
    face.click('Stream-safe')
    expect(click).toHaveBeenCalledOnce()
  })

  it('changes its language at once', async () => {
    const { face, tray } = await setUp()
    tray.translate = await createTranslate('zh')
    expect(face.labels()).toContain('退出')
    expect(face.toolTip).toBe('Gatehouse：已连接 0 个服务器')
  })

  it('draws only what changed, so that an open menu stays open', async () => {
    const { face, tray } = await setUp()
    tray.servers = [server('Survival', 'online')]
    const spies = [vi.spyOn(face, 'setIcon'), vi.spyOn(face, 'setMenu'), vi.spyOn(face, 'setCount')]
    tray.servers = [{ ...server('Survival', 'online'), health: { status: 'ok' } as never }]
    tray.others = 0
    for (const spy of spies) expect(spy).not.toHaveBeenCalled()
    tray.redrawMenu()
    expect(spies.map(({ mock }) => mock.calls.length)).toEqual([0, 1, 0])
  })
})
