/** `daily_report`: how a server does, for an owner who was away. */
import { modelText, ownWords } from '../../../policy/model-text.js'
import { manners, onServer, type PromptTemplate, server } from './prompt.js'

export const dailyReport: PromptTemplate = {
  name: 'daily_report',
  title: 'Daily report',
  description: 'How the server does, who was there and what happened, on one page.',
  arguments: [
    server,
    { name: 'since', title: 'Since', description: 'ISO 8601, for example 2026-11-22T00:00:00Z; today when left out.' },
  ],
  text: (
    given,
  ) => modelText`Write a report for the owner about what happened${onServer(given.server)} since ${given.since ?? ownWords('the beginning of today')}.

1. Use list_servers for its state, world_tps_get for its speed (20 ticks a second is full speed) and player_list for who is online.
2. Use get_recent_events for what happened in that time. Only the last events are kept: say from when on your report can know anything.
3. Write: one sentence on how the server does; who came for the first time; what is worth knowing (deaths by other players, trouble in chat, times when it was slow); and what the owner should look at, if anything.

Keep it under 200 words. Change nothing. ${manners}`,
}
