import { type ClosePrompt, countClientsDisconnectedByQuit } from '@shared/program/close-prompt.js'
import { defaultSettings, type Settings } from '@shared/program/settings.js'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CloseAndQuit } from '../../../../src-main/shell/windows/close-and-quit.js'

const window = { show: vi.fn(), hide: vi.fn(), minimize: vi.fn() }
const quit = vi.fn()
let prompts: ClosePrompt[]
let settings: Settings
let endedByQuit: { questions: number; clients: number }
let tray: boolean
let leaving: CloseAndQuit

beforeEach(() => {
  vi.clearAllMocks()
  prompts = []
  settings = defaultSettings
  endedByQuit = { questions: 0, clients: 0 }
  tray = true
  leaving = new CloseAndQuit({
    window,
    settings: {
      get: () => settings,
      change: (part) => {
        settings = { ...settings, ...part }
      },
    },
    openWork: () => endedByQuit,
    hasTray: async () => tray,
    ask: (question) => prompts.push(question),
    quit,
  })
})

describe('closing the window', () => {
  it('is explained the first time, in the window, and only then', async () => {
    await leaving.closed()
    expect(prompts).toEqual([{ why: 'closed', staysIn: 'tray' }])
    expect(window.show).toHaveBeenCalledOnce()
    expect(window.hide).not.toHaveBeenCalled()
    await leaving.answer('stay')
    expect(window.hide).toHaveBeenCalledOnce()
    expect(settings.closingWasExplained).toBe(true)
    await leaving.closed()
    expect(prompts).toHaveLength(1)
    expect(window.hide).toHaveBeenCalledTimes(2)
  })

  it('minimizes it where there is no tray to restore it, and says so', async () => {
    tray = false
    await leaving.closed()
    expect(prompts).toEqual([{ why: 'closed', staysIn: 'taskbar' }])
    await leaving.answer('stay')
    expect(window.minimize).toHaveBeenCalledOnce()
    expect(window.hide).not.toHaveBeenCalled()
  })

  it('checks each time whether there is a tray', async () => {
    settings = { ...settings, closingWasExplained: true }
    await leaving.closed()
    tray = false
    await leaving.closed()
    expect(window.hide).toHaveBeenCalledOnce()
    expect(window.minimize).toHaveBeenCalledOnce()
  })

  it('can be cancelled, and is explained again the next time', async () => {
    await leaving.closed()
    await leaving.answer('back')
    expect(window.hide).not.toHaveBeenCalled()
    expect(settings.closingWasExplained).toBe(false)
    await leaving.closed()
    expect(prompts).toHaveLength(2)
  })

  it('twice closes it, also when the page does not respond', async () => {
    await leaving.closed()
    await leaving.closed()
    expect(window.hide).toHaveBeenCalledOnce()
    expect(prompts).toHaveLength(1)
  })

  it('ends the program from the explanation', async () => {
    await leaving.closed()
    await leaving.answer('quit')
    expect(quit).toHaveBeenCalledOnce()
  })

  it('ends the program where a person has chosen that, and asks while a question is open', async () => {
    settings = { ...settings, closing: 'quit' }
    endedByQuit = { questions: 1, clients: 1 }
    await leaving.closed()
    expect(quit).not.toHaveBeenCalled()
    expect(prompts).toEqual([{ why: 'quit', staysIn: 'tray' }])
    await leaving.answer('back')
    endedByQuit = { questions: 0, clients: 1 }
    await leaving.closed()
    expect(quit).toHaveBeenCalledOnce()
  })
})

describe('quitting', () => {
  it('does not ask when nothing is lost', async () => {
    await leaving.quit()
    expect(quit).toHaveBeenCalledOnce()
    expect(prompts).toEqual([])
  })

  it.each([
    { questions: 1, clients: 0 },
    { questions: 0, clients: 2 },
  ])('asks first when it would end %j', async (ended) => {
    endedByQuit = ended
    await leaving.quit()
    expect(quit).not.toHaveBeenCalled()
    expect(prompts).toEqual([{ why: 'quit', staysIn: 'tray' }])
    await leaving.answer('quit')
    expect(quit).toHaveBeenCalledOnce()
  })

  it('that was cancelled keeps the window open', async () => {
    endedByQuit = { questions: 1, clients: 0 }
    await leaving.quit()
    await leaving.answer('back')
    await leaving.answer('stay')
    expect(window.hide).not.toHaveBeenCalled()
    expect(quit).not.toHaveBeenCalled()
  })

  it('from a menu is asked about only while a question is open, and quits when it is chosen again', async () => {
    endedByQuit = { questions: 0, clients: 3 }
    await leaving.quitFromMenu()
    expect(quit).toHaveBeenCalledOnce()
    endedByQuit = { questions: 1, clients: 0 }
    await leaving.quitFromMenu()
    expect(quit).toHaveBeenCalledOnce()
    await leaving.quitFromMenu()
    expect(quit).toHaveBeenCalledTimes(2)
  })
})

describe('the clients that a quit disconnects', () => {
  const guest = (clientId: string, says?: string, connected = true) => ({
    clientId,
    ...(says !== undefined && { says }),
    connected,
    lastSeenAt: '2026-01-19T10:30:00.000Z',
  })

  it.each([
    ['nobody', [], 0],
    ['the bridge alone', [guest('bridge')], 0],
    ['one behind the bridge', [guest('bridge'), guest('bridge', 'claude-ai')], 1],
    ['two behind the bridge', [guest('bridge', 'claude-ai'), guest('bridge', 'cursor')], 2],
    ['one with a key, under two names', [guest('c1', 'script'), guest('c1')], 1],
    ['one that left', [guest('bridge', 'claude-ai', false)], 0],
  ])('are counted once: %s', (_who, connectedClients, count) =>
    expect(countClientsDisconnectedByQuit(connectedClients)).toBe(count),
  )
})
