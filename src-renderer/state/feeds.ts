/** Feeds: the state that main pushes: open questions, calls, clients, access requests, the stop, and the servers. */

import { noDiscord } from '@shared/approvals/discord.js'
import { noGameApproval } from '@shared/approvals/game-approval.js'
import { bridge, normalRights } from '@shared/clients/client.js'
import { defaultRemote } from '@shared/remote/door-state.js'
import { defaultBedrock } from '@shared/servers/bedrock.js'
import { noVotes } from '@shared/streaming/votes.js'
import { pushedFeed } from './feed.js'

export { serverStates, servers, useStableServers } from './servers.js'

export const approvals = pushedFeed('approvals:list', 'approvals:changed', [])

export const calls = pushedFeed('calls:list', 'calls:changed', [])

/** Builds that run, wait or have ended lately. */
export const builds = pushedFeed('builds:list', 'builds:changed', [])

export const clients = pushedFeed('clients:list', 'clients:changed', {
  clients: [],
  bridge: { ...bridge, ...normalRights },
})

/** Programs that are connected, or were since the start. */
export const connectedClients = pushedFeed('connect:clients', 'connect:clients-changed', [])

/** Approvers on phones, and whether phones can reach this computer. */
export const people = pushedFeed('people:list', 'people:changed', {
  lan: { kind: 'off' },
  networks: [],
  people: [],
  pairing: null,
})

/** Whether people on other computers can connect. */
export const remoteAccess = pushedFeed('remote:state', 'remote:changed', {
  settings: defaultRemote,
  door: { kind: 'off' },
  invitation: null,
})

/** Errors of the settings file. */
export const settingsProblem = pushedFeed('settings:problem', 'settings:problem-changed', null)

/** Input requests of services. */
export const inputs = pushedFeed('inputs:list', 'inputs:changed', [])

export const consents = pushedFeed('consents:list', 'consents:changed', [])

/** Programs without a key of their own: which may call, and which ask. */
export const keyless = pushedFeed('keyless:state', 'keyless:changed', { others: 'ask', programs: [], isPaused: false })

/** Programs that are paused after several denials. */
export const askingPauses = pushedFeed('asking:pauses', 'asking:changed', [])

export const panic = pushedFeed('panic:state', 'panic:changed', { on: false, keys: { accelerator: '', works: true } })

/** The vote of viewers, and whether they can be asked. */
export const votes = pushedFeed('votes:state', 'votes:changed', noVotes)

/** Endpoints of voice devices. */
export const xiaozhi = pushedFeed('xiaozhi:state', 'xiaozhi:changed', [])

/** Viewers of the stream: where their chat is read, and what they suggest. */
export const audience = pushedFeed('audience:state', 'audience:changed', {
  sources: [],
  twitch: { kind: 'signed-out' },
  suggestions: [],
})
/** The AI VTuber; null until it was added. */
export const neuro = pushedFeed('neuro:state', 'neuro:changed', null)

/** Conversations of players with the AI. */
export const chat = pushedFeed('chat:state', 'chat:changed', {
  enabled: false,
  name: 'ai',
  isModelChosen: false,
  smallContext: null,
  costToday: 0,
  dailyLimit: 0,
  total: 0,
  conversations: [],
  open: null,
})

/** The owner's own player, who answers requests in the game. */
export const gameApproval = pushedFeed('game-approval:state', 'game-approval:changed', noGameApproval)

/** The owner's bot on Discord. */
export const discord = pushedFeed('discord:state', 'discord:changed', noDiscord)

/** Other MCP servers behind Gatehouse. */
export const services = pushedFeed('services:list', 'services:changed', {
  services: [],
  problems: [],
  file: '',
  named: false,
})

/** State of the page for a streamer's scene. */
export const overlay = pushedFeed('overlay:state', 'overlay:changed', { kind: 'off' })

/** The OBS of a streamer. */
export const obs = pushedFeed('obs:state', 'obs:changed', { connection: { kind: 'off' }, hasPassword: false })

/** Where traces, metrics and the log are sent. */
export const telemetry = pushedFeed('telemetry:state', 'telemetry:changed', { kind: 'off' })

/** The door of a Stream Deck. */
export const deck = pushedFeed('deck:state', 'deck:changed', { kind: 'off' })

/** Where Bedrock games connect, and which wait for acceptance. */
export const bedrock = pushedFeed('bedrock:setup', 'bedrock:changed', {
  listener: { kind: 'off' },
  waiting: [],
  settings: defaultBedrock,
  addresses: [],
})

/** Set-ups of Java servers that wait for a restart, or have just ended. */
export const javaSetups = pushedFeed('java:setups', 'java:setups-changed', [])

/** How the last run of the program ended, until a person dismisses it. */
export const crash = pushedFeed('crash:state', 'crash:changed', { last: null, safeMode: false })

/** Newer versions of the program. */
export const updates = pushedFeed('updates:state', 'updates:changed', { kind: 'idle' })

/** Properties of the system: keys, and whether the program starts at login. */
export const desktop = pushedFeed('desktop:state', 'desktop:changed', {
  questionKeys: { accelerator: '', works: true },
  startsAtLogin: null,
  log: '',
  documents: '',
})
