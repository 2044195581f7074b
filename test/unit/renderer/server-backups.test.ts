// @vitest-environment happy-dom

import type { BackupsView } from '@shared/servers/java-server.js'
import { act, createElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ServerBackups } from '../../../src-renderer/features/servers/backups/server-backups.js'
import { i18n } from '../../../src-renderer/i18n/i18n.js'
import { backupsView, javaServer } from '../../fakes/renderer/fake-backups.js'

const bridge = vi.hoisted(() => ({ view: undefined as unknown }))
vi.mock('../../../src-renderer/bridge.js', async (original) => ({
  ...(await original<object>()),
  attempt: async () => ({ ok: true, value: bridge.view }),
  subscribe: () => () => undefined,
}))

describe.each(['en', 'zh'] as const)('the backups of a server on its page (%s)', (language) => {
  const t = i18n.getFixedT(language)
  let root: Root
  let element: HTMLElement
  beforeEach(async () => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
    await i18n.changeLanguage(language)
    element = document.createElement('div')
    document.body.append(element)
    root = createRoot(element)
  })
  afterEach(async () => {
    await act(() => root.unmount())
    element.remove()
  })
  const textFor = async (change: Partial<BackupsView>) => {
    bridge.view = { ...backupsView, ...change }
    await act(async () => root.render(createElement(ServerBackups, { server: javaServer('offline') })))
    return element.textContent ?? ''
  }
  const said = (text: string) =>
    (['completed', 'reverted'] as const).filter((how) => text.includes(t(`backups.repaired.${how}`)))

  it.each([['completed'], ['reverted']] as const)('say that a restore that was cut off is %s', async (repaired) => {
    expect(said(await textFor({ repaired }))).toEqual([repaired])
  })

  it('say nothing of a repair where there was none', async () => {
    const text = await textFor({ isUnfinished: true })
    expect([text.includes(t('backups.unfinished')), said(text)]).toEqual([true, []])
  })
})
