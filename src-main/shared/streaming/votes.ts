/**
 * Votes: what viewers may be asked about a request, and what they said.
 *
 * Guards invariant 6: a vote advises the person who decides. Guards invariant 7: what viewers see is made of our words
 * alone; no text of an AI, a player or a viewer is in it.
 */
import type { OpenApproval } from '../approvals/approval.js'
import { type TimeOfDay, ticksOf, timeOfDay } from '../words/time-of-day.js'
import { isWeather, type WeatherName } from '../words/weather.js'
import type { Platform } from './audience.js'

export interface VoteSettings {
  readonly enabled: boolean
  /** The words that viewers write. */
  readonly yes: string
  readonly no: string
  readonly seconds: number
  /** With fewer votes the result is no. */
  readonly minimum: number
  /** Percent of the votes that a yes needs. */
  readonly share: number
  /** Ids of AI clients: a vote on their medium and high requests starts by itself. */
  readonly automatic: readonly string[]
  /** A yes counts as one of several people who must approve. */
  readonly countsAsApprover: boolean
  /** Uses the poll of the platform, where the account may open one. */
  readonly usesPolls: boolean
}

export const voteLimits = {
  seconds: { least: 15, most: 300 },
  minimum: { least: 1, most: 100_000 },
  share: { least: 50, most: 100 },
  automatic: 64,
} as const

export const defaultVotes: VoteSettings = {
  enabled: false,
  yes: '!yes',
  no: '!no',
  seconds: 30,
  minimum: 10,
  share: 60,
  automatic: [],
  countsAsApprover: false,
  usesPolls: false,
}

/** A question in our words. */
export interface VoteQuestion {
  readonly action: VoteAction
  /** One of the words of the game, where the action has few. */
  readonly choice?: TimeOfDay | WeatherName
}

const actions = {
  'world.time.set': 'time',
  'world.weather.set': 'weather',
  'world.rule.set': 'gameRule',
  'world.block.set': 'block',
  'player.teleport': 'teleport',
  'entity.remove': 'entities',
  'system.backup': 'backup',
  'system.reload': 'reload',
  'ext.java.build': 'build',
  'ext.bedrock.build': 'build',
  'ext.java.blocks.fill': 'blocks',
  'ext.bedrock.blocks.fill': 'blocks',
  'ext.java.item.give': 'give',
  'ext.bedrock.item.give': 'give',
  'ext.java.item.take': 'take',
  'ext.java.gamemode.set': 'gameMode',
  'ext.bedrock.gamemode.set': 'gameMode',
  'ext.java.effect.give': 'effect',
  'ext.bedrock.effect.give': 'effect',
  'ext.java.effect.clear': 'effect',
  'ext.java.entity.summon': 'summon',
  'ext.bedrock.entity.summon': 'summon',
  'ext.java.difficulty.set': 'difficulty',
  'ext.java.worldborder.set': 'border',
  'ext.java.spawnpoint.set': 'spawn',
} as const satisfies Readonly<Record<string, string>>

export type VoteAction = (typeof actions)[keyof typeof actions]

/** Medium and high only. What has no question is private, judges a person, or is unknown to us. */
export function voteQuestionOf({
  capabilityId,
  risk,
  arguments: given,
}: Pick<OpenApproval, 'capabilityId' | 'risk' | 'arguments'>): VoteQuestion | undefined {
  if (risk !== 'medium' && risk !== 'high') return undefined
  if (!Object.hasOwn(actions, capabilityId)) return undefined
  const action = actions[capabilityId as keyof typeof actions]
  const ticks = action === 'time' ? ticksOf(given.time) : undefined
  if (ticks !== undefined) return { action, choice: timeOfDay(ticks) }
  if (action === 'weather' && isWeather(given.weather)) return { action, choice: given.weather }
  return { action }
}

/** Name of the sentence that viewers read, among the questions of the shared words. */
export const voteSentenceOf = ({ action, choice }: VoteQuestion): string =>
  choice === undefined ? action : `${action}_${choice}`

export interface VoteResult {
  readonly says: 'yes' | 'no'
  /** `too-few`: fewer votes than the minimum. `too-many`: more viewers than can be counted. */
  readonly why: 'share' | 'too-few' | 'too-many'
}

/** How the request was answered after viewers were asked. */
export type VoteAnswer = 'approved' | 'denied' | 'expired'

/** The vote that runs, or the last one. */
export interface Vote {
  readonly id: string
  readonly approvalId: string
  readonly requestId: string
  readonly question: VoteQuestion
  readonly words: { readonly yes: string; readonly no: string }
  /** Whether viewers vote in a poll of the platform, not by words. */
  readonly isPoll: boolean
  readonly yes: number
  readonly no: number
  readonly isFull: boolean
  /** ISO 8601. */
  readonly startedAt: string
  readonly endsAt: string
  /** Absent while it runs. */
  readonly result?: VoteResult
  /** A yes that counted as one of several people. */
  readonly counted?: true
  /** Absent while the streamer has not answered. */
  readonly answer?: VoteAnswer
}

export const isRunning = ({ result }: Pick<Vote, 'result'>): boolean => result === undefined

/** Why viewers were not asked: `details.reason` of an error, after `vote-`. */
export const voteProblems = [
  'off',
  'no-chat',
  'not-votable',
  'running',
  'asked',
  'too-late',
  'none-waiting',
  'none-running',
] as const
export type VoteProblem = (typeof voteProblems)[number]

/** For the window and the pop-up. */
export interface VotesState {
  readonly enabled: boolean
  /** A source of chat is connected. */
  readonly isOnline: boolean
  /** A source has polls of its platform. */
  readonly hasPolls: boolean
  readonly seconds: number
  readonly vote: Vote | null
}

export const noVotes: VotesState = { enabled: false, isOnline: false, hasPolls: false, seconds: 30, vote: null }

/** What the trail has of a vote, in the `request` of its row. */
export interface RecordedVote extends Pick<Vote, 'approvalId' | 'question' | 'yes' | 'no' | 'isPoll'> {
  readonly says: VoteResult['says']
  readonly why: VoteResult['why']
  /** `answer`: the request was answered first. `off`: votes were switched off. */
  readonly endedBy: 'time' | 'streamer' | 'answer' | 'off'
  /** Votes by platform. */
  readonly sources: Readonly<Partial<Record<Platform, number>>>
}

/** Undefined when a row has something else. */
export function recordedVoteOf(request: unknown): RecordedVote | undefined {
  const { question, yes, no, says } = (request ?? {}) as Partial<RecordedVote>
  const isVote = typeof question?.action === 'string' && typeof yes === 'number' && typeof no === 'number'
  return isVote && (says === 'yes' || says === 'no') ? (request as RecordedVote) : undefined
}

/** Whole percent of the votes; 0 when there are none. */
export const shareOf = ({ yes, no }: Pick<Vote, 'yes' | 'no'>): number =>
  yes + no === 0 ? 0 : Math.round((100 * yes) / (yes + no))
