/** Real AI clients against the built program, with a scripted model. `npm run test:clients` installs and runs them. */
import { describe, it } from 'vitest'
import { isClientInstalled } from '../../scripts/client-programs.mjs'
import { CleanUp } from '../fixtures/programs.js'
import { clients } from './all-clients.js'
import { stepIds, steps } from './steps.js'
import { story } from './story.js'

const chosen = (process.env.GATEHOUSE_TEST_CLIENTS ?? '').split(',')

describe.each(clients.filter(({ id }) => chosen.includes(id)))('$name', (client) => {
  const isThere = isClientInstalled(client.id)
  for (const step of stepIds) {
    const why = client.cannot?.[step]
    it.skipIf(!isThere || why !== undefined).concurrent(`${steps[step]}${why ? ` (cannot: ${why})` : ''}`, async () => {
      const cleanUp = new CleanUp()
      try {
        await story[step](client, cleanUp)
      } finally {
        await cleanUp.run()
      }
    })
  }
})
