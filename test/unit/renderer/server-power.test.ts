// @vitest-environment happy-dom

import type { Server } from '@shared/servers/server.js'
import { anyPlayers } from '@shared/servers/server-way.js'
import { act, createElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ServerHeader } from '../../../src-renderer/features/servers/server-header.js'
import { PowerDialog, PowerNote, usePower } from '../../../src-renderer/features/servers/server-power.js'
import { i18n } from '../../../src-renderer/i18n/i18n.js'

const bridge = vi.hoisted(() => ({ sent: [] as unknown[][], answer: {} as unknown }))
vi.mock('../../../src-renderer/bridge.js', async (original) => ({
  ...(await original<object>()),
  attempt: async (order: string, payload: unknown) => {
    bridge.sent.push([order, payload])
    return bridge.answer
  },
}))

const server = (change: Partial<Server> = {}): Server => ({
  id: 'java:panel',
  name: 'Survival',
  kind: 'java',
  way: 'pterodactyl',
  state: 'online',
  power: { state: 'running' },
  health: { healthy: true, onlinePlayers: 3 },
  capabilities: [],
  refused: [],
  ...change,
})

/** A menu opens only where elements have a size: its actions are buttons here. */
const Page = ({ server }: { readonly server: Server }) => {
  const power = usePower(server)
  return [
    ...power.menu.map(({ label, onSelect }) =>
      createElement('button', { key: label, type: 'button', onClick: onSelect }, label),
    ),
    createElement(PowerNote, { key: 'note', power }),
    createElement(PowerDialog, { key: 'dialog', server, power }),
  ]
}

describe.each(['en', 'zh'] as const)('starting and stopping a server on its page (%s)', (language) => {
  const t = i18n.getFixedT(language)
  let root: Root
  let element: HTMLElement
  beforeEach(async () => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
    await i18n.changeLanguage(language)
    bridge.sent.length = 0
    bridge.answer = { ok: true, value: { outcome: 'done', state: 'stopped' } }
    element = document.createElement('div')
    document.body.append(element)
    root = createRoot(element)
  })
  afterEach(async () => {
    await act(() => root.unmount())
    element.remove()
  })
  const draw = (one: Server) => act(() => root.render(createElement(Page, { server: one })))
  const header = (one: Server) =>
    act(() =>
      root.render(
        createElement(ServerHeader, {
          server: one,
          testing: false,
          onTest: undefined,
          onEdit: () => {},
          onRemove: () => {},
        }),
      ),
    )
  const buttons = () => [...document.querySelectorAll('button')]
  const press = (label: string, at = 0) =>
    act(async () =>
      buttons()
        .filter(({ textContent }) => textContent === label)
        .at(at)
        ?.click(),
    )

  it('names who would be disconnected before it stops, and sends the number that was seen', async () => {
    await draw(server())
    await press(t('power.stop'))
    expect(document.body.textContent).toContain(t('power.players', { count: 3 }))
    expect(bridge.sent).toEqual([])
    await press(t('power.stop'), -1)
    expect(bridge.sent).toEqual([['servers:power', { id: 'java:panel', order: 'stop', players: 3 }]])
  })

  it('says when nobody knows who is online, and does not send that it is nobody', async () => {
    await draw(server({ health: { healthy: true } }))
    await press(t('power.stop'))
    expect(document.body.textContent).toContain(t('power.playersUnknown'))
    await press(t('power.stop'), -1)
    expect(bridge.sent).toEqual([['servers:power', { id: 'java:panel', order: 'stop', players: anyPlayers }]])
  })

  it('says when nobody knows what came of it', async () => {
    bridge.answer = { ok: false, error: { code: 'SYSTEM.TIMEOUT', message: 'x', details: { why: 'power-unknown' } } }
    await draw(server())
    await press(t('power.restart'))
    await press(t('power.restart'), -1)
    expect(document.body.textContent).toContain(t('powerProblem.power-unknown.what'))
  })

  it.each([
    [{ state: 'offline', power: { state: 'crashed' } }, 'crashed', true],
    [{ state: 'offline', power: { state: 'stopped' } }, 'stopped', true],
    [{ state: 'offline', power: { state: 'starting' } }, 'starting', false],
    [{ power: { state: 'running', order: 'restart' } }, 'restarting', false],
    [{}, 'online', false],
  ] as const)('shows %j as %s', async (change, state, canStart) => {
    await header(server(change))
    expect(element.querySelector('.server-header-state')?.textContent).toBe(t(`server.state.${state}`))
    expect(buttons().some(({ textContent }) => textContent === t('power.start'))).toBe(canStart)
  })

  it('offers nothing where no host starts it', async () => {
    const { power: _none, ...bare } = server()
    await draw(bare)
    expect(element.querySelectorAll('button')).toHaveLength(0)
  })

  it('shows what a limit of the panel delays, and nothing while nothing waits', async () => {
    await header(server({ queue: { requests: 4, seconds: 6 } }))
    const text = t('serverPage.queue', { count: 4, seconds: 6 })
    expect(element.textContent).toContain(text)
    await header(server())
    expect(element.querySelector('[role="note"]')).toBeNull()
  })
})
