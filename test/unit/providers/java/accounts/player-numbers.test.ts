import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { PlayerNumbers } from '../../../../../src-main/providers/java/accounts/player-numbers.js'
import { CommandDialect } from '../../../../../src-main/providers/java/dialects/dialect.js'
import { gameVersionOf } from '../../../../../src-main/providers/java/dialects/game-version.js'
import { FakeClock, settled } from '../../../../fakes/fake-clock.js'
import { ModelConsole } from '../../../../fakes/java/console/model-console.js'
import { MemoryWorld } from '../../../../fakes/java/console/model-world.js'
import { versions } from '../../../../fakes/java/console/texts.js'
import { RecordingLog } from '../../../../fakes/recording-log.js'
import { times } from '../../../../fixtures/properties.js'

const account = '069a79f4-44e9-4726-a5be-fca90e38aaf5'
const other = '61699b2e-d327-4a01-9f1e-0ea8c3f06bc6'

let world: MemoryWorld
let console: ModelConsole
let clock: FakeClock
let numbers: PlayerNumbers
let online: string | undefined
let set: [number, string][]
/** How the game writes the names of the players who are online. */
let names: string[]
let log: RecordingLog
let ended: number

function start(version = '1.21.4', prefix = ''): void {
  world = new MemoryWorld()
  world.join('Owner', { prefix })
  console = new ModelConsole({ version, world })
  clock = new FakeClock()
  online = account
  set = []
  names = ['Owner']
  log = new RecordingLog()
  ended = 0
  numbers = new PlayerNumbers({
    ...{ clock, log },
    accountOf: async () => online,
    nameOf: async (player) => names.find((name) => name.toLowerCase() === player.toLowerCase()),
  })
  connect()
}
const connect = () =>
  numbers.connect({
    dialect: new CommandDialect(console, { version: gameVersionOf(console.version) ?? [], prefix: '' }),
    signal: new AbortController().signal,
  })
const watch = (player = 'Owner', uuid: string | undefined = account) =>
  numbers.watch({
    ...{ player, uuid },
    onNumber: (number, _player, by) => void set.push([number, by]),
    onEnd: () => {
      ended += 1
    },
  })
const reads = () => console.ran.filter((command) => command.includes(' get '))
async function seconds(count: number): Promise<void> {
  for (let left = 0; left < count; left++) {
    await clock.advance(1_000)
    await settled()
  }
}

beforeEach(() => start())

