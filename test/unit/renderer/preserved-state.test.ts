import { describe, expect, it, vi } from 'vitest'
import { redactPreservedState } from '../../../src-renderer/state/preserved-state.js'

/** As main does it: names and addresses are known by their marks, places are not. */
const marks: Readonly<Record<string, string>> = {
  Steve: '‹Player A›',
  'ws://home.example:8765': 'ws://‹address 1›:8765',
}
const redactAll = async (texts: readonly string[]) =>
  texts.map((text) => marks[text] ?? text.replaceAll('71, 64, -5', '‹coordinates›'))
const restoreAll = async (texts: readonly string[]) =>
  texts.map((text) => Object.keys(marks).find((original) => marks[original] === text) ?? text)
const kept = (value: unknown) => new Map([['form', value]])

describe('what a page keeps across a reload', () => {
  it('is shown with its marks, and has the same value without them', async () => {
    const draft = { name: 'Home', address: 'ws://home.example:8765', token: 'hunter2' }
    const [reported] = await redactPreservedState(kept(draft), true, redactAll)
    expect(reported).toEqual(['form', { ...draft, address: 'ws://‹address 1›:8765' }])
    expect(await redactPreservedState(new Map([reported ?? ['', '']]), false, restoreAll)).toEqual([['form', draft]])
  })

  it('is not sent to main when it is a token', async () => {
    const request = vi.fn(redactAll)
    await redactPreservedState(kept({ token: 'hunter2', name: 'Home' }), true, request)
    expect(request).toHaveBeenCalledExactlyOnceWith(['Home'])
  })

  it('stays as it was typed where its mark is ambiguous', async () => {
    const note = 'near 71, 64, -5'
    expect(await redactPreservedState(kept(note), true, redactAll)).toEqual([['form', note]])
    expect(await redactPreservedState(kept(note), false, redactAll)).toEqual([])
  })

  it('is dropped when the values of its marks are unknown', async () => {
    expect(await redactPreservedState(kept({ text: '‹coordinates›' }), false, restoreAll)).toEqual([])
    expect(await redactPreservedState(kept('‹Player Z›'), false, async (texts) => texts.map(() => null))).toEqual([])
  })

  it('is found under its names too, except for our own words', async () => {
    const roles = { role: 'admin', roles: { Steve: 'guest' }, entries: [{ key: 0, server: 'Steve', on: true }] }
    expect(
      await redactPreservedState(
        new Map([
          ['access of Steve', 1],
          ['form', roles as unknown],
        ]),
        true,
        redactAll,
      ),
    ).toEqual([
      ['access of Steve', 1],
      [
        'form',
        { role: 'admin', roles: { '‹Player A›': 'guest' }, entries: [{ key: 0, server: '‹Player A›', on: true }] },
      ],
    ])
  })
})
