import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Ballot, type BallotLine, clockToleranceMs, maxVoters } from '../../../../src-main/policy/votes/ballot.js'
import { forAll, times } from '../../../fixtures/properties.js'

const startsAt = 1_000_000
const endsAt = startsAt + 30_000
const terms = { words: ['!yes', '!no'], startsAt, endsAt }
const line = (userId: string, text: string, sentAt = startsAt + 1): BallotLine => ({
  platform: 'twitch',
  userId,
  userName: userId,
  text,
  sentAt,
})
const votesOf = (lines: readonly BallotLine[], excluded: readonly string[] = []): readonly number[] => {
  const ballot = new Ballot({ ...terms, excluded })
  for (const one of lines) ballot.cast(one, one.sentAt ?? startsAt + 1)
  return ballot.tally.votes
}

const word = fc.constantFrom('!yes', '!no', ' !YES please', '！ｎｏ', '!yesterday', 'yes', '!nо', '')
const lines = fc.array(
  fc.record({
    platform: fc.constantFrom('twitch' as const, 'youtube' as const),
    userId: fc.constantFrom('1', '2', '3', '4'),
    userName: fc.constant('same name'),
    text: word,
    sentAt: fc.integer({ min: startsAt - 3, max: endsAt + 3 }),
  }),
  { maxLength: 60 },
)
const choices: Readonly<Record<string, number>> = { '!yes': 0, '!no': 1, ' !YES please': 0, '！ｎｏ': 1 }

describe('a ballot', () => {
  it('counts the last vote of each account that was written in time, and nothing else', () =>
    times(2_000).forAll(lines, (written) => {
      const last = new Map<string, { choice: number; at: number }>()
      for (const { platform, userId, text, sentAt: at } of written) {
        const choice = choices[text]
        const account = `${platform} ${userId}`
        if (choice === undefined || at < startsAt || at >= endsAt || (last.get(account)?.at ?? 0) > at) continue
        last.set(account, { choice, at })
      }
      const counted = [...last.values()]
      expect(votesOf(written)).toEqual([0, 1].map((choice) => counted.filter((one) => one.choice === choice).length))
    }))

  it('has as many votes as accounts, whatever they write', () =>
    forAll(lines, (written) => {
      const ballot = new Ballot(terms)
      for (const one of written) ballot.cast(one, one.sentAt)
      const { votes, total } = ballot.tally
      expect(total).toBe(votes.reduce((sum, one) => sum + one, 0))
      expect(total).toBeLessThanOrEqual(new Set(written.map(({ platform, userId }) => `${platform} ${userId}`)).size)
      expect(Object.values(ballot.sources).reduce((sum, one) => sum + one, 0)).toBe(total)
    }))

  it.each([
    ['!yes', [1, 0]],
    ['  !Yes because', [1, 0]],
    ['！ＹＥＳ', [1, 0]],
    ['!no\u{e0000}', [0, 0]],
    ['!no \u{e0000}', [0, 1]],
    ['!yes!', [0, 0]],
    ['I say !yes', [0, 0]],
    // Cyrillic letters that look like Latin ones.
    ['!уеѕ', [0, 0]],
    ['!yes\u200b', [0, 0]],
    ['!y es', [0, 0]],
    [`${' '.repeat(499)}!yes`, [0, 0]],
  ])('reads %j as %j', (text, votes) => expect(votesOf([line('1', text)])).toEqual(votes))

  it('takes a line as written at most some seconds from its arrival, whatever the clock of the platform says', () => {
    const hour = 3_600_000
    const sent = (sentAt: number, arrivedAt: number) => {
      const ballot = new Ballot(terms)
      return ballot.cast(line('1', '!yes', sentAt), arrivedAt)
    }
    expect(sent(startsAt + 10_000 - hour, startsAt + 10_000)).toBe(true)
    expect(sent(endsAt - hour, endsAt + clockToleranceMs)).toBe(false)
    expect(sent(startsAt + 10_000 + hour, startsAt + 10_000)).toBe(true)
    expect(sent(startsAt + hour, startsAt - clockToleranceMs - 1)).toBe(false)
  })

  it('counts what was written in time and arrives late, and not what was written late', () => {
    const ballot = new Ballot(terms)
    expect(ballot.cast(line('1', '!yes', endsAt - 1), endsAt + 1_000)).toBe(true)
    expect(ballot.cast(line('2', '!yes', endsAt), endsAt)).toBe(false)
    expect(ballot.cast({ ...line('3', '!yes'), sentAt: undefined }, endsAt)).toBe(false)
  })

  it('takes the later of two votes of an account by the time of the platform', () => {
    const ballot = new Ballot(terms)
    ballot.cast(line('1', '!no', startsAt + 200), startsAt + 300)
    ballot.cast(line('1', '!yes', startsAt + 100), startsAt + 400)
    expect(ballot.tally.votes).toEqual([0, 1])
  })

  it('leaves out excluded accounts, by id and by name, in any case and width', () => {
    const bot = { ...line('77', '!yes'), userName: 'ＡｉＢｏｔ' }
    expect(votesOf([bot, line('88', '!yes')], ['aibot', '88'])).toEqual([0, 0])
    expect(votesOf([bot], ['aibo'])).toEqual([1, 0])
  })

  it('keeps no more accounts than its limit, and says that there were more', () => {
    const ballot = new Ballot(terms)
    for (let at = 0; at < maxVoters + 50; at += 1) ballot.cast(line(`${at}`, '!yes'), startsAt + 1)
    expect(ballot.tally).toEqual({ votes: [maxVoters, 0], total: maxVoters, isFull: true })
    ballot.cast(line('0', '!no', startsAt + 2), startsAt + 2)
    expect(ballot.tally.votes).toEqual([maxVoters - 1, 1])
  })
})
