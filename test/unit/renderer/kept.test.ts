import { describe, expect, it, vi } from 'vitest'
import { retold } from '../../../src-renderer/state/kept.js'

/** As main does it: names and addresses are known by their marks, places are not. */
const marks: Readonly<Record<string, string>> = {
  Steve: '‹Player A›',
  'ws://home.example:8765': 'ws://‹address 1›:8765',
}
const covered = async (texts: readonly string[]) =>
  texts.map((text) => marks[text] ?? text.replaceAll('71, 64, -5', '‹coordinates›'))
const uncovered = async (texts: readonly string[]) =>
  texts.map((text) => Object.keys(marks).find((original) => marks[original] === text) ?? text)
const kept = (value: unknown) => new Map([['form', value]])

describe('what a page keeps while it begins anew', () => {
  it('is shown by its marks, and means the same when they go', async () => {
    const draft = { name: 'Home', address: 'ws://home.example:8765', token: 'hunter2' }
    const [reported] = await retold(kept(draft), true, covered)
    expect(reported).toEqual(['form', { ...draft, address: 'ws://‹address 1›:8765' }])
    expect(await retold(new Map([reported ?? ['', '']]), false, uncovered)).toEqual([['form', draft]])
  })

  it('is sent to nobody where it is a token', async () => {
    const retell = vi.fn(covered)
    await retold(kept({ token: 'hunter2', name: 'Home' }), true, retell)
    expect(retell).toHaveBeenCalledExactlyOnceWith(['Home'])
  })

  it('stays as it was typed where its mark could stand for anything', async () => {
    const note = 'near 71, 64, -5'
    expect(await retold(kept(note), true, covered)).toEqual([['form', note]])
    expect(await retold(kept(note), false, covered)).toEqual([])
  })

  it('goes when nobody knows what its marks stood for', async () => {
    expect(await retold(kept({ text: '‹coordinates›' }), false, uncovered)).toEqual([])
    expect(await retold(kept('‹Player Z›'), false, async (texts) => texts.map(() => null))).toEqual([])
  })

  it('is found under its names too, except for our own words', async () => {
    const roles = { role: 'admin', roles: { Steve: 'guest' }, entries: [{ key: 0, server: 'Steve', on: true }] }
    expect(
      await retold(
        new Map([
          ['access of Steve', 1],
          ['form', roles as unknown],
        ]),
        true,
        covered,
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
