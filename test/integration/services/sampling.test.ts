/** A real service that asks for the AI model, answered by the model of the chat once the owner approved it. */
import path from 'node:path'
import type { Person } from '@shared/approvals/approval.js'
import type { InputSubmission, OpenInputRequest } from '@shared/approvals/input-request.js'
import { type ChatSettings, defaultChat } from '@shared/features/chat.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { serviceModel } from '../../../src-main/consumers/chat/service-model.js'
import { Spending } from '../../../src-main/consumers/chat/spending.js'
import { createModelServing } from '../../../src-main/gateway/model-serving.js'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { ModelServer } from '../../fakes/chat/model-server.js'
import { RecordingLog } from '../../fakes/recording-log.js'
import { ServicesScene } from '../../fakes/services-scene.js'

const everything = path.resolve('node_modules/@modelcontextprotocol/server-everything/dist/index.js')
const service = {
  ...({ type: 'stdio', enabled: true, namespace: 'any', command: process.execPath } as const),
  args: [everything, 'stdio'],
}
const person: Person = { id: 'ada', name: 'Ada', kind: 'control' }

let model: ModelServer
let scene: ServicesScene
let costs: Spending
let settings: ChatSettings

beforeEach(async () => {
  model = await new ModelServer().start()
  settings = {
    ...defaultChat,
    model: { provider: 'openai-compatible', baseUrl: model.baseUrl, name: 'fake' },
    prices: { input: 10, output: 30 },
  }
  costs = new Spending({ read: () => undefined, write() {} }, systemClock, new RecordingLog())
  const current = (): ServicesScene => scene
  scene = new ServicesScene({
    modelFor: () =>
      createModelServing({ ask: (question, signal) => current().gateway.inputs.ask(question, signal) }, () =>
        serviceModel({ settings: () => settings, costs, clock: systemClock, keyFor: () => undefined }),
      ),
  })
  const { approvals, inputs } = scene.gateway
  approvals.attach(person)
  approvals.onDidOpen(({ id }) => queueMicrotask(() => approvals.decideAsPerson({ id, decision: 'approve', person })))
  inputs.attach()
  await scene.apply({ any: service })
  await scene.until(() => scene.ids.some((id) => id.includes('sampling')))
})
afterEach(async () => {
  await scene.close()
  await model.stop()
})

/** What the person was asked, and how the call ended, as text. */
async function ask(
  answer: InputSubmission,
): Promise<{ readonly asked: readonly OpenInputRequest[]; readonly end: string }> {
  const asked: OpenInputRequest[] = []
  scene.gateway.inputs.onDidOpen((request) => {
    asked.push(request)
    queueMicrotask(() => scene.gateway.inputs.answer(request.id, answer))
  })
  const { outcome } = await scene.call('ext.any.trigger.sampling.request', { prompt: 'Say hello.', maxTokens: 50 })
  return { asked, end: JSON.stringify(outcome.kind === 'done' ? outcome.data : outcome) }
}

describe('a request of a service for the model', () => {
  it('is shown in full with its price, answered after approval, and counted', async () => {
    model.answers({ text: ['Good ', 'day!'], usage: { input: 1_000, output: 1_000 } })
    const { asked, end } = await ask({ action: 'accept' })
    expect(end).toContain('Good day!')
    const [request] = asked
    if (request?.content.kind !== 'model') throw new Error('It is about the model.')
    expect(request.content.request).toMatchObject({ model: 'fake', maxTokens: 50, left: settings.dailyLimit })
    expect(request.content.request.cost).toBeGreaterThan(0)
    expect(JSON.stringify(request.content.request.messages)).toContain('Say hello.')
    const [sent] = model.requests
    expect(sent?.body).toMatchObject({ model: 'fake', max_tokens: 50 })
    expect(sent?.body.tools).toBeUndefined()
    expect(costs.dollars).toBeCloseTo(0.04)
    const rows = scene.audit.events.filter(({ capabilityId }) => capabilityId === 'system.service.input')
    expect(rows).toMatchObject([{ request: { kind: 'model' }, response: { ended: 'accepted' } }])
    expect(JSON.stringify(rows)).not.toMatch(/Good day|Say hello/u)
  })

  it('reaches no model when the person declines', async () => {
    const { end } = await ask({ action: 'decline' })
    expect(end).toContain('A person denied this request.')
    expect([model.requests, costs.dollars]).toEqual([[], 0])
  })

  it('is rejected without asking when it could cost more than the rest of today’s budget', async () => {
    costs.addDollars('somebody', settings.dailyLimit)
    const { asked, end } = await ask({ action: 'accept' })
    expect(end).toContain('budget')
    expect([asked, model.requests]).toEqual([[], []])
  })

  it('is refused when others have spent the budget while the person read it', async () => {
    scene.gateway.inputs.onDidOpen(() => costs.addDollars('somebody', settings.dailyLimit))
    const { asked, end } = await ask({ action: 'accept' })
    expect(end).toContain('budget')
    expect([asked.length, model.requests]).toEqual([1, []])
  })

  it('is refused when no model is chosen, and when the model fails', async () => {
    model.answers({ status: 401, body: '{"error":{"message":"Incorrect API key provided"}}' })
    const failed = await ask({ action: 'accept' })
    expect(failed.end).toContain('did not answer (key)')
    settings = defaultChat
    expect((await ask({ action: 'accept' })).end).toContain('has not chosen an AI model')
  })
})
