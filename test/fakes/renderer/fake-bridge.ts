/**
 * Fake bridge: simulates main inside the page, with its own servers, questions and settings.
 *
 * It behaves like the real one: lists are pushed whole, live entries only when new, and a decision removes its question.
 */

import type { CallInFlight } from '@contract/call.js'
import type { OpenApproval } from '@shared/approvals/approval.js'
import type { AskingPause } from '@shared/approvals/asking-pause.js'
import type { Attempt, AttemptReport } from '@shared/approvals/attempt.js'
import { type GameApproval, noGameApproval } from '@shared/approvals/game-approval.js'
import type { OpenInputRequest } from '@shared/approvals/input-request.js'
import type { PanicState } from '@shared/approvals/panic.js'
import type { Rule } from '@shared/approvals/rule.js'
import { type BridgeClient, bridge, type Client, type KnownClients, normalRights } from '@shared/clients/client.js'
import type { OpenConsent } from '@shared/clients/consent.js'
import type { PairingView, PeopleView } from '@shared/clients/people.js'
import type { ChatState, ChatViewed } from '@shared/features/chat.js'
import type { OverlayState } from '@shared/features/overlay.js'
import type { XiaozhiState } from '@shared/features/xiaozhi.js'
import type { CrashState } from '@shared/program/crash-state.js'
import { defaultSettings, type Settings, type SettingsProblem } from '@shared/program/settings.js'
import type { UpdateState } from '@shared/program/update.js'
import type { BackupsView } from '@shared/servers/java-server.js'
import type { Rejection, SeenCapability } from '@shared/servers/quarantine.js'
import type { Server } from '@shared/servers/server.js'
import type { ConnectionEvent, ServerTrialResult } from '@shared/servers/server-care.js'
import type { ServicesView } from '@shared/servers/service.js'
import type { ImportSource } from '@shared/servers/service-import.js'
import type { AuditRow, AuditState } from '@shared/trail/audit.js'
import { type CallTrace, type EventReader, hourMinutes, type LastHour, type LiveEntry } from '@shared/trail/live.js'
import type { UndoEntry, UndoPreview } from '@shared/trail/undo.js'
import {
  canRequest,
  type GatehouseApi,
  type PageName,
  type Payload,
  type PushChannel,
  type Pushed,
  type RequestChannel,
  type Returned,
  receivesPush,
} from '../../../src-main/ipc/channels.js'
import { pageOf } from '../../../src-main/ipc/chat-view.js'
import type { AppInfo, DesktopState, Result } from '../../../src-main/ipc/shapes.js'
import { exampleAttempt, exampleTrial, pastOf } from './capability-data.js'
import { fakeChat } from './chat-data.js'
import { type Connecting, connecting, exampleGuide, examplePreview } from './connect-data.js'
import { backupsOf } from './fake-backups.js'
import { bedrockOf } from './fake-bedrock.js'
import { javaOf } from './fake-java.js'
import { careOf, goodTrial } from './fake-server-care.js'
import { FakeServers } from './fake-servers.js'
import { noServices, servicesOf } from './fake-services.js'
import { xiaozhiOf } from './fake-xiaozhi.js'

export interface FakeShell {
  firstRun: boolean
  /** History by id of the server; what the trial of a connection comes to. */
  moments: Readonly<Record<string, readonly ConnectionEvent[]>>
  trial: ServerTrialResult

  settings: Settings
  settingsProblem: SettingsProblem | null
  servers: readonly Server[]
  approvals: readonly OpenApproval[]
  calls: readonly CallInFlight[]
  live: readonly LiveEntry[]
  /** Id of the request → its way. */
  ways: Readonly<Record<string, CallTrace>>
  /** Id of the entry → who received it. */
  readings: Readonly<Record<string, readonly EventReader[]>>
  backups: BackupsView | null
  services: ServicesView
  importSources: readonly ImportSource[]
  lastHour: (servers: readonly string[] | undefined) => LastHour
  clients: readonly Client[]
  bridge: BridgeClient
  consents: readonly OpenConsent[]
  inputs: readonly OpenInputRequest[]
  panic: PanicState
  askingPauses: readonly AskingPause[]
  desktop: DesktopState
  canHideFromCapture: boolean
  chat: ChatState
  xiaozhi: readonly XiaozhiState[]
  gameApproval: GameApproval
  overlay: OverlayState
  /** The unredacted request, shown while a button is held down. */
  unredacted: readonly OpenApproval[]
  people: PeopleView
  rules: readonly Rule[]
  rulesDamaged: boolean
  trail: readonly AuditRow[]
  trailState: AuditState
  undos: readonly UndoEntry[]
  preview: UndoPreview | undefined
  attempt: (attempt: Attempt) => AttemptReport
  connecting: Connecting
  portTaken: number | undefined
  crash: CrashState
  updates: UpdateState
  /** Channels that fail, with their errors. */
  failing: Partial<Record<RequestChannel, Extract<Result<never>, { ok: false }>>>
}

