/** Real AI clients against the built program, with a scripted model. `npm run test:clients` installs and runs them. */
import { afterAll, describe, it } from 'vitest'
import { clientPackages, isClientInstalled } from '../../scripts/client-programs.mjs'
import { CleanUp } from '../fixtures/programs.js'
import { clients } from './all-clients.js'
import { observationOf, UnexpectedBehaviour } from './observation.js'
import { type StepId, stepIds, steps } from './steps.js'
import { playFor, story } from './story.js'

const chosen = (process.env.GATEHOUSE_TEST_CLIENTS ?? '').split(',')

const packages = clientPackages()

describe.concurrent.each(clients.filter(({ id }) => chosen.includes(id)))('$id', (client) => {
  const cleanUp = new CleanUp()
  afterAll(() => cleanUp.run())
  const cannot = packages[client.id]?.cannot ?? {}
  const groupOf = (step: StepId) => stepIds.filter((one) => story[one].apart === story[step].apart)
  /** A step that it is known not to manage has a conversation of its own, which begins with the first calls of its group. */
  const idsFor = (step: StepId): readonly StepId[] => {
    const group = groupOf(step)
    if (cannot[step] === undefined) return group.filter((one) => cannot[one] === undefined)
    const [first = step] = group.filter((one) => story[one].calls)
    return first === step || cannot[first] !== undefined ? [first] : [first, step]
  }
  /** Held once, with the first step that needs it. */
  const held = new Map<string, ReturnType<typeof playFor>>()
  const conversationOf = (step: StepId) => {
    const ids = idsFor(step)
    const conversation = held.get(ids.join()) ?? playFor(client, ids, cleanUp)
    held.set(ids.join(), conversation)
    return conversation
  }

  for (const step of stepIds) {
    it.skipIf(!isClientInstalled(client.id))(steps[step].title, async ({ task }) => {
      try {
        const { scene, offered, results } = await conversationOf(step)
        await story[step].check({ scene, offered, results: results.get(step) ?? [] }, cleanUp)
      } catch (error) {
        Object.assign(task.meta, { observed: observationOf(error) })
        if (cannot[step] !== undefined && error instanceof UnexpectedBehaviour) return
        throw error
      }
      if (cannot[step] !== undefined) throw new Error(`It can: remove "${step}" from its "cannot" in packages.json.`)
    })
  }
})
