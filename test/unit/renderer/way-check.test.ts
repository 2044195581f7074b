// @vitest-environment happy-dom

import type { ContractError } from '@contract/generated/error.js'
import type { Server } from '@shared/servers/server.js'
import type { WayPartReport } from '@shared/servers/server-way.js'
import { act, createElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ServerProblem } from '../../../src-renderer/features/servers/server-problem.js'
import { useWayCheck, WayCheck } from '../../../src-renderer/features/servers/way-check.js'
import { i18n } from '../../../src-renderer/i18n/i18n.js'

const bridge = vi.hoisted(() => ({ sent: [] as unknown[][], reports: [] as unknown[] }))
vi.mock('../../../src-renderer/bridge.js', async (original) => ({
  ...(await original<object>()),
  attempt: async (order: string, payload: unknown) => {
    bridge.sent.push([order, payload])
    return { ok: true, value: order === 'servers:check-way' ? bridge.reports : {} }
  },
}))

const fingerprint = `SHA256:${'A'.repeat(43)}`
const problemOf = (code: string, details: Record<string, unknown>): ContractError =>
  ({ code, message: 'No.', details }) as ContractError
const server = (problem?: ContractError): Server => ({
  ...{ id: 'java:ssh', name: 'Survival', kind: 'java', way: 'ssh', capabilities: [], refused: [] },
  ...(problem ? { state: 'offline', problem } : { state: 'online' }),
})

const Page = ({ server }: { readonly server: Server }) => {
  const check = useWayCheck(server.id)
  return [
    createElement('button', { key: 'test', type: 'button', onClick: () => void check.run() }, 'Test'),
    createElement(WayCheck, { key: 'check', server, check }),
    createElement(ServerProblem, { key: 'problem', server }),
  ]
}

describe.each(['en', 'zh'] as const)('the page of a server that runs elsewhere (%s)', (language) => {
  const t = i18n.getFixedT(language)
  let root: Root
  let element: HTMLElement
  beforeEach(async () => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
    await i18n.changeLanguage(language)
    bridge.sent.length = 0
    element = document.createElement('div')
    document.body.append(element)
    root = createRoot(element)
  })
  afterEach(async () => {
    await act(() => root.unmount())
    element.remove()
  })
  const draw = (problem?: ContractError) => act(() => root.render(createElement(Page, { server: server(problem) })))
  const button = (label: string) =>
    [...element.querySelectorAll('button')].find(({ textContent }) => textContent === label)
  const press = (label: string) => act(async () => button(label)?.click())

  it.each([
    ['AUTH.HOST_KEY_UNKNOWN', { fingerprint }, 'hostKey', fingerprint],
    ['AUTH.CERTIFICATE_UNKNOWN', { fingerprint: 'AB:CD' }, 'certificate', 'AB:CD'],
    ['AUTH.PERMISSION', { node: 'node.example:8080' }, 'node', 'node.example:8080'],
  ])('asks once about %s, and sends what the person saw', async (code, details, member, value) => {
    await draw(problemOf(code, details))
    expect(element.textContent?.split(value)).toHaveLength(2)
    await press(t(`addWay.question.${member}.accept`))
    expect(bridge.sent).toEqual([['servers:edit', { id: 'java:ssh', [member]: value }]])
  })

  it('explains a changed key, and trusts it only with a second click', async () => {
    await draw(problemOf('AUTH.HOST_KEY_CHANGED', { fingerprint, trusted: 'SHA256:old' }))
    expect(element.textContent).toContain(t('addWay.question.changed.text'))
    const accept = t('addWay.question.changed.accept')
    expect(button(accept)).toBeUndefined()
    await press(t('addWay.question.changed.explain'))
    expect(bridge.sent).toEqual([])
    await press(accept)
    expect(bridge.sent).toEqual([['servers:edit', { id: 'java:ssh', hostKey: fingerprint }]])
  })

  it('asks again when yet another key is shown after the first click', async () => {
    await draw(problemOf('AUTH.HOST_KEY_CHANGED', { fingerprint }))
    await press(t('addWay.question.changed.explain'))
    await draw(problemOf('AUTH.HOST_KEY_CHANGED', { fingerprint: `SHA256:${'B'.repeat(43)}` }))
    expect(button(t('addWay.question.changed.accept'))).toBeUndefined()
  })

  it('names what else used the key, and does not call that a lack of access', async () => {
    const details = { why: 'panel-other-key-use', reason: 'other-key-use', actions: 'file.delete (2)' }
    const problem = problemOf('BUSINESS.OPERATION_FAILED', details)
    bridge.reports = [{ part: 'key', state: 'failed', problem }] satisfies WayPartReport[]
    await draw()
    await press('Test')
    expect(element.textContent).toContain('file.delete (2)')
    expect(element.textContent).toContain(t('addWay.state.used'))
    expect(element.textContent).not.toContain(t('addWay.state.failed'))
  })

  it('shows what works of each part, and no word about RCON', async () => {
    bridge.reports = [
      { part: 'console', state: 'works' },
      {
        part: 'files',
        state: 'failed',
        problem: problemOf('AUTH.TOKEN_INVALID', { why: 'ssh-sign-in-refused', reason: 'sign-in-refused' }),
      },
      { part: 'power', state: 'missing' },
    ] satisfies WayPartReport[]
    await draw()
    await press('Test')
    expect(bridge.sent).toEqual([['servers:check-way', { id: 'java:ssh' }]])
    expect(element.textContent).toContain(t('sshProblem.sign-in-refused.what'))
    expect(element.textContent).toContain(t('addWay.missing.power'))
    expect(element.textContent).not.toMatch(/RCON|token|令牌/iu)
  })
})
