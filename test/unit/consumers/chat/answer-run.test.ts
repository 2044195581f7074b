import type { ModelProvider } from '@shared/features/chat.js'
import { jsonSchema, tool } from 'ai'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type RunEnd, runAnswer, runLimits, type Usage } from '../../../../src-main/consumers/chat/answer-run.js'
import { openModel } from '../../../../src-main/consumers/chat/models/language-model.js'
import type { Clock } from '../../../../src-main/gateway/ports/runtime.js'
import { systemClock } from '../../../../src-main/storage/system-clock.js'
import { ModelServer, overflowOf } from '../../../fakes/chat/model-server.js'
import { FakeClock } from '../../../fakes/fake-clock.js'

let server: ModelServer
beforeEach(async () => {
  server = await new ModelServer().start()
})
afterEach(() => server.stop())

interface Ran extends RunEnd {
  readonly text: string
  readonly thinking: string
  readonly used: readonly Usage[]
  readonly calls: readonly unknown[]
}

interface Wanted {
  readonly provider?: ModelProvider
  readonly hasBudget?: (used: readonly Usage[]) => boolean
  readonly signal?: AbortSignal
  readonly onText?: (text: string) => void
  readonly clock?: Clock
  /** Notified when the tool is called, which waits then until it is stopped. */
  readonly onTool?: () => void
  readonly onStopped?: () => void
}

async function run({
  provider = 'openai-compatible',
  hasBudget = () => true,
  signal,
  onText,
  clock = systemClock,
  onTool,
  onStopped = () => {},
}: Wanted = {}): Promise<Ran> {
  const opened = openModel(
    { provider, baseUrl: server.baseUrl, name: 'fake' },
    { clock: systemClock, keyFor: () => 'k' },
  )
  if (!opened.ok) throw new Error(opened.problem.kind)
  let text = ''
  let thinking = ''
  const used: Usage[] = []
  const calls: unknown[] = []
  const end = await runAnswer({
    model: opened.model,
    system: 'You help players.',
    messages: [{ role: 'user', content: 'Is it day soon?' }],
    tools: (stopping) => ({
      world_time_get: tool({
        inputSchema: jsonSchema({ type: 'object', properties: { worldName: { type: 'string' } } }),
        execute: (given) => {
          calls.push(given)
          if (!onTool) return '{"time":6000}'
          const ended = new Promise((resolve) => stopping.addEventListener('abort', () => resolve(onStopped())))
          onTool()
          return ended
        },
      }),
    }),
    clock,
    signal: signal ?? new AbortController().signal,
    onText: (piece) => {
      text += piece
      onText?.(text)
    },
    onThinking: (piece) => {
      thinking += piece
    },
    onUsage: (usage) => {
      used.push(usage)
      return hasBudget(used)
    },
  })
  return { ...end, text, thinking, used, calls }
}

const callTime = { name: 'world_time_get', arguments: { worldName: 'world' } }

