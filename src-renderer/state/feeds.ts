/** Feeds: the state that main pushes: open questions, calls, clients, access requests, the stop, and the servers. */

import type { CallInFlight } from '@contract/call.js'
import type { OpenApproval } from '@shared/approvals/approval.js'
import type { AskingPause } from '@shared/approvals/asking-pause.js'
import { type DiscordView, noDiscord } from '@shared/approvals/discord.js'
import { type GameApproval, noGameApproval } from '@shared/approvals/game-approval.js'
import type { OpenInputRequest } from '@shared/approvals/input-request.js'
import type { PanicState } from '@shared/approvals/panic.js'
import type { BuildState } from '@shared/build/build-state.js'
import { bridge, type KnownClients, normalRights } from '@shared/clients/client.js'
import type { ConnectedClient } from '@shared/clients/connection.js'
import type { OpenConsent } from '@shared/clients/consent.js'
import type { KeylessView } from '@shared/clients/keyless.js'
import type { PeopleView } from '@shared/clients/people.js'
import type { ChatPage } from '@shared/features/chat.js'
import type { NeuroState } from '@shared/features/neuro.js'
import type { OverlayState } from '@shared/features/overlay.js'
import type { XiaozhiState } from '@shared/features/xiaozhi.js'
import type { SettingsProblem } from '@shared/program/settings.js'
import type { TelemetryState } from '@shared/program/telemetry.js'
import { defaultRemote, type RemoteView } from '@shared/remote/door-state.js'
import { type BedrockSetup, defaultBedrock } from '@shared/servers/bedrock.js'
import type { SetupState } from '@shared/servers/java-server.js'
import type { ServicesView } from '@shared/servers/service.js'
import type { AudienceState } from '@shared/streaming/audience.js'
import type { DeckState } from '@shared/streaming/deck.js'
import type { ObsState } from '@shared/streaming/obs.js'
import { noVotes, type VotesState } from '@shared/streaming/votes.js'
import type { PanicKeys } from '../../src-main/owner/table/shapes.js'
import { request, subscribe } from '../bridge.js'
import { createFeed } from './feed.js'

export { serverStates, servers, useStableServers } from './servers.js'

export const approvals = createFeed<readonly OpenApproval[]>([], {
  subscribe: (listener) => subscribe('approvals:changed', listener),
  fetch: () => request('approvals:list'),
})

export const calls = createFeed<readonly CallInFlight[]>([], {
  subscribe: (listener) => subscribe('calls:changed', listener),
  fetch: () => request('calls:list'),
})

/** Builds that run, wait or have ended lately. */
export const builds = createFeed<readonly BuildState[]>([], {
  subscribe: (listener) => subscribe('builds:changed', listener),
  fetch: () => request('builds:list'),
})

const nobodyYet: KnownClients = { clients: [], bridge: { ...bridge, ...normalRights } }

export const clients = createFeed<KnownClients>(nobodyYet, {
  subscribe: (listener) => subscribe('clients:changed', listener),
  fetch: () => request('clients:list'),
})

/** Programs that are connected, or were since the start. */
export const connectedClients = createFeed<readonly ConnectedClient[]>([], {
  subscribe: (listener) => subscribe('connect:clients-changed', listener),
  fetch: () => request('connect:clients'),
})

const nobodyElse: PeopleView = { lan: { kind: 'off' }, networks: [], people: [], pairing: null }

const noRemoteAccess: RemoteView = { settings: defaultRemote, door: { kind: 'off' }, invitation: null }

/** Approvers on phones, and whether phones can reach this computer. */
export const people = createFeed<PeopleView>(nobodyElse, {
  subscribe: (listener) => subscribe('people:changed', listener),
  fetch: () => request('people:list'),
})

/** Whether people on other computers can connect. */
export const remoteAccess = createFeed<RemoteView>(noRemoteAccess, {
  subscribe: (listener) => subscribe('remote:changed', listener),
  fetch: () => request('remote:state'),
})

/** Errors of the settings file. */
export const settingsProblem = createFeed<SettingsProblem | null>(null, {
  subscribe: (listener) => subscribe('settings:problem-changed', listener),
  fetch: () => request('settings:problem'),
})

/** Input requests of services. */
export const inputs = createFeed<readonly OpenInputRequest[]>([], {
  subscribe: (listener) => subscribe('inputs:changed', listener),
  fetch: () => request('inputs:list'),
})

export const consents = createFeed<readonly OpenConsent[]>([], {
  subscribe: (listener) => subscribe('consents:changed', listener),
  fetch: () => request('consents:list'),
})

