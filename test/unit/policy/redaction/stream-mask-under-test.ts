/** Stream mask under test: the mask of a program with some players, servers and folders. */
import { createStreamMask, type StreamMask } from '../../../../src-main/policy/redaction/stream-mask.js'

const people = ['Steve_Smith', 'Ángel', '小明', 'Anna Lee']

export const maskUnderTest = (): StreamMask =>
  createStreamMask({
    language: 'en',
    names: people,
    addresses: ['ws://keep:8765', 'keep:8765', 'smp.example.test'],
    homes: ['/data/ada'],
    user: 'ada',
  })
