/** `daily_report`: a summary of a server for its owner. */
import { literalText, modelText } from '../../../policy/text/model-text.js'
import { onServer, type PromptTemplate, promptRules, server } from './prompt.js'

export const dailyReport: PromptTemplate = {
  name: 'daily_report',
  title: 'Daily report',
  description: 'State of the server, players and events, on one page.',
  arguments: [
    server,
    { name: 'since', title: 'Since', description: 'ISO 8601, for example 2026-11-22T00:00:00Z. Default: today.' },
  ],
  text: (
    given,
  ) => modelText`Write a report for the owner about what happened${onServer(given.server)} since ${given.since ?? literalText('the beginning of today')}.

1. Use list_servers for its state, world_tps_get for its speed (20 ticks a second is full speed) and player_list for who is online.
2. Use get_recent_events for the events in that time. Only the last events are kept: say where your information begins.
3. Write: one sentence about the state of the server; new players; important events (deaths by other players, trouble in chat, times when it was slow); and what the owner should check, if anything.

Keep it under 200 words. Change nothing. ${promptRules}`,
}
