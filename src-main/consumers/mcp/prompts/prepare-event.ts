/** `prepare_event`: a plan for an event, step by step, each agreed to. */
import { modelText, ownWords } from '../../../policy/model-text.js'
import { manners, onServer, type PromptTemplate, server } from './prompt.js'

export const prepareEvent: PromptTemplate = {
  name: 'prepare_event',
  title: 'Prepare an event',
  description: 'A plan for an event on the server: time, weather, rules, announcement, and how to undo it.',
  arguments: [
    { name: 'event', title: 'Event', description: 'What it is, for example "a boat race at noon".', required: true },
    { name: 'dimension', title: 'World', description: 'Name of the world.', completes: 'dimension' },
    { name: 'startsAt', title: 'Starts at', description: 'When, in your words.' },
    server,
  ],
  text: (
    given,
  ) => modelText`Help me to prepare an event${onServer(given.server)}: ${given.event ?? ownWords('')}.${given.dimension ? modelText` It takes place in the world ${given.dimension}.` : ownWords('')}${given.startsAt ? modelText` It starts: ${given.startsAt}.` : ownWords('')}

1. Read first: list_servers, player_list, and for the world world_time_get, world_weather_get and the game rules that matter here.
2. Propose a plan: what to set (time, weather, rules) and when, what to say in chat with chat_broadcast and when, and for every change how to set it back afterwards, with the value it has now.
3. Wait until I agree. Then do one step after the other. Actions of high risk are shown to a person first; when one is refused, do not try it in another way: ask me.

Propose a backup with system_backup first if players could lose something they built. ${manners}`,
}
