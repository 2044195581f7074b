import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPlayerName } from '../../../../../src-main/policy/text/player-name.js'
import { onlineIn, readPlayerList } from '../../../../../src-main/providers/java/dialects/player-list.js'
import { forAll, times } from '../../../../fixtures/properties.js'

const uuid = '069a79f4-44e9-4726-a5be-fca90e38aaf5'
const other = '853c80ef-3c37-49fd-aa49-938b674adae6'
const namesIn = (reply: string) => readPlayerList(reply)?.players.map(({ name }) => name)

describe('a list of players', () => {
  it.each([
    ['vanilla 1.8', `There are 2/20 players online:Bob (${uuid}), Eve (${other})`],
    ['vanilla 1.13', `There are 2 of a max 20 players online: Bob (${uuid}), Eve (${other})`],
    ['vanilla 1.16', `There are 2 of a max of 20 players online: Bob (${uuid}), Eve (${other})`],
    ['a fork without ids', 'There are 2 of a max of 20 players online: Bob, Eve'],
    ['a fork with lines', 'There are 2 of a max of 20 players online:\n- Bob\n- Eve'],
    ['a fork with semicolons', 'There are 2 of a max of 20 players online: Bob; Eve'],
    ['a fork with spaces', 'There are 2 of a max of 20 players online: Bob Eve'],
    ['colours', '§6There are §c2§6 of a max of §c20§6 players online: §aBob§r, §x§1§2§3§4§5§6Eve'],
    ['terminal codes', 'There are \u001B[1;31m2\u001B[0m of a max of 20 players online: \u001B[32mBob\u001B[0m, Eve'],
    ['Cuberite', 'Players (2): Bob, Eve'],
    ['Nukkit', 'There are 2/20 players online:\nBob, Eve\n'],
    ['EssentialsX', 'There are 2 out of maximum 20 players online.\nAdmins: Bob\ndefault: Eve\n'],
    [
      'EssentialsX, French',
      '§9Il y a §c2§9 joueurs en ligne sur §c20§9 au total.\n§6Admins§r : §fBob\n§6default§r : Eve',
    ],
    ['EssentialsX, German', 'Es sind 2 von maximal 20 Spielern online.\nAdmins: [Abwesend]Bob\ndefault: Eve'],
    ['EssentialsX, Chinese', '当前有2位玩家在线，可容纳最大在线人数为20位玩家。\nAdmins： [离开]Bob\ndefault： Eve'],
    ['EssentialsX, Korean', '최대 20명이 접속 가능하고, 2명의 플레이어가 접속중입니다.\nAdmins: Bob\ndefault: Eve'],
    ['EssentialsX, Japanese', '2 人のプレイヤーが接続中です。最大接続可能人数: 20\nAdmins: Bob, Eve'],
    ['EssentialsX, Hebrew', '\nיש כרגע 2 מתוך מקסימום שחקנים של 20 שחקנים מחוברים.\n\nAdmins: Bob, Eve'],
    ['EssentialsX, Estonian, one hidden', 'Võrgus on 1 (1)/20 mängijat.\nAdmins: Bob\ndefault: [PEIDETUD]Eve'],
    ['EssentialsX, one hidden', 'There are 1/1 out of maximum 20 players online.\nAdmins: Bob, [HIDDEN]Eve'],
    ['EssentialsX, nicknames', 'There are 2 out of maximum 20 players online.\nPlayers: [AFK]~Bobby (Bob), [Mod] Eve'],
    ['a state behind a name', 'There are 2 of a max of 20 players online: Bob (AFK), Eve [away]'],
    ['a translated fork', '当前共有 2 名玩家在线（最大玩家数为 20）：Bob, Eve'],
  ])('is read: %s', (_form, reply) => {
    expect(namesIn(reply)).toEqual(['Bob', 'Eve'])
    expect(readPlayerList(reply)?.online).toBe(2)
  })

  it.each([
    ['fewer names than players', 'There are 3 of a max of 20 players online: Bob, Eve'],
    ['more names than players', 'There are 1 of a max of 20 players online: Bob, Eve'],
    ['no names', 'There are 3 of a max of 20 players online: '],
    ['a hidden group', 'There are 3 out of maximum 20 players online.\nAdmins: Bob'],
    [
      'a group that is only counted',
      'There are 9 out of maximum 20 players online.\nbuilder: 9 online, for the full list: /list builder',
    ],
    ['a name that cannot be one', 'There are 2 of a max of 20 players online: Bob, @a'],
    ['the same name twice', 'There are 2 of a max of 20 players online: Bob, Bob'],
    ['the error of a plugin', 'There are 2 out of maximum 20 players online.\nError: This group does not exist.'],
    ['no count', 'Bob, Eve'],
    ['a role behind a name', 'There are 2 of a max of 20 players online: [Admin] Bob, Al (Owner)'],
    ['a role before a name', 'There are 2 of a max of 20 players online: Owner Bob, Al'],
    ['a state before a name', 'There are 2 of a max of 20 players online: (AFK) Bob, Al'],
    ['a nickname alone', 'There are 2 out of maximum 20 players online.\nPlayers: ~Bobby, Al'],
    ['a nickname with a state or a name', 'There are 2 out of maximum 20 players online.\nPlayers: ~Bobby (AFK), Al'],
    ['a version', 'Plugin v1.0 loaded'],
    ['a limit', 'Rate limit: 0 requests of 10'],
    ['votes of players', 'Player votes: 0 of 10'],
    ['votes of online players', '0 of 10 online players voted'],
    ['a bare number', '1 : hello'],
    ['a numbered player', 'Player 1: hello'],
    ['an error with a zero', 'Unknown argument at position 0 of 5'],
    ['nothing', ''],
  ])('is unknown with %s', (_form, reply) => {
    expect(readPlayerList(reply)).toBeUndefined()
  })

  it('says how many are online where only the names cannot be read', () => {
    expect(onlineIn('There are 3 of a max of 20 players online: @a')).toBe(3)
    expect(onlineIn('Welcome to my MUD')).toBeUndefined()
  })

  it('is empty only where the server counts nobody', () => {
    for (const reply of [
      'There are 0 of a max of 20 players online: ',
      'There are 0/20 players online:',
      'There are 0 out of maximum 20 players online.',
      'Il y a 0 joueurs en ligne sur 20 au total.',
      '§6최대 §c20§6명이 접속 가능하고, §c0§6명의 플레이어가 접속중입니다.',
      '\nיש כרגע 0 מתוך מקסימום שחקנים של 20 שחקנים מחוברים.\n',
      '当前共有 0 名玩家在线（最大玩家数为 20）：',
    ])
      expect(readPlayerList(reply)).toMatchObject({ players: [], online: 0, max: 20 })
  })

  const listed = fc.uniqueArray(
    fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 16 })
      .filter((name) => isPlayerName(name) && !/[()：:]/u.test(name)),
    { maxLength: 12, selector: (name) => name.toLowerCase() },
  )

  it('gives the names back, with ids and without, or is unknown', () =>
    forAll(listed, fc.boolean(), (names, hasIds) => {
      const entries = names.map((name, at) =>
        hasIds ? `${name} (${uuid.slice(0, -2)}${String(at).padStart(2, '0')})` : name,
      )
      const reply = `There are ${names.length} of a max of 20 players online: ${entries.join(', ')}`
      const read = namesIn(reply)
      if (hasIds || read !== undefined) expect(read).toEqual(names)
    }))

  it('never has fewer players than the heading of the game counts', () =>
    times(2_000).forAll(fc.nat(50), fc.string({ unit: 'grapheme', maxLength: 300 }), (online, rest) => {
      const read = readPlayerList(`There are ${online} of a max of 50 players online: ${rest}`)
      if (read) expect(read.players).toHaveLength(online)
    }))
})
