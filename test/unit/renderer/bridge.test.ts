import { afterEach, describe, expect, it, vi } from 'vitest'
import { attempt, ignoreEarlierResponses, request } from '../../../src-renderer/bridge.js'

afterEach(() => vi.unstubAllGlobals())

function setUp() {
  let answer: (value: unknown) => void = () => {}
  const asked = () => new Promise((resolve) => (answer = resolve))
  vi.stubGlobal('window', { gatehouse: { request: asked } })
  return { answer: (value: unknown) => answer(value) }
}

describe('requests of a page before it was reloaded', () => {
  it('are rejected', async () => {
    const shell = setUp()
    const servers = request('servers:list')
    ignoreEarlierResponses()
    shell.answer({ ok: true, value: ['unredacted'] })
    await expect(servers).rejects.toThrow(/reset after this request/)
  })

  it('get no response where they were an action', async () => {
    const shell = setUp()
    const received = vi.fn()
    void attempt('panic:on').then(received)
    ignoreEarlierResponses()
    shell.answer({ ok: true, value: null })
    await new Promise(setImmediate)
    expect(received).not.toHaveBeenCalled()
  })

  it('do not affect later requests', async () => {
    const shell = setUp()
    ignoreEarlierResponses()
    const servers = request('servers:list')
    shell.answer({ ok: true, value: [] })
    expect(await servers).toEqual([])
  })
})
