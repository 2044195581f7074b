/** `prepare_event`: a plan for an event, agreed step by step. */
import { literalText, modelText } from '../../../policy/text/model-text.js'
import { onServer, type PromptTemplate, promptRules, server } from './prompt.js'

export const prepareEvent: PromptTemplate = {
  name: 'prepare_event',
  title: 'Prepare an event',
  description: 'A plan for an event on the server: time, weather, rules, announcements, and how to undo it.',
  arguments: [
    { name: 'event', title: 'Event', description: 'The event, for example "a boat race at noon".', required: true },
    { name: 'dimension', title: 'World', description: 'Name of the world.', completes: 'dimension' },
    { name: 'startsAt', title: 'Starts at', description: 'For example "today at noon".' },
    server,
  ],
  text: (
    given,
  ) => modelText`Help me prepare an event${onServer(given.server)}: ${given.event ?? literalText('')}.${given.dimension ? modelText` It takes place in the world ${given.dimension}.` : literalText('')}${given.startsAt ? modelText` It starts: ${given.startsAt}.` : literalText('')}

1. Read first: list_servers, player_list, and for the world world_time_get, world_weather_get and the game rules that matter here.
2. Propose a plan: what to set (time, weather, rules) and when, what to say in chat with chat_broadcast and when, and how to restore every change afterwards, with its current value.
3. Wait until I agree. Then do one step at a time. A person approves actions of high risk. If one is denied, do not try it in another way: ask me.

Propose a backup with system_backup first if players could lose something they built. ${promptRules}`,
}
