import { beforeEach, describe, expect, it } from 'vitest'
import { maxPlayers, Spending } from '../../../../src-main/consumers/chat/spending.js'
import { chatSpendingIn } from '../../../../src-main/storage/chat-spending.js'
import { StateDatabase } from '../../../../src-main/storage/state-database.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { RecordingLog } from '../../../fakes/recording-log.js'

let state: StateDatabase
beforeEach(() => {
  state = StateDatabase.inMemory()
})

const hour = 3_600_000
const evening = () => new FakeClock(new Date(2026, 10, 22, 23, 0).getTime())
const open = (clock: FakeClock, log = new RecordingLog()) => new Spending(chatSpendingIn(state), clock, log)
const store = (text: string) => state.prepare('INSERT OR REPLACE INTO chat_spending VALUES (1, ?)').run(text)

describe('what answers cost', () => {
  it('is counted for everybody and for each player', () => {
    const spending = open(evening())
    spending.addQuestion('steve')
    spending.addDollars('steve', 0.25)
    spending.addQuestion('alex')
    spending.addDollars('alex', 0.5)
    expect(spending.dollars).toBe(0.75)
    expect(spending.of('steve')).toEqual({ dollars: 0.25, questions: 1 })
    expect(spending.of('mia')).toEqual({ dollars: 0, questions: 0 })
  })

  it('is kept over a restart on the same day, and forgotten on the next', async () => {
    const clock = evening()
    open(clock).addDollars('steve', 0.25)
    const again = open(clock)
    expect(again.isKnown).toBe(true)
    expect(again.dollars).toBe(0.25)
    await clock.advance(2 * hour)
    expect(again.dollars).toBe(0)
    expect(again.of('steve')).toEqual({ dollars: 0, questions: 0 })
    expect(open(clock).dollars).toBe(0)
  })

  it('is written for the day on which the answer ended', async () => {
    const clock = evening()
    const spending = open(clock)
    spending.addDollars('steve', 0.25)
    await clock.advance(2 * hour)
    spending.addDollars('alex', 0.5)
    expect(chatSpendingIn(state).read()).toEqual({
      day: '2026-11-23',
      dollars: 0.5,
      players: { alex: { dollars: 0.5, questions: 0 } },
    })
  })

  it.each(['', '{', 'null', '[]', '{"day":"2026-11-22","dollars":-1}', '{"day":"2026-11-22","dollars":"1"}'])(
    'counts from zero when the row is %j',
    (text) => {
      store(text)
      expect(open(evening()).dollars).toBe(0)
    },
  )

  it('is unknown where the file of the state cannot be used', () => {
    state = StateDatabase.inMemory(true)
    expect(open(evening()).isKnown).toBe(false)
  })

  it('ignores stored players with invalid amounts', () => {
    const players = { steve: { dollars: 1, questions: 2 }, alex: { dollars: -1, questions: 2 }, mia: null }
    store(JSON.stringify({ day: '2026-11-22', dollars: 1, players }))
    const spending = open(evening())
    expect(spending.of('steve')).toEqual({ dollars: 1, questions: 2 })
    expect(spending.of('alex')).toEqual({ dollars: 0, questions: 0 })
    expect(spending.of('mia')).toEqual({ dollars: 0, questions: 0 })
  })

  it('still counts, and is logged, when it cannot be written', () => {
    const log = new RecordingLog()
    const write = () => {
      throw new Error('the disk is full')
    }
    const spending = new Spending({ read: () => undefined, write }, evening(), log)
    spending.addDollars('steve', 0.25)
    expect(spending.of('steve').dollars).toBe(0.25)
    expect(log.lines).toMatchObject([{ level: 'error', details: { error: 'Error: the disk is full' } }])
  })

  it('shares one counter among players beyond the maximum', () => {
    const spending = new Spending({ read: () => undefined, write: () => {} }, evening(), new RecordingLog())
    for (let number = 0; number < maxPlayers; number += 1) spending.addQuestion(`player ${number}`)
    spending.addDollars('one too many', 0.25)
    expect(spending.of('another').dollars).toBe(0.25)
    expect(spending.of('player 0')).toEqual({ dollars: 0, questions: 1 })
  })
})
