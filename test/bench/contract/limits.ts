/**
 * What the limits on outside texts cost a governed read: the bounds of its message and of the server's frame, its rate
 * limit, names, and the text of its result. Floor: `JSON.parse` of the same text, where there is one.
 */
import { bodyBounds, frameBounds, jsonExcess } from '@contract/json/json-bounds.js'
import { type Bucket, take } from '../../../src-main/policy/limits/rate.js'
import { cleanValue, plainName } from '../../../src-main/policy/text/untrusted-text.js'
import { alternately, cost, median, printFigures, sized } from './timing.js'

const rounds = sized({ full: 15, quick: 3, once: 1 })
const times = sized({ full: 20_000, quick: 2_000, once: 200 })

const message = JSON.stringify({
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: { name: 'world_time_get', arguments: { world: 'overworld' }, _meta: { progressToken: 7 } },
})
const result = { players: Array.from({ length: 20 }, (_, at) => ({ name: `Player_${at}`, ping: at, world: 'world' })) }
const frame = JSON.stringify({
  ...{ id: '5f0c8e4e-52c7-4f43-9a34-61b9a8d0e0aa', type: 'response', timestamp: '2026-11-23T10:30:00.000Z' },
  correlationId: '5f0c8e4e-52c7-4f43-9a34-61b9a8d0e0ab',
  payload: { success: true, data: result },
})
const limit = { requests: 1_000_000, period: 'second' } as const

/** Stores the results, so that no computation is optimized away. */
let kept: unknown
const repeatedly = (work: () => unknown) => () => {
  for (let time = 0; time < times; time++) kept = work()
}
let bucket: Bucket | undefined
let now = 0
const taken = await alternately(rounds, {
  message: repeatedly(() => jsonExcess(message, bodyBounds)),
  messageFloor: repeatedly(() => JSON.parse(message)),
  frame: repeatedly(() => jsonExcess(frame, frameBounds)),
  frameFloor: repeatedly(() => JSON.parse(frame)),
  rate: repeatedly(() => {
    const one = take(limit, bucket, now++)
    bucket = one.bucket
    return one
  }),
  name: repeatedly(() => plainName('Claude Desktop')),
  cleaned: repeatedly(() => cleanValue(result)),
})
if (kept === undefined) throw new Error('Nothing was computed.')

const each = (way: keyof typeof taken): number => (median(taken[way].processor) * 1_000) / times
printFigures([
  cost(`bounds of a message of ${message.length} characters`, 'µs', each('message'), each('messageFloor')),
  cost(`bounds of a frame of ${frame.length} characters`, 'µs', each('frame'), each('frameFloor')),
  cost('rate limit', 'µs', each('rate')),
  cost('name of a client', 'µs', each('name')),
  cost('texts of a result with 20 players', 'µs', each('cleaned')),
])
