/** `who_griefed_here`: who broke or placed what around a place. */
import { modelText, ownWords } from '../../../policy/model-text.js'
import { manners, onServer, type PromptTemplate, server } from './prompt.js'

export const whoGriefedHere: PromptTemplate = {
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
    { name: 'radius', title: 'Radius', description: 'Blocks around the place; 16 when left out.' },
    { name: 'since', title: 'Since', description: 'ISO 8601; as far as is known when left out.' },
    server,
  ],
  text: (
    given,
  ) => modelText`Something was damaged${onServer(given.server)} at ${given.place ?? ownWords('')}. Find out who may have done it.

1. Use get_recent_events for "world.block.broken" and then for "world.block.placed"${given.since ? modelText` since ${given.since}` : ownWords('')}, and keep what happened within ${given.radius ?? ownWords('16')} blocks of the place, in the same world.
2. Look at single blocks with world_block_get where it helps to see what is gone.
3. Tell for each player what they broke and placed there, when, and in how many blocks. Fire, creepers and water leave no event: say so where it fits what you see. Somebody who mends looks like somebody who builds.

Accuse nobody: say what is known, what is likely and what is open. Only the last events are kept: say from when on you can know anything. Do not ban, kick or mute anybody and do not repair anything; propose it, and wait for my answer. ${manners}`,
}