export interface FakeBridge extends GatehouseApi {
  readonly shell: FakeShell
  /** Every request, in order. */
  readonly asked: { readonly channel: RequestChannel; readonly payload: unknown }[]
  push<C extends PushChannel>(channel: C, message: Pushed<C>): void
}

const quietHour = (): LastHour => ({
  until: new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString(),
  minutes: Array.from({ length: hourMinutes }, () => ({ calls: 0, refused: 0, events: 0 })),
  unknown: 0,
})

const keys = { accelerator: defaultSettings.panicShortcut, works: true }

const done = { ok: true, value: null } as const

const emptyTrail: AuditState = {
  rows: 0,
  head: { sequence: 0, hash: '' },
  bytes: 0,
  verified: { until: 0, whole: true },
  signed: true,
}

const accepted = (server: Server, seen: ReadonlySet<string>): Server => {
  const { quarantined = [], capabilities } = server
  const taken = quarantined.filter(({ fingerprint }) => seen.has(fingerprint)).map(({ offered }) => offered)
  const untouched = capabilities.filter(({ id }) => !taken.some((offered) => offered.id === id))
  return {
    ...server,
    capabilities: [...untouched, ...taken],
    quarantined: quarantined.filter(({ fingerprint }) => !seen.has(fingerprint)),
  }
}

type Handlers = { [C in RequestChannel]: (payload: Payload<C>) => Result<Returned<C>> }

const noRule = { ok: false, error: { code: 'PROTOCOL.INVALID_REQUEST', message: 'There are no rules here.' } } as const
const nothingToUndo = {
  ok: false,
  error: { code: 'RISK.ROLLBACK_FAILED', message: 'No undo information is kept for this action.' },
} as const

/** Logged as an error, so that a screenshot fails when its page sends a request that is not for it. */
const complaint = (page: PageName, channel: string): Error => {
  console.error(`The ${page} has no channel ${channel}.`)
  return new Error('No such channel')
}

