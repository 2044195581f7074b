import { afterEach, describe, expect, it, vi } from 'vitest'
import { attempt, forgetAnswers, request } from '../../../src-renderer/bridge.js'

afterEach(() => vi.unstubAllGlobals())

function setUp() {
  let answer: (value: unknown) => void = () => {}
  const asked = () => new Promise((resolve) => (answer = resolve))
  vi.stubGlobal('window', { gatehouse: { request: asked } })
  return { answer: (value: unknown) => answer(value) }
}

describe('what a page asked before it began anew', () => {
  it('is not sent to it', async () => {
    const shell = setUp()
    const servers = request('servers:list')
    forgetAnswers()
    shell.answer({ ok: true, value: ['uncovered'] })
    await expect(servers).rejects.toThrow(/begun anew/)
  })

  it('is heard of by nobody where it was an act', async () => {
    const shell = setUp()
    const received = vi.fn()
    void attempt('panic:on').then(received)
    forgetAnswers()
    shell.answer({ ok: true, value: null })
    await new Promise(setImmediate)
    expect(received).not.toHaveBeenCalled()
  })

  it('changes nothing for what is asked since', async () => {
    const shell = setUp()
    forgetAnswers()
    const servers = request('servers:list')
    shell.answer({ ok: true, value: [] })
    expect(await servers).toEqual([])
  })
})
