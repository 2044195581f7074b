/** Real AI clients against the built program, with a scripted model. `npm run test:clients` installs and runs them. */
import { afterAll, describe, it } from 'vitest'
import { clientPackages, isClientInstalled } from '../../scripts/client-programs.mjs'
import { CleanUp } from '../fixtures/programs.js'
import { clients } from './all-clients.js'
import { stepIds, steps } from './steps.js'
import { type Conversation, conversations, story } from './story.js'

const chosen = (process.env.GATEHOUSE_TEST_CLIENTS ?? '').split(',')

const packages = clientPackages()

describe.concurrent.each(clients.filter(({ id }) => chosen.includes(id)))('$id', (client) => {
  const cleanUp = new CleanUp()
  afterAll(() => cleanUp.run())
  /** Each is held once, with the first step that needs it. */
  const held = new Map<string, Promise<Conversation>>()
  const hold = (of: keyof typeof conversations) => {
    const conversation = held.get(of) ?? conversations[of](client, cleanUp)
    held.set(of, conversation)
    return conversation
  }
  for (const step of stepIds) {
    const why = packages[client.id]?.cannot?.[step]
    const name = `${steps[step].title}${why === undefined ? '' : ` (it cannot: ${why})`}`
    it.skipIf(!isClientInstalled(client.id) || why !== undefined)(name, async () => {
      const { of, check } = story[step]
      await check(await hold(of), client, cleanUp)
    })
  }
})
