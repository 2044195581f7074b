/** What a real service asks while it runs a call, answered by the person at the window. */
import path from 'node:path'
import type { Person } from '@shared/approvals/approval.js'
import type { OpenInputRequest } from '@shared/approvals/input-request.js'
import { afterEach, describe, expect, it } from 'vitest'
import { ServicesScene } from '../../fakes/services-scene.js'

const everything = path.resolve('node_modules/@modelcontextprotocol/server-everything/dist/index.js')
const service = {
  ...({ type: 'stdio', enabled: true, namespace: 'any', command: process.execPath } as const),
  args: [everything, 'stdio'],
}

const person: Person = { id: 'ada', name: 'Ada', kind: 'control' }

let scene: ServicesScene
afterEach(() => scene.close())

async function start(isThere: boolean): Promise<void> {
  scene = new ServicesScene()
  const { approvals } = scene.gateway
  approvals.attach(person)
  approvals.onDidOpen(({ id }) => queueMicrotask(() => approvals.decideAsPerson({ id, decision: 'approve', person })))
  if (isThere) scene.gateway.inputs.attach()
  await scene.apply({ any: service })
  await scene.until(() => scene.ids.some((id) => id.includes('elicitation')))
}

/** The call, and what the service asks while it runs. */
async function asked(tool: string, given: object = {}) {
  const arrived = new Promise<OpenInputRequest>((resolve) => scene.gateway.inputs.onDidOpen(resolve))
  const report = scene.call(`ext.any.${tool}`, given)
  return { request: await arrived, report }
}

const textOf = (report: Awaited<ReturnType<ServicesScene['call']>>): string =>
  JSON.stringify(report.outcome.kind === 'done' ? report.outcome.data : report.outcome)

describe('a form of a service', () => {
  it('is filled in by the person, and only the service gets what they entered', async () => {
    await start(true)
    const { request, report } = await asked('trigger.elicitation.request')
    expect(request).toMatchObject({ server: { name: 'any' }, caller: { name: 'A test' } })
    if (request.content.kind !== 'form') throw new Error('It is a form.')
    const names = request.content.fields.map(({ name }) => name)
    expect(names).toContain('name')
    scene.gateway.inputs.answer(request.id, { action: 'accept', values: { name: 'Ada of the window' } })
    expect(textOf(await report)).toContain('Ada of the window')
    const rows = scene.audit.events.filter(({ capabilityId }) => capabilityId === 'system.service.input')
    expect(rows).toMatchObject([{ response: { ended: 'accepted' } }])
    expect(JSON.stringify(rows)).not.toContain('Ada of')
  })

  it('is declined by the person, and by a stop', async () => {
    await start(true)
    const first = await asked('trigger.elicitation.request')
    scene.gateway.inputs.answer(first.request.id, { action: 'decline' })
    expect(textOf(await first.report)).toContain('declined')
    const second = await asked('trigger.elicitation.request')
    scene.gateway.panic.turnOn('a test')
    expect((await second.report).outcome.kind).not.toBe('done')
    expect(scene.gateway.inputs.open()).toEqual([])
  })

  it('is declined at once without a person, so that the service continues', async () => {
    await start(false)
    expect(textOf(await scene.call('ext.any.trigger.elicitation.request'))).toContain('declined')
  })
})

it('a request of a service for the model is refused with a reason while the owner has not allowed it', async () => {
  await start(true)
  const report = await scene.call('ext.any.trigger.sampling.request', { prompt: 'Say hello.' })
  expect(textOf(report)).toContain('has not allowed this service to use the AI model')
})