/** Programs without a key of their own: which may call, and which ask. */
export const keyless = createFeed<KeylessView>(
  { others: 'ask', programs: [], isPaused: false },
  {
    subscribe: (listener) => subscribe('keyless:changed', listener),
    fetch: () => request('keyless:state'),
  },
)

/** Programs that are paused after several denials. */
export const askingPauses = createFeed<readonly AskingPause[]>([], {
  subscribe: (listener) => subscribe('asking:changed', listener),
  fetch: () => request('asking:pauses'),
})

export const panic = createFeed<PanicState & { readonly keys: PanicKeys }>(
  { on: false, keys: { accelerator: '', works: true } },
  {
    subscribe: (listener) => subscribe('panic:changed', listener),
    fetch: () => request('panic:state'),
  },
)

/** The vote of viewers, and whether they can be asked. */
export const votes = createFeed<VotesState>(noVotes, {
  subscribe: (listener) => subscribe('votes:changed', listener),
  fetch: () => request('votes:state'),
})

/** Endpoints of voice devices. */
export const xiaozhi = createFeed<readonly XiaozhiState[]>([], {
  subscribe: (listener) => subscribe('xiaozhi:changed', listener),
  fetch: () => request('xiaozhi:state'),
})

/** Viewers of the stream: where their chat is read, and what they suggest. */
export const audience = createFeed<AudienceState>(
  { sources: [], twitch: { kind: 'signed-out' }, suggestions: [] },
  {
    subscribe: (listener) => subscribe('audience:changed', listener),
    fetch: () => request('audience:state'),
  },
)
/** The AI VTuber; null until it was added. */
export const neuro = createFeed<NeuroState | null>(null, {
  subscribe: (listener) => subscribe('neuro:changed', listener),
  fetch: () => request('neuro:state'),
})

/** Conversations of players with the AI. */
export const chat = createFeed<ChatPage>(
  {
    enabled: false,
    name: 'ai',
    isModelChosen: false,
    smallContext: null,
    costToday: 0,
    dailyLimit: 0,
    total: 0,
    conversations: [],
    open: null,
  },
  {
    subscribe: (listener) => subscribe('chat:changed', listener),
    fetch: () => request('chat:state'),
  },
)

/** The owner's own player, who answers requests in the game. */
export const gameApproval = createFeed<GameApproval>(noGameApproval, {
  subscribe: (listener) => subscribe('game-approval:changed', listener),
  fetch: () => request('game-approval:state'),
})

/** The owner's bot on Discord. */
export const discord = createFeed<DiscordView>(noDiscord, {
  subscribe: (listener) => subscribe('discord:changed', listener),
  fetch: () => request('discord:state'),
})

/** Other MCP servers behind Gatehouse. */
export const services = createFeed<ServicesView>(
  { services: [], problems: [], file: '', named: false },
  {
    subscribe: (listener) => subscribe('services:changed', listener),
    fetch: () => request('services:list'),
  },
)

/** State of the page for a streamer's scene. */
export const overlay = createFeed<OverlayState>(
  { kind: 'off' },
  {
    subscribe: (listener) => subscribe('overlay:changed', listener),
    fetch: () => request('overlay:state'),
  },
)

/** The OBS of a streamer. */
export const obs = createFeed<ObsState>(
  { connection: { kind: 'off' }, hasPassword: false },
  {
    subscribe: (listener) => subscribe('obs:changed', listener),
    fetch: () => request('obs:state'),
  },
)

/** Where traces, metrics and the log are sent. */
export const telemetry = createFeed<TelemetryState>(
  { kind: 'off' },
  {
    subscribe: (listener) => subscribe('telemetry:changed', listener),
    fetch: () => request('telemetry:state'),
  },
)

/** The door of a Stream Deck. */
export const deck = createFeed<DeckState>(
  { kind: 'off' },
  {
    subscribe: (listener) => subscribe('deck:changed', listener),
    fetch: () => request('deck:state'),
  },
)

/** Where Bedrock games connect, and which wait for acceptance. */
export const bedrock = createFeed<BedrockSetup>(
  { listener: { kind: 'off' }, waiting: [], settings: defaultBedrock, addresses: [] },
  {
    subscribe: (listener) => subscribe('bedrock:changed', listener),
    fetch: () => request('bedrock:setup'),
  },
)

/** Set-ups of Java servers that wait for a restart, or have just ended. */
export const javaSetups = createFeed<readonly SetupState[]>([], {
  subscribe: (listener) => subscribe('java:setups-changed', listener),
  fetch: () => request('java:setups'),
})
