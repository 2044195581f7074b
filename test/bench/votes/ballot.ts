/**
 * A ballot: lines of chat, of which all are votes, or none; by a hundred thousand viewers.
 *
 * Floor: the same accounts are put into a map.
 */
import { Ballot } from '../../../src-main/policy/votes/ballot.js'
import { alternately, median, perSecond, printFigures, sized } from '../contract/timing.js'

const lines = sized({ full: 100_000, quick: 100_000, once: 1_000 })
const rounds = sized({ full: 15, quick: 5, once: 1 })
const terms = { words: ['!yes', '!no'], startsAt: 0, endsAt: 30_000, excluded: ['my_ai_bot'] }
const written = Array.from({ length: lines }, (_, at) => ({
  platform: 'twitch' as const,
  userId: `${100_000_000 + at}`,
  userName: `viewer_${at}`,
  text: at % 3 ? '!yes of course' : '!no',
  sentAt: 1,
}))
const talk = written.map((line) => ({ ...line, text: `${'What a build! '.repeat(30)}` }))

function count(all: typeof written): number {
  const ballot = new Ballot(terms)
  for (const line of all) ballot.cast(line, 2)
  return ballot.tally.total
}

function floor(): number {
  const accounts = new Map<string, number>()
  for (const { platform, userId } of written) accounts.set(`${platform} ${userId}`, 1)
  return accounts.size
}

const taken = await alternately(rounds, { votes: () => count(written), talk: () => count(talk), floor })
const beside = median(taken.floor.processor)
printFigures([
  perSecond('votes', lines, median(taken.votes.processor), beside),
  perSecond('lines of chat that are no votes', lines, median(taken.talk.processor), beside),
])
