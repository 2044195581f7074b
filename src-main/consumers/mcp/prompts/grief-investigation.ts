/** `who_griefed_here`: who broke or placed blocks around a position. */
import { literalText, modelText } from '../../../policy/text/model-text.js'
import { onServer, type PromptTemplate, promptRules, server } from './prompt.js'

export const griefInvestigation: PromptTemplate = {
  name: 'who_griefed_here',
  title: 'Who griefed here?',
  description: 'Who broke or placed blocks around a place, and how sure that is.',
  arguments: [
    {
      name: 'place',
      title: 'Place',
      description: 'World and position, for example "world 120 64 -340".',
      required: true,
    },
    { name: 'radius', title: 'Radius', description: 'Blocks around the place. Default: 16.' },
    { name: 'since', title: 'Since', description: 'ISO 8601. Default: all known events.' },
    server,
  ],
  text: (
    given,
  ) => modelText`Something was damaged${onServer(given.server)} at ${given.place ?? literalText('')}. Find out who may have done it.

1. Use get_recent_events for "world.block.broken" and then for "world.block.placed"${given.since ? modelText` since ${given.since}` : literalText('')}, and keep those within ${given.radius ?? literalText('16')} blocks of the place, in the same world.
2. Read single blocks with world_block_get if that helps to see what is missing.
3. List for each player what they broke and placed there, when, and how many blocks. Fire, creepers and water cause no events: say so if it fits. Repairing looks like building.

Accuse nobody: say what is known, what is likely and what is open. Only the last events are kept: say where your information begins. Do not ban, kick or mute anybody and do not repair anything. Propose it, and wait for my answer. ${promptRules}`,
}
