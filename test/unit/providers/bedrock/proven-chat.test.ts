import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { playersIn } from '../../../../src-main/providers/bedrock/capabilities/player-list.js'
import { ProvenChat } from '../../../../src-main/providers/bedrock/events/proven-chat.js'
import type { BedrockChat } from '../../../../src-main/providers/bedrock/link.js'
import { forAll, times } from '../../../fixtures/properties.js'

const listOf = (players: string, currentPlayerCount: unknown) =>
  playersIn({ statusCode: 0, statusMessage: '', body: { players, currentPlayerCount, maxPlayerCount: 10 } })

function scene(lists: (ReadonlySet<string> | undefined)[] = []) {
  const emitted: [player: string, identity: string | undefined][] = []
  let reads = 0
  const chat = new ProvenChat({
    async readAccounts() {
      reads += 1
      return lists.shift()
    },
    emit: ({ player }, identity) => emitted.push([player, identity]),
  })
  const says = (player: string, more: Partial<BedrockChat> = {}) => chat.receive({ player, message: 'hi', ...more })
  return { chat, emitted, says, reads: () => reads }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('accounts in the list of players', () => {
  it('are the exact names, also with spaces', () =>
    expect(listOf('Steve, Two Words, 小明', 3)?.accounts).toEqual(new Set(['Steve', 'Two Words', '小明'])))

  it.each([
    ['a name with a space at its end', 'Owner , Mallory', 2, ['Mallory']],
    ['a name with a formatting code', '§cOwner, Mallory', 2, ['Mallory']],
    ['a name with an invisible letter', 'Owner\u200b, Mallory', 2, ['Mallory']],
    ['a name with a filler that looks like a space', 'Owner\u3164, Mallory', 2, ['Mallory']],
    ['a name that two players have', 'Owner, Owner, Mallory', 3, ['Mallory']],
    ['two that look the same after cleaning', 'Owner, Owner , Mallory', 3, ['Mallory']],
    ['a name with a comma, which reads as two', 'x, Owner', 1, []],
    ['a list without a count', 'Owner', undefined, []],
  ])('do not include %s', (_what, players, count, accounts) =>
    expect([...(listOf(players, count)?.accounts ?? [])]).toEqual(accounts),
  )
})

describe('the sender of a chat message', () => {
  it('is an account when the list has exactly this name', () => {
    const { chat, emitted, says } = scene()
    chat.update(new Set(['Owner']))
    for (const name of ['Owner', 'Owner ', '§cOwner', 'Оwner', 'owner', 'External', '', 'Owner\u200b']) says(name)
    expect(emitted.filter(([, identity]) => identity === undefined)).toEqual([['Owner', undefined]])
  })

  it('is not enough to answer requests when the message has no type', () => {
    const { chat, emitted, says } = scene()
    chat.update(new Set(['Owner']))
    says('Owner', { isUntyped: true })
    expect(emitted).toEqual([['Owner', 'untyped']])
  })

  it('is looked up when the player joined after the last list', async () => {
    const { chat, emitted, says, reads } = scene([new Set(['Owner', 'New'])])
    chat.update(new Set(['Owner']))
    says('New')
    says('Ghost')
    expect(emitted).toEqual([])
    await settled()
    expect(emitted).toEqual([
      ['New', undefined],
      ['Ghost', 'display'],
    ])
    says('Ghost')
    expect(reads()).toBe(1)
  })

  it('is display text when the list cannot be read, and after the connection ended', async () => {
    const { chat, emitted, says } = scene([undefined, undefined])
    says('Owner')
    await settled()
    chat.update(new Set(['Owner']))
    chat.reset()
    says('Owner')
    await settled()
    expect(emitted).toEqual([
      ['Owner', 'display'],
      ['Owner', 'display'],
    ])
  })

  it('is never the account of somebody else, whatever names the players of the game have', () => {
    const part = fc.constantFrom(
      'Owner',
      'Owner, ',
      ', ',
      ' ',
      '§c',
      '\u200b',
      '\u3164',
      'Оwner',
      'owner',
      'External',
      '@a',
      '"',
    )
    const name = fc
      .array(fc.oneof(part, fc.string({ maxLength: 3 })), { minLength: 1, maxLength: 4 })
      .map((of) => of.join(''))
    times(1_000).forAll(fc.array(name, { minLength: 1, maxLength: 4 }), fc.nat(3), (others, at) => {
      const { chat, emitted, says } = scene()
      const names = [...others]
      names.splice(at, 0, 'Owner')
      chat.update(listOf(names.join(', '), names.length)?.accounts ?? new Set())
      for (const one of others) says(one)
      const claimed = emitted.filter(([player, identity]) => player === 'Owner' && identity !== 'display')
      // Two players of one name look the same, so neither is the account.
      expect([names, claimed]).toEqual([names, []])
    })
  })

  it('is never an account that the text does not name exactly', () => {
    const noise = fc.constantFrom('', ' ', '§c', '§', '\u200b', '\u202e', '\u3164', '\t', 'O', 'о', '.', '\u0301')
    forAll(noise, noise, noise, (before, within, after) => {
      const { chat, emitted, says } = scene()
      chat.update(new Set(['Owner']))
      const name = `${before}Ow${within}ner${after}`
      says(name)
      for (const [player, identity] of emitted) expect(identity === undefined).toBe(player === 'Owner')
    })
  })
})
