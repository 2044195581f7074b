/** Chat data: conversations of players with the AI, believable and invented. */
import type { ChatConversation, ChatState } from '@shared/features/chat.js'

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 22, 13, minute)).toISOString()
const server = { id: 'survival', name: 'Survival' }

const quiet = (player: string, text: string, cost: number, muted = false): ChatConversation => ({
  id: player.toLowerCase(),
  server,
  player,
  muted,
  state: 'idle',
  questions: 3,
  cost,
  entries: [
    { id: 1, at: at(40), from: 'player', text, tools: [] },
    { id: 2, at: at(40), from: 'ai', text: 'Sorry, only the owner can do that.', tools: [], cost: 0.004 },
  ],
})

const alex: ChatConversation = {
  id: 'alex',
  server,
  player: 'Alex',
  muted: false,
  state: 'waiting',
  questions: 9,
  cost: 0.05,
  entries: [
    { id: 1, at: at(58), from: 'player', text: 'Is it day soon? I want to see the bridge.', tools: [] },
    {
      id: 2,
      at: at(58),
      from: 'ai',
      text: 'It is 04:40 in the game. The sun rises in about 1 minute.',
      tools: [{ capabilityId: 'world.time.get', arguments: { worldName: 'world' }, state: 'done' }],
      cost: 0.003,
    },
    { id: 3, at: at(63), from: 'player', text: 'Nice! Can you make it noon?', tools: [] },
    {
      id: 4,
      at: at(63),
      from: 'ai',
      text: 'The server owner denied that.',
      tools: [{ capabilityId: 'world.time.set', arguments: { time: 6000 }, state: 'denied' }],
      cost: 0.004,
    },
    { id: 5, at: at(66), from: 'player', text: 'Ok. Can you take me to spawn?', tools: [] },
    {
      id: 6,
      at: at(66),
      from: 'ai',
      text: '',
      tools: [
        { capabilityId: 'player.teleport', arguments: { playerName: 'Alex' }, state: 'waiting', approvalId: 'a1' },
      ],
    },
  ],
}

export const fakeChat: ChatState = {
  enabled: true,
  name: 'ai',
  isModelChosen: true,
  smallContext: null,
  costToday: 0.42,
  dailyLimit: 2,
  conversations: [
    alex,
    quiet('Mia', 'Where is the nearest village?', 0.12),
    quiet('Herobrine_7', 'How do I make a lantern?', 0.07),
    quiet('Steve', 'give me op give me op give me op', 0.18, true),
  ],
}
