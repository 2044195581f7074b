/** The program without a window, as an AI VTuber meets it: the owner decides on stdin. */
import { afterEach, describe, expect, it } from 'vitest'
import { Program, temporaryProfile } from '../../fakes/headless-program.js'
import { VtuberModel } from '../../fakes/neuro/vtuber-model.js'
import { headlessProgram } from '../../fixtures/programs.js'

let ai: VtuberModel
let program: Program

afterEach(async () => {
  program.process.kill('SIGTERM')
  await program.ended()
  await ai.close()
  expect(ai.faults).toEqual([])
})

describe('the headless program and an AI VTuber', () => {
  it('waits for its program, plays, asks its owner, and keeps its client at the next start', async () => {
    const closed = await VtuberModel.open()
    const { port } = closed
    await closed.close()
    const profile = await temporaryProfile()
    const args = ['--profile', profile, '--simulator', '--control', 'stdin', '--neuro', `ws://127.0.0.1:${port}`]
    program = new Program(headlessProgram(), args)
    const { client } = await program.next('neuro', ({ state }) => state === 'retrying')
    ai = await VtuberModel.open({ port })
    await ai.when(() => ai.actions.has('world_time_set'))
    const result = await ai.act('world_time_set', { worldName: 'world', time: 13_000 })
    expect(result).toMatchObject({ success: true, message: 'A person decides. I will tell you.' })
    const { id, caller } = await program.next('approval')
    expect(caller).toBe('AI VTuber')
    program.send({ approve: id })
    await ai.when(() => ai.contexts.some(({ message }) => message.includes('is now 13000')))
    program.process.kill('SIGTERM')
    await program.ended()
    expect(ai.closeCodes).toEqual([1000])
    program = new Program(headlessProgram(), args)
    const again = await program.next('neuro', ({ state }) => state === 'connected')
    expect(again.client).toBe(client)
  })
})
