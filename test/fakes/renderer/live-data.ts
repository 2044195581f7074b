/** Live data: the ways of calls, and a flood of lines, for looking at the live screen and for its tests. */
import type { CallStep } from '@contract/call.js'
import type { Server } from '@shared/servers/server.js'
import type { CallTrace, EventReader, LiveEntry } from '@shared/trail/live.js'
import { callEntry, claude, creative, cursor, gameEntry, survival } from './example-data.js'

const passed = (name: string, milliseconds: number): CallStep => ({ name, milliseconds, outcome: 'passed' })

/** How far a call has come that waits for a person. */
export const stepsToQuestion: readonly CallStep[] = [
  passed('halt', 0.01),
  passed('admit', 0.01),
  passed('limit-size', 0.02),
  passed('limit-caller', 0.01),
  passed('resolve', 0.04),
  passed('validate', 0.18),
  passed('authorise', 0.03),
  passed('deduplicate', 0.01),
  passed('limit-rate', 0.01),
  passed('assess-risk', 0.1),
  passed('read-before', 2.4),
]

export const completeTrace: CallTrace = {
  steps: [
    ...stepsToQuestion,
    passed('approve', 6_240),
    passed('snapshot', 0.4),
    passed('revalidate', 0.1),
    passed('record-intent', 1.2),
    passed('store-undo', 0.9),
    passed('run', 3.3),
    passed('clean', 0.1),
    passed('record-outcome', 0.8),
  ],
  milliseconds: 6_250,
  scope: { duration: '15-minutes', what: 'exactly' },
  tainted: true,
}

/** Who was notified of the first line that has these words: one client that asked after it, and one that did not. */
export const readingsOf = (
  words: string,
  live: readonly LiveEntry[],
): Readonly<Record<string, readonly EventReader[]>> => {
  const line = live.find((entry) => entry.kind === 'game' && `${entry.data.message}`.includes(words))
  if (line === undefined) return {}
  const calls = live
    .filter((entry) => entry.kind === 'call')
    .filter(({ at, caller }) => at > line.at && caller === claude)
  return {
    [line.id]: [
      { caller: claude, at: line.at, calls: calls.slice(0, 2) },
      { caller: cursor, at: line.at, calls: [] },
    ],
  }
}

const names = ['Alex', 'Steve', 'Mia', 'Herobrine_7', 'Xx_TheVeryLongNamedPlayer_xX']

/** So many lines of two servers over an hour. */
export const floodOf = (count: number, now: number): LiveEntry[] =>
  Array.from({ length: count }, (_, index): LiveEntry => {
    const at = new Date(now - ((count - index) * 3_600_000) / count).toISOString()
    const playerName = names[index % names.length]
    const server = index % 3 === 0 ? creative : survival
    if (index % 50 === 49) return callEntry(at, index % 200 === 199 ? { result: 'denied', risk: 'high' } : {})
    if (index % 10 === 3) return gameEntry(at, 'player.join', { playerName }, server)
    if (index % 10 === 7) {
      const location = { world: 'world', x: index, y: 64, z: -index }
      return gameEntry(at, 'world.block.placed', { playerName, type: 'minecraft:oak_planks', location }, server)
    }
    return gameEntry(at, 'player.chat', { playerName, message: `line ${index} of the evening` }, server)
  })

/** Servers as a large network has them. */
export const networkOf = (count: number): Server[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `lobby-${index}`,
    name: index === 7 ? `Lobby ${index} ${'of the Great Old Network '.repeat(6)}` : `Lobby ${index}`,
    kind: 'agent' as const,
    address: `ws://10.0.0.${index}:8765`,
    state: (['online', 'online', 'degraded', 'offline'] as const)[index % 4] ?? 'online',
    capabilities: [],
    refused: [],
  }))