describe('a number that a player sets with /trigger', () => {
  it.each(versions.filter((one) => one.localeCompare('1.13', 'en', { numeric: true }) >= 0))(
    'is read once, and can be set again (%s)',
    async (version) => {
      start(version)
      await watch()
      expect(world.trigger('Owner', 'gatehouse', 4_821)).toBe(true)
      expect(world.trigger('Owner', 'gatehouse', 1)).toBe(false)
      await seconds(3)
      expect(world.trigger('Owner', 'gatehouse', -4_821)).toBe(true)
      await seconds(2)
      expect(set).toEqual([
        [4_821, account],
        [-4_821, account],
      ])
    },
  )

  it('is not taken from players who are not watched, nor while nobody is', async () => {
    expect(world.trigger('Owner', 'gatehouse', 4_821)).toBe(false)
    const stop = await watch()
    world.join('Mallory')
    expect(world.trigger('Mallory', 'gatehouse', 4_821)).toBe(false)
    stop()
    await settled()
    expect(world.server.objectives.size).toBe(0)
    expect(world.trigger('Owner', 'gatehouse', 4_821)).toBe(false)
    const before = console.ran.length
    await seconds(60)
    expect(console.ran).toHaveLength(before)
    expect(set).toEqual([])
  })

  it('does not count when it was set before, by another account, or by none that is proved', async () => {
    world.server.objectives.set('gatehouse', {
      criterion: 'trigger',
      scores: new Map([['Owner', { value: 4_821, isLocked: false }]]),
    })
    await watch()
    await seconds(2)
    for (const who of [other, undefined]) {
      online = who
      world.trigger('Owner', 'gatehouse', 4_821)
      await seconds(2)
    }
    expect(set).toEqual([])
    online = account
    world.trigger('Owner', 'gatehouse', 4_822)
    await seconds(1)
    expect(set).toEqual([[4_822, account]])
  })

  it('is asked for once a second, and not while the console is gone; then it is enabled again', async () => {
    await watch()
    const before = console.ran.length
    await seconds(5)
    expect(console.ran.slice(before)).toEqual(Array(5).fill('scoreboard players get Owner gatehouse'))
    numbers.disconnect()
    world.server.objectives.clear()
    await seconds(5)
    expect(console.ran).toHaveLength(before + 5)
    connect()
    await settled()
    world.trigger('Owner', 'gatehouse', 7)
    await seconds(1)
    expect(set).toEqual([[7, account]])
  })

  it('is not offered where the name is no plain word or the objective belongs to somebody else', async () => {
    for (const name of ['@a', '*', 'Two Words', '#fake', 'a[b]', '', 'x'.repeat(18)])
      await expect(watch(name), name).rejects.toMatchObject({ code: 'PROTOCOL.SCHEMA_VALIDATION_FAILED' })
    world.server.objectives.set('gatehouse', { criterion: 'dummy', scores: new Map() })
    await expect(watch()).rejects.toMatchObject({ code: 'BUSINESS.OPERATION_FAILED' })
    await seconds(3)
    expect(reads()).toEqual([])
  })

  it('never changes or removes an objective that is no trigger, also when it comes later', async () => {
    const scores = new Map([['Owner', { value: 120, isLocked: true }]])
    const theirs = { criterion: 'dummy', scores }
    world.server.objectives.set('gatehouse', theirs)
    await expect(watch()).rejects.toMatchObject({ code: 'BUSINESS.OPERATION_FAILED' })
    await settled()
    expect(world.server.objectives.get('gatehouse')).toBe(theirs)
    world.server.objectives.clear()
    const stop = await watch()
    world.server.objectives.set('gatehouse', theirs)
    stop()
    await settled()
    expect(world.server.objectives.get('gatehouse')).toBe(theirs)
    expect([...scores]).toEqual([['Owner', { value: 120, isLocked: true }]])
  })

  it('removes what is left of it as soon as the console is back, and before the server is left', async () => {
    const stop = await watch()
    numbers.disconnect()
    stop()
    await settled()
    expect(world.server.objectives.size).toBe(1)
    connect()
    await settled()
    expect(world.server.objectives.size).toBe(0)
    await watch()
    expect(world.server.objectives.size).toBe(1)
    const left = numbers.stop()
    numbers.disconnect()
    await left
    expect(world.server.objectives.size).toBe(0)
  })

  it('is enabled again when somebody resets the number or removes the objective', async () => {
    await watch()
    world.server.objectives.get('gatehouse')?.scores.clear()
    await seconds(1)
    expect(world.trigger('Owner', 'gatehouse', 6)).toBe(true)
    world.server.objectives.clear()
    await seconds(1)
    expect(world.trigger('Owner', 'gatehouse', 7)).toBe(true)
    await seconds(1)
    expect(set).toEqual([[7, account]])
    expect(ended).toBe(0)
    for (let times = 0; times < 10; times++) {
      world.server.objectives.clear()
      await seconds(1)
    }
    expect(log.problems).toHaveLength(1)
  })

  it('says that it ends when another objective has taken its place', async () => {
    await watch()
    const theirs = { criterion: 'dummy', scores: new Map() }
    world.server.objectives.set('gatehouse', theirs)
    await seconds(3)
    expect(ended).toBe(1)
    expect(reads()).toHaveLength(1)
    expect(world.server.objectives.get('gatehouse')).toBe(theirs)
  })

  it('is read under the name as the game writes it, also when the player joins later', async () => {
    names = []
    await numbers.watch({
      ...{ player: 'owner', uuid: undefined },
      onNumber: (number, player, by) => void set.push([number, `${player} ${by}`]),
      onEnd: () => {},
    })
    await seconds(2)
    expect(reads()).toEqual([])
    names = ['Owner']
    await seconds(1)
    expect(world.trigger('Owner', 'gatehouse', 482_193)).toBe(true)
    await seconds(1)
    expect(set).toEqual([[482_193, `Owner ${account}`]])
  })

  it('is never another one than the game has, whatever a team shows around the name', async () => {
    const part = fc.constantFrom(' has ', '4821', ' [gatehouse]', 'Owner', '§c', ' ', '\n', '-4821', 'set')
    const team = fc.array(fc.oneof(part, fc.string({ maxLength: 4 })), { maxLength: 8 }).map((parts) => parts.join(''))
    await times(200).forAllAsync(team, fc.constantFrom('1.13', '1.20.2', '1.21.4', '26.1'), async (prefix, version) => {
      start(version, `${prefix} `)
      await watch()
      await seconds(2)
      expect(set).toEqual([])
      world.trigger('Owner', 'gatehouse', 1_234)
      await seconds(1)
      expect(set.every(([number]) => number === 1_234)).toBe(true)
    })
  })
})
