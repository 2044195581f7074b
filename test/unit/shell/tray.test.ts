import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import type { Server, ServerState } from '../../../src-main/contract/server.js'
import { createTranslate } from '../../../src-main/shell/language.js'
import { type TrayFace, type TrayIcon, TrayService } from '../../../src-main/shell/tray.js'
import { manifestOf } from '../../fakes/fake-provider.js'

class FakeFace implements TrayFace {
  icon: TrayIcon | undefined
  toolTip = ''
  menu: readonly MenuItemConstructorOptions[] = []
  setIcon(icon: TrayIcon) {
    this.icon = icon
  }
  setToolTip(text: string) {
    this.toolTip = text
  }
  setMenu(items: readonly MenuItemConstructorOptions[]) {
    this.menu = items
  }
  labels(): (string | undefined)[] {
    return this.menu.map(({ label }) => label)
  }
  click(label: string): void {
    const item = this.menu.find((candidate) => candidate.label === label)
    ;(item?.click as (() => void) | undefined)?.()
  }
}

const server = (name: string, state: ServerState): Server => ({
  id: name,
  name,
  kind: 'agent',
  state,
  capabilities: [],
  refused: [],
})

async function setUp(language: 'en' | 'zh' = 'en') {
  const face = new FakeFace()
  const actions = {
    openWindow: vi.fn(),
    showQuestions: vi.fn(),
    stopEverything: vi.fn(),
    streamSafely: vi.fn(),
    quit: vi.fn(),
  }
  const tray = new TrayService(face, actions, await createTranslate(language))
  return { face, actions, tray }
}

describe('the tray', () => {
  it('is idle while every server is well and nothing waits', async () => {
    const { face, tray } = await setUp()
    tray.servers = [server('Survival', 'online')]
    expect(face.icon).toBe('idle')
    expect(face.toolTip).toBe('Gatehouse: 1 server online')
    expect(face.labels()).toContain('Survival · online')
  })

  it('says how many questions wait, and that comes before a server in trouble', async () => {
    const { face, tray } = await setUp()
    tray.servers = [server('Survival', 'offline')]
    expect(face.icon).toBe('problem')
    tray.waiting = 2
    expect(face.icon).toBe('waiting')
    expect(face.toolTip).toBe('Gatehouse: 2 questions wait for you')
    tray.waiting = 0
    expect(face.icon).toBe('problem')
  })

  it('says beside a server what waits there until a person accepts it', async () => {
    const { face, tray } = await setUp()
    const offered = manifestOf()
    const quarantined = [{ reason: 'new', id: offered.id, offered, fingerprint: 'f' }] as const
    tray.servers = [{ ...server('Survival', 'online'), quarantined }]
    expect(face.labels()).toContain('Survival · online · 1 ability waits for you')
  })

  it('does what its menu says', async () => {
    const { face, actions, tray } = await setUp()
    face.click('Open Gatehouse')
    tray.waiting = 1
    face.click('Answer 1 question…')
    face.click('Quit')
    expect(actions.openWindow).toHaveBeenCalledOnce()
    expect(actions.showQuestions).toHaveBeenCalledOnce()
    expect(actions.quit).toHaveBeenCalledOnce()
  })

  it('stops everything, says so, and leaves it to the window to let it go on', async () => {
    const { face, actions, tray } = await setUp()
    tray.waiting = 1
    face.click('Stop everything')
    expect(actions.stopEverything).toHaveBeenCalledOnce()
    tray.stopped = true
    expect(face.icon).toBe('problem')
    expect(face.toolTip).toBe('Gatehouse: everything is stopped')
    expect(face.labels()).not.toContain('Stop everything')
    face.click('Everything is stopped: open the window…')
    expect(actions.openWindow).toHaveBeenCalledOnce()
  })

  it('speaks another language at once', async () => {
    const { face, tray } = await setUp()
    tray.translate = await createTranslate('zh')
    expect(face.labels()).toContain('退出')
  })

  it('draws only when something changed', async () => {
    const { face, tray } = await setUp()
    const setIcon = vi.spyOn(face, 'setIcon')
    tray.waiting = 0
    expect(setIcon).not.toHaveBeenCalled()
  })
})