/** @param page what it is a bridge to; to any page when left out */
export const createFakeBridge = (part: Partial<FakeShell> = {}, page?: PageName): FakeBridge => {
  const shell: FakeShell = {
    firstRun: false,
    moments: {},
    trial: goodTrial,
    settings: defaultSettings,
    settingsProblem: null,
    chat: fakeChat,
    xiaozhi: [],
    gameApproval: noGameApproval,
    overlay: { kind: 'on', address: 'http://127.0.0.1:8798/overlay', hasKey: true, watching: 1 },
    unredacted: [],
    servers: [],
    approvals: [],
    calls: [],
    live: [],
    ways: {},
    readings: {},
    backups: null,
    services: noServices,
    importSources: [],
    lastHour: quietHour,
    clients: [],
    bridge: { ...bridge, ...normalRights },
    consents: [],
    inputs: [],
    panic: { on: false },
    askingPauses: [],
    desktop: {
      questionKeys: { accelerator: defaultSettings.questionShortcut, works: true },
      startsAtLogin: false,
      log: '/home/mia/.local/share/gatehouse/gatehouse.log',
      documents: '/opt/Gatehouse/resources/docs',
    },
    canHideFromCapture: true,
    people: { lan: { kind: 'off' }, people: [], pairing: null },
    rules: [],
    rulesDamaged: false,
    trail: [],
    trailState: emptyTrail,
    undos: [],
    preview: undefined,
    attempt: exampleAttempt,
    connecting,
    portTaken: undefined,
    crash: { last: null, safeMode: false },
    updates: { kind: 'idle' },
    failing: {},
    ...part,
  }
  const listeners = new Map<PushChannel, Set<(message: never) => void>>()
  const asked: FakeBridge['asked'] = []

  const push = <C extends PushChannel>(channel: C, message: Pushed<C>): void => {
    for (const listener of listeners.get(channel) ?? []) (listener as (sent: Pushed<C>) => void)(message)
  }
  const sent = new FakeServers(() => shell.servers)
  const pushServers = (): void => {
    push('servers:changed', sent.next())
    push('servers:states-changed', sent.states())
  }
  let removedRules = shell.rules
  const knownClients = (): KnownClients => ({ clients: shell.clients, bridge: shell.bridge })
  const now = () => new Date().toISOString()
  const pushPeople = (change: Partial<PeopleView>): void => {
    shell.people = { ...shell.people, ...change }
    push('people:changed', shell.people)
  }
  const changeGameApproval = (change: Partial<GameApproval>): Result<null> => {
    shell.gameApproval = { ...shell.gameApproval, ...change }
    push('game-approval:changed', shell.gameApproval)
    return { ok: true, value: null }
  }
  let viewed: ChatViewed = {}
  const pairing: PairingView = {
    id: 'pairing',
    link: 'https://192.168.1.5:8799/pair#hS3vQ1xq0uO2eWm0yP9kAw',
    code: '482913',
    endsAt: new Date(Date.now() + 120_000).toISOString(),
  }
  const language = (): AppInfo['language'] => (shell.settings.language === 'zh' ? 'zh' : 'en')

  const add = (server: Server): Result<Server> => {
    shell.servers = [...shell.servers, server]
    pushServers()
    return { ok: true, value: server }
  }

  const judge = (id: string, some: readonly SeenCapability[], rejected: Rejection | undefined): Result<null> => {
    const seen = new Set(some.map(({ fingerprint }) => fingerprint))
    shell.servers = shell.servers.map((server) => {
      if (server.id !== id) return server
      const quarantined = (server.quarantined ?? []).map(({ rejected: before, ...one }) => {
        const now = seen.has(one.fingerprint) ? rejected : before
        return { ...one, ...(now && { rejected: now }) }
      })
      return { ...server, quarantined }
    })
    pushServers()
    return done
  }

  const handlers: Handlers = {
    'app:info': () => ({
      ok: true,
      value: {
        version: '0.1.0',
        language: language(),
        firstRun: shell.firstRun,
        endpoint: 'http://127.0.0.1:51234/mcp',
        port: 51_234,
        ...(shell.portTaken !== undefined && { portTaken: shell.portTaken }),
        canHideFromCapture: shell.canHideFromCapture,
      },
    }),
    'live:page': ({ before = shell.live.length }) => {
      const from = Math.max(0, before - 1_000)
      return { ok: true, value: { from, entries: JSON.stringify(shell.live.slice(from, before)), oldest: 0 } }
    },
    'live:way': ({ requestId }) => ({ ok: true, value: shell.ways[requestId] ?? null }),
    'live:readers': ({ id }) => ({ ok: true, value: shell.readings[id] ?? [] }),
    'live:last-hour': ({ servers }) => ({ ok: true, value: shell.lastHour(servers) }),
    'calls:list': () => ({ ok: true, value: shell.calls }),
    'approvals:list': () => ({ ok: true, value: shell.approvals }),
    'approvals:decide': ({ id }) => {
      shell.approvals = shell.approvals.filter((question) => question.id !== id)
      shell.calls = shell.calls.filter((call) => call.approvalId !== id)
      push('approvals:changed', shell.approvals)
      push('calls:changed', shell.calls)
      return done
    },
    'approvals:decideMany': ({ ids }) => {
      shell.approvals = shell.approvals.filter(({ id }) => !ids.includes(id))
      push('approvals:changed', shell.approvals)
      return { ok: true, value: ids.map((id) => ({ id })) }
    },
    'updates:state': () => ({ ok: true, value: shell.updates }),
    'updates:check': () => done,
    'updates:restart': () => done,
    'updates:open-releases': () => done,
    'crash:state': () => ({ ok: true, value: shell.crash }),
    'crash:dismiss': () => {
      shell.crash = { ...shell.crash, last: null }
      return done
    },
    'crash:connect': () => {
      shell.crash = { ...shell.crash, safeMode: false }
      return done
    },
    'crash:copy-report': () => done,
    'crash:show-log': () => done,
    'crash:report': () => done,
    'approvals:hold': () => done,
    'approvals:release': () => done,
    'approvals:show': () => done,
    'rules:list': () => ({
      ok: true,
      value: { rules: shell.rules, damaged: shell.rulesDamaged },
    }),
    'rules:create': () => noRule,
    'rules:edit': () => noRule,
    'rules:restore': ({ id }) => {
      const rule = removedRules.find((one) => one.id === id)
      if (!rule) return noRule
      shell.rules = [rule, ...shell.rules]
      push('rules:changed', { count: shell.rules.length, damaged: shell.rulesDamaged })
      return { ok: true, value: rule }
    },
    'rules:remove': ({ id }) => {
      removedRules = shell.rules
      shell.rules = shell.rules.filter((rule) => rule.id !== id)
      push('rules:changed', { count: shell.rules.length, damaged: shell.rulesDamaged })
      return done
    },
    'servers:list': () => ({ ok: true, value: sent.whole() }),
    'servers:states': () => ({ ok: true, value: sent.states() }),
    'servers:add': ({ name, address }) =>
      add({ id: name, name, address, kind: 'agent', state: 'connecting', capabilities: [], refused: [] }),
    'servers:add-java': ({ name, host, port }) => {
      const address = `rcon://${host}:${port}`
      return add({ id: name, name, address, kind: 'java', state: 'connecting', capabilities: [], refused: [] })
    },
    'servers:add-demo': () =>
      add({ id: 'demo', name: 'Demo world', kind: 'simulator', state: 'online', capabilities: [], refused: [] }),
    'servers:accept': ({ id, capabilities }) => {
      const seen = new Set(capabilities.map(({ fingerprint }) => fingerprint))
      shell.servers = shell.servers.map((server) => (server.id === id ? accepted(server, seen) : server))
      pushServers()
      return done
    },
    'servers:reject': ({ id, capabilities }) => judge(id, capabilities, { at: now(), by: 'desktop' }),
    'servers:reconsider': ({ id, capabilities }) => judge(id, capabilities, undefined),
    'servers:agent-guide': () => ({ ok: true, value: { at: '/home/ada/gatehouse/src-main/agent-sdk/README.md' } }),
    'capabilities:past': ({ id }) => ({ ok: true, value: pastOf(id) }),
    'capabilities:attempt': (attempt) => ({ ok: true, value: shell.attempt(attempt) }),
    'capabilities:withdraw': () => done,
    'capabilities:copy-example': () => done,
    'capabilities:sandbox': ({ capabilityId, arguments: sent }) => ({
      ok: true,
      value: { ...exampleTrial, capabilityId, sent },
    }),
    'servers:remove': ({ id }) => {
      shell.servers = shell.servers.filter((server) => server.id !== id)
      pushServers()
      return done
    },
    'servers:trust-certificate': ({ id }) => {
      const trusted = shell.servers.find((server) => server.id === id)
      if (!trusted) return { ok: false, error: { code: 'PROTOCOL.SERVER_NOT_FOUND', message: 'No such server.' } }
      const { problem: _solved, ...server } = { ...trusted, state: 'online' as const }
      shell.servers = shell.servers.map((known) => (known.id === id ? server : known))
      pushServers()
      return { ok: true, value: server }
    },
    ...javaOf(add, push),
    ...bedrockOf(add),
    ...servicesOf(
      () => shell.services,
      (services) => {
        shell.services = services
      },
      () => shell.importSources,
      push,
    ),
    ...backupsOf(
      () => shell.backups,
      (view) => {
        shell.backups = view
      },
      push,
    ),
    ...careOf(shell, (servers) => {
      shell.servers = servers
      pushServers()
    }),
    'clients:list': () => ({ ok: true, value: knownClients() }),
    'clients:add': ({ name, callsPerMinute = 600, ...rights }) => {
      const id = `client:${shell.clients.length.toString(16).padStart(8, '0')}`
      const client = { ...normalRights, ...rights, id, name, callsPerMinute, createdAt: new Date().toISOString() }
      shell.clients = [...shell.clients, client]
      push('clients:changed', knownClients())
      return { ok: true, value: { client, token: `gh_${id.slice(7)}_${'fZ9k_Tq3-'.repeat(5).slice(0, 43)}` } }
    },
    'clients:edit': ({ id, ...change }) => {
      if (id === bridge.id) shell.bridge = { ...shell.bridge, ...change }
      shell.clients = shell.clients.map((client) => (client.id === id ? { ...client, ...change } : client))
      push('clients:changed', knownClients())
      return { ok: true, value: shell.clients.find((client) => client.id === id) ?? shell.bridge }
    },
    'clients:copy-token': () => done,
    'clients:revoke': ({ id }) => {
      shell.clients = shell.clients.filter((client) => client.id !== id)
      push('clients:changed', knownClients())
      return done
    },
    'connect:guide': ({ program }) => ({ ok: true, value: exampleGuide(program, shell.connecting) }),
    'connect:copy': () => done,
    'connect:preview': () => ({ ok: true, value: examplePreview(shell.connecting) }),
    'connect:write': () => {
      const written = {
        at: now(),
        backup: '/home/ada/.config/Gatehouse/client-files/claude_desktop_config.json.before',
      }
      shell.connecting = {
        ...shell.connecting,
        claude: { ...shell.connecting.claude, state: { kind: 'ours' }, written },
      }
      return done
    },
    'connect:take-back': () => {
      const { written: _, ...claude } = shell.connecting.claude
      shell.connecting = { ...shell.connecting, claude: { ...claude, state: { kind: 'without' } } }
      return done
    },
    'connect:open-link': () => done,
    'connect:open-bundle': () => ({ ok: true, value: { file: '/home/ada/.config/Gatehouse/gatehouse.mcpb' } }),
    'connect:show-bundle': () => ({ ok: true, value: { file: '/home/ada/.config/Gatehouse/gatehouse.mcpb' } }),
    'connect:copy-bundle-path': () => done,
    'connect:clients': () => ({ ok: true, value: shell.connecting.connectedClients }),
    'connect:findings': () => ({ ok: true, value: shell.connecting.findings }),
    'connect:repair-key': () => done,
    'connect:ensure-key': () => done,
    'connect:repair-endpoint': () => done,
    'audit:search': ({ request }) => {
      const rows = shell.trail.filter(({ event }) => request === undefined || event.metadata?.requestId === request)
      return { ok: true, value: { rows } }
    },
    'audit:get': ({ id }) => {
      const row = shell.trail.find(({ event }) => event.id === id)
      const same = ({ event }: AuditRow) => event.metadata?.requestId === row?.event.metadata?.requestId
      return { ok: true, value: row ? { row, request: shell.trail.filter(same).reverse() } : null }
    },
    'audit:state': () => ({ ok: true, value: shell.trailState }),
    'audit:export': () => ({ ok: true, value: null }),
    'inputs:list': () => ({ ok: true, value: shell.inputs }),
    'inputs:show': () => done,
    'inputs:answer': ({ id }) => {
      shell.inputs = shell.inputs.filter((request) => request.id !== id)
      push('inputs:changed', shell.inputs)
      return done
    },
    'consents:list': () => ({ ok: true, value: shell.consents }),
    'consents:decide': ({ id }) => {
      shell.consents = shell.consents.filter((question) => question.id !== id)
      push('consents:changed', shell.consents)
      return done
    },
    'undo:list': () => ({ ok: true, value: { entries: shell.undos } }),
    'undo:preview': () => (shell.preview ? { ok: true, value: shell.preview } : nothingToUndo),
    'undo:run': () => nothingToUndo,
    'undo:runLast': () => ({ ok: true, value: { undone: [], left: [] } }),
    'people:list': () => ({ ok: true, value: shell.people }),
    'people:pair': () => {
      pushPeople({ pairing })
      return { ok: true, value: pairing }
    },
    'people:confirm': ({ check }) => {
      const person = { id: 'phone:0a1b2c3d', name: shell.people.pairing?.claim?.name ?? check, pairedAt: now() }
      pushPeople({ people: [...shell.people.people, { ...person, present: false }], pairing: null })
      return { ok: true, value: person }
    },
    'people:cancel': () => {
      pushPeople({ pairing: null })
      return done
    },
    'people:revoke': ({ id }) => {
      pushPeople({ people: shell.people.people.filter((person) => person.id !== id) })
      return done
    },
    'practice:play': () => ({ ok: true, value: 'approved' }),
    'settings:get': () => ({ ok: true, value: shell.settings }),
    'settings:change': (change) => {
      shell.settings = { ...shell.settings, ...change }
      push('settings:changed', { settings: shell.settings, language: language() })
      return { ok: true, value: shell.settings }
    },
    'settings:problem': () => ({ ok: true, value: shell.settingsProblem }),
    'settings:show-file': () => done,
    'asking:pauses': () => ({ ok: true, value: shell.askingPauses }),
    'asking:resume': ({ client }) => {
      shell.askingPauses = shell.askingPauses.filter((pause) => pause.client.id !== client)
      push('asking:changed', shell.askingPauses)
      return done
    },
    'panic:state': () => ({ ok: true, value: { ...shell.panic, keys } }),
    'panic:on': () => {
      shell.panic = { on: true, since: new Date().toISOString(), by: 'desktop' }
      push('panic:changed', { ...shell.panic, keys })
      return done
    },
    'panic:off': () => {
      shell.panic = { on: false }
      push('panic:changed', { ...shell.panic, keys })
      return done
    },
    'panic:pause': ({ minutes }) => {
      const until = minutes !== undefined && { until: new Date(Date.now() + minutes * 60_000).toISOString() }
      shell.panic = { on: true, since: new Date().toISOString(), by: 'desktop', pause: true, ...until }
      push('panic:changed', { ...shell.panic, keys })
      return done
    },
    'panic:end-pause': () => {
      shell.panic = { on: false }
      push('panic:changed', { ...shell.panic, keys })
      return done
    },
    'desktop:state': () => ({ ok: true, value: shell.desktop }),
    'desktop:start-at-login': ({ on }) => {
      shell.desktop = { ...shell.desktop, startsAtLogin: on }
      return { ok: true, value: shell.desktop }
    },
    'desktop:quit': () => {
      push('window:leaving', { why: 'quit', staysIn: 'tray' })
      return done
    },
    'desktop:leave': () => done,
    'desktop:show-documents': () => done,
    ...xiaozhiOf(shell, push),
    'chat:state': () => ({ ok: true, value: pageOf(shell.chat, viewed) }),
    'chat:show': (next) => {
      viewed = next
      push('chat:changed', pageOf(shell.chat, viewed))
      return { ok: true, value: null }
    },
    'chat:test': () => ({ ok: true, value: { ok: true, milliseconds: 800, usesTools: true } }),
    'chat:local-models': () => ({
      ok: true,
      value: [{ program: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1', models: ['llama3.2:8b'] }],
    }),
    'chat:keep-key': () => ({ ok: true, value: { isKept: true } }),
    'chat:login-key': () => ({ ok: true, value: { text: 'K7PM2XQ9' } }),
    'chat:renew-login-key': () => ({ ok: true, value: { text: 'R4TN8WHC' } }),
    'chat:copy-login-key': () => ({ ok: true, value: null }),
    'game-approval:state': () => ({ ok: true, value: shell.gameApproval }),
    'game-approval:link': ({ server, player }) =>
      changeGameApproval({ linking: { server, player, code: '482193', endsAt: '2099-01-01T00:05:00Z' } }),
    'game-approval:cancel-link': () => changeGameApproval({ linking: null }),
    'game-approval:unlink': () => changeGameApproval({ approver: null }),
    'game-approval:resume': () =>
      changeGameApproval({
        approver: shell.gameApproval.approver && { ...shell.gameApproval.approver, paused: false },
      }),
    'overlay:state': () => ({ ok: true, value: shell.overlay }),
    'overlay:copy': () => done,
    'overlay:renew': () => done,
    'approvals:reveal': ({ id }) => {
      const question = shell.unredacted.find((one) => one.id === id)
      return question ? { ok: true, value: question } : nothingToUndo
    },
    'stream:page-reset': ({ texts }) => ({ ok: true, value: texts.map((text) => ({ text })) }),
    'pop-up:shown': () => done,
    'pop-up:resize': () => done,
  }

  return {
    shell,
    asked,
    push,
    request: async (channel, payload) => {
      if (page && !canRequest(page, channel)) throw complaint(page, channel)
      asked.push({ channel, payload })
      return (shell.failing[channel] as never) ?? handlers[channel](payload)
    },
    subscribe: (channel, listener) => {
      if (page && !receivesPush(page, channel)) throw complaint(page, channel)
      const set = listeners.get(channel) ?? new Set()
      set.add(listener as (message: never) => void)
      listeners.set(channel, set)
      return () => set.delete(listener as (message: never) => void)
    },
  }
}