describe('answer run', () => {
  it.each(['openai-compatible', 'anthropic'] as const)(
    'streams thinking, calls a tool and answers over %s',
    async (provider) => {
      server.answers({ reasoning: ['I look', ' it up.'], tools: [callTime] }, { text: ['It is', ' noon.'] })
      const ran = await run({ provider })
      expect(ran).toMatchObject({
        ended: 'answered',
        text: 'It is noon.',
        thinking: 'I look it up.',
        calls: [{ worldName: 'world' }],
      })
      expect(ran.used).toEqual([
        { input: 100, output: 20 },
        { input: 100, output: 20 },
      ])
      expect(JSON.stringify(server.requests[1]?.body.messages)).toContain('6000')
      expect(ran.messages.map(({ role }) => role)).toEqual(['assistant', 'tool', 'assistant'])
    },
  )

  it('reads the thinking that local models write into the text', async () => {
    server.answers({ text: ['<think>Hm.</th', 'ink>Noon.'] })
    await expect(run()).resolves.toMatchObject({ ended: 'answered', text: 'Noon.', thinking: 'Hm.' })
  })

  it('ends an endless tool loop after its steps', async () => {
    server.answers({ tools: [callTime] })
    const ran = await run()
    expect(ran.ended).toBe('steps')
    expect(server.requests).toHaveLength(runLimits.steps)
  })

  it('limits how many tools one answer calls', async () => {
    server.answers({ tools: Array.from({ length: 40 }, () => callTime) }, { text: ['Done.'] })
    const ran = await run()
    expect(ran.calls).toHaveLength(runLimits.tools)
    expect(ran.text).toBe('Done.')
  })

  it('starts no further step when the budget is used up', async () => {
    server.answers({ tools: [callTime] })
    const ran = await run({ hasBudget: (used) => used.length < 2 })
    expect(ran.ended).toBe('budget')
    expect(server.requests).toHaveLength(2)
  })

  it('returns wrong tool arguments and unknown tools to the model and calls nothing', async () => {
    server.answers(
      {
        tools: [
          { name: 'world_time_get', arguments: '{"worldName": ' },
          { name: 'op_everybody', arguments: {} },
        ],
      },
      { text: ['Sorry.'] },
    )
    await expect(run()).resolves.toMatchObject({ ended: 'answered', text: 'Sorry.', calls: [] })
  })

  it('names a stream that stops in the middle, and keeps what came', async () => {
    server.answers({ text: ['It is'], breaksOff: true })
    await expect(run()).resolves.toMatchObject({
      ended: 'failed',
      text: 'It is',
      messages: [],
      problem: { kind: 'broken-off' },
    })
  })

  it('cuts a stream that never ends', async () => {
    const forever = function* () {
      for (;;) yield `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'x'.repeat(1_000) } }] })}\n\n`
    }
    server.answers({ raw: forever() })
    const ran = await run()
    expect(ran).toMatchObject({ ended: 'failed', problem: { kind: 'too-large' } })
    expect(ran.text.length).toBeLessThanOrEqual(runLimits.characters)
  })

  it('cuts a line that never ends', async () => {
    const forever = function* () {
      yield 'data: {"choices":[{"delta":{"content":"'
      for (;;) yield 'x'.repeat(10_000)
    }
    server.answers({ raw: forever() })
    await expect(run()).resolves.toMatchObject({ ended: 'failed', problem: { kind: 'too-large' }, text: '' })
  })

  it('stops its tools when its time is up', async () => {
    server.answers({ tools: [callTime] })
    const clock = new FakeClock()
    let stopped = 0
    const onTool = () => void clock.advance(runLimits.ms)
    const ran = await run({ clock, onTool, onStopped: () => void stopped++ })
    expect(ran.ended).toBe('time')
    expect(ran.calls).toHaveLength(1)
    expect(stopped).toBe(1)
  })

  it('reports a stream of another format', async () => {
    server.answers({ raw: ['data: {"choices": nonsense\n\n'] })
    await expect(run()).resolves.toMatchObject({ ended: 'failed', problem: { kind: 'not-an-api' } })
  })

  it('ends at the first broken event of an endless stream', async () => {
    const forever = function* () {
      for (;;) yield 'data:\n\n'.repeat(1_000)
    }
    server.answers({ raw: forever() })
    const ran = await run()
    expect(ran).toMatchObject({ ended: 'failed', problem: { kind: 'not-an-api' }, hasBegun: false })
    expect(ran.used).toHaveLength(1)
  })

  it('has not begun when the stream only says why the model refused', async () => {
    const refusal = { error: { ...overflowOf(9_000, 4_096).error, code: 'context_length_exceeded' } }
    server.answers({ raw: [`data: ${JSON.stringify(refusal)}\n\n`] })
    await expect(run()).resolves.toMatchObject({ problem: { kind: 'too-long' }, hasBegun: false })
  })

  it('estimates tokens conservatively when the endpoint reports none', async () => {
    server.answers({ text: ['x'.repeat(400)], usage: null })
    const { used } = await run()
    expect(used).toHaveLength(1)
    expect(used[0]?.output).toBe(100)
  })

  it('counts tools and a step that was cut before it wrote', async () => {
    server.answers({ tools: [callTime], usage: null }, { breaksOff: true })
    const { used } = await run()
    expect(used).toHaveLength(2)
    expect(used[0]?.input).toBeGreaterThan(30)
    expect(used[1]?.input).toBeGreaterThan(used[0]?.input ?? 0)
  })

  it('does not trust an endpoint that reports nearly no tokens', async () => {
    server.answers({ text: ['x'.repeat(4_000)], usage: { input: 0, output: 0 } })
    const { used } = await run()
    expect(used[0]?.output).toBe(100)
  })

  it('stops at once when the player or the owner stops it', async () => {
    server.answers({ text: ['It is'], hangs: true })
    const stop = new AbortController()
    await expect(run({ signal: stop.signal, onText: () => stop.abort() })).resolves.toMatchObject({
      ended: 'stopped',
      text: 'It is',
    })
  })
})
