/**
 * Fake bridge: a shell for the renderer that lives in the page, with its own servers, questions and settings.
 *
 * It keeps the promises of the real one: lists are pushed whole, live entries only when new, decisions take a question off the list.
 */
import type { OpenApproval } from '../../../src-main/contract/approval.js'
import type { AuditRow, AuditState } from '../../../src-main/contract/audit.js'
import type { CallInFlight } from '../../../src-main/contract/call.js'
import { type Bridge, bridge, type Client, type KnownClients, normalRights } from '../../../src-main/contract/client.js'
import type { OpenConsent } from '../../../src-main/contract/consent.js'
import type { LiveEntry } from '../../../src-main/contract/live.js'
import type { OverlayState } from '../../../src-main/contract/overlay.js'
import type { PanicState } from '../../../src-main/contract/panic.js'
import type { OpenPairing, People } from '../../../src-main/contract/people.js'
import type { Rule } from '../../../src-main/contract/rule.js'
import type { Server } from '../../../src-main/contract/server.js'
import { defaultSettings, type Settings, type SettingsProblem } from '../../../src-main/contract/settings.js'
import type { UndoEntry, UndoPreview } from '../../../src-main/contract/undo.js'
import type {
  AppInfo,
  GatehouseApi,
  PushChannel,
  Pushes,
  RequestChannel,
  Requests,
  Result,
} from '../../../src-main/ipc/channels.js'

export interface FakeShell {
  settings: Settings
  settingsProblem: SettingsProblem | null
  servers: readonly Server[]
  approvals: readonly OpenApproval[]
  calls: readonly CallInFlight[]
  live: readonly LiveEntry[]
  clients: readonly Client[]
  bridge: Bridge
  consents: readonly OpenConsent[]
  panic: PanicState
  overlay: OverlayState
  /** What is told of a question while a button is held. */
  uncovered: readonly OpenApproval[]
  people: People
  rules: readonly Rule[]
  rulesDamaged: boolean
  trail: readonly AuditRow[]
  trailState: AuditState
  undos: readonly UndoEntry[]
  preview: UndoPreview | undefined
  /** Channels that fail, with what they answer. */
  failing: Partial<Record<RequestChannel, Extract<Result<never>, { ok: false }>>>
}

export interface FakeBridge extends GatehouseApi {
  readonly shell: FakeShell
  /** Everything that was asked, in order. */
  readonly asked: { readonly channel: RequestChannel; readonly payload: unknown }[]
  push<C extends PushChannel>(channel: C, message: Pushes[C]): void
}

const clientConfiguration = JSON.stringify(
  { mcpServers: { gatehouse: { command: 'gatehouse', args: ['--stdio-bridge'] } } },
  null,
  2,
)

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

type Handlers = { [C in RequestChannel]: (payload: Requests[C]['send']) => Requests[C]['get'] }

const noRule = { ok: false, error: { code: 'PROTOCOL.INVALID_REQUEST', message: 'There are no rules here.' } } as const
const nothingToUndo = {
  ok: false,
  error: { code: 'RISK.ROLLBACK_FAILED', message: 'Nothing is kept that would undo this.' },
} as const

export const createFakeBridge = (part: Partial<FakeShell> = {}): FakeBridge => {
  const shell: FakeShell = {
    settings: defaultSettings,
    settingsProblem: null,
    overlay: { kind: 'on', address: 'http://127.0.0.1:8798/overlay', hasKey: true, watching: 1 },
    uncovered: [],
    servers: [],
    approvals: [],
    calls: [],
    live: [],
    clients: [],
    bridge: { ...bridge, ...normalRights },
    consents: [],
    panic: { on: false },
    people: { lan: { kind: 'off' }, people: [], pairing: null },
    rules: [],
    rulesDamaged: false,
    trail: [],
    trailState: emptyTrail,
    undos: [],
    preview: undefined,
    failing: {},
    ...part,
  }
  const listeners = new Map<PushChannel, Set<(message: never) => void>>()
  const asked: FakeBridge['asked'] = []

  const push = <C extends PushChannel>(channel: C, message: Pushes[C]): void => {
    for (const listener of listeners.get(channel) ?? []) (listener as (sent: Pushes[C]) => void)(message)
  }
  const knownClients = (): KnownClients => ({ clients: shell.clients, bridge: shell.bridge })
  const now = () => new Date().toISOString()
  const tellPeople = (change: Partial<People>): void => {
    shell.people = { ...shell.people, ...change }
    push('people:changed', shell.people)
  }
  const pairing: OpenPairing = {
    id: 'pairing',
    link: 'https://192.168.1.5:8799/pair#hS3vQ1xq0uO2eWm0yP9kAw',
    code: '482913',
    endsAt: new Date(Date.now() + 120_000).toISOString(),
  }
  const language = (): AppInfo['language'] => (shell.settings.language === 'zh' ? 'zh' : 'en')

  const add = (server: Server): Result<Server> => {
    shell.servers = [...shell.servers, server]
    push('servers:changed', shell.servers)
    return { ok: true, value: server }
  }

  const handlers: Handlers = {
    'app:info': () => ({
      version: '0.1.0',
      language: language(),
      endpoint: 'http://127.0.0.1:51234/mcp',
      clientConfiguration,
    }),
    'app:copy-client-configuration': () => done,
    'live:recent': () => shell.live,
    'calls:list': () => shell.calls,
    'approvals:list': () => shell.approvals,
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
      return ids.map((id) => ({ id }))
    },
    'approvals:hold': () => done,
    'approvals:release': () => done,
    'approvals:show': () => done,
    'rules:list': () => ({ ok: true, value: { rules: shell.rules, damaged: shell.rulesDamaged } }),
    'rules:create': () => noRule,
    'rules:edit': () => noRule,
    'rules:remove': ({ id }) => {
      shell.rules = shell.rules.filter((rule) => rule.id !== id)
      push('rules:changed', { count: shell.rules.length, damaged: shell.rulesDamaged })
      return done
    },
    'servers:list': () => shell.servers,
    'servers:add': ({ name, address }) =>
      add({ id: name, name, address, kind: 'agent', state: 'connecting', capabilities: [], refused: [] }),
    'servers:add-demo': () =>
      add({ id: 'demo', name: 'Demo world', kind: 'simulator', state: 'online', capabilities: [], refused: [] }),
    'servers:accept': ({ id, capabilities }) => {
      const seen = new Set(capabilities.map(({ fingerprint }) => fingerprint))
      shell.servers = shell.servers.map((server) => (server.id === id ? accepted(server, seen) : server))
      push('servers:changed', shell.servers)
      return done
    },
    'servers:remove': ({ id }) => {
      shell.servers = shell.servers.filter((server) => server.id !== id)
      push('servers:changed', shell.servers)
      return done
    },
    'servers:trust-certificate': ({ id }) => {
      const trusted = shell.servers.find((server) => server.id === id)
      if (!trusted) return { ok: false, error: { code: 'PROTOCOL.SERVER_NOT_FOUND', message: 'No such server.' } }
      const { problem: _solved, ...server } = { ...trusted, state: 'online' as const }
      shell.servers = shell.servers.map((known) => (known.id === id ? server : known))
      push('servers:changed', shell.servers)
      return { ok: true, value: server }
    },
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
    'audit:search': () => ({ ok: true, value: { rows: shell.trail } }),
    'audit:get': ({ id }) => {
      const row = shell.trail.find(({ event }) => event.id === id)
      const same = ({ event }: AuditRow) => event.metadata?.requestId === row?.event.metadata?.requestId
      return { ok: true, value: row ? { row, request: shell.trail.filter(same).reverse() } : null }
    },
    'audit:state': () => ({ ok: true, value: shell.trailState }),
    'audit:export': () => ({ ok: true, value: null }),
    'consents:list': () => shell.consents,
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
      tellPeople({ pairing })
      return { ok: true, value: pairing }
    },
    'people:confirm': ({ check }) => {
      const person = { id: 'phone:0a1b2c3d', name: shell.people.pairing?.claim?.name ?? check, pairedAt: now() }
      tellPeople({ people: [...shell.people.people, { ...person, present: false }], pairing: null })
      return { ok: true, value: person }
    },
    'people:cancel': () => {
      tellPeople({ pairing: null })
      return done
    },
    'people:revoke': ({ id }) => {
      tellPeople({ people: shell.people.people.filter((person) => person.id !== id) })
      return done
    },
    'settings:get': () => shell.settings,
    'settings:change': (change) => {
      shell.settings = { ...shell.settings, ...change }
      push('settings:changed', { settings: shell.settings, language: language() })
      return { ok: true, value: shell.settings }
    },
    'settings:problem': () => shell.settingsProblem,
    'settings:show-file': () => done,
    'panic:state': () => ({ ...shell.panic, keys }),
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
    'overlay:state': () => shell.overlay,
    'overlay:copy': () => done,
    'overlay:renew': () => done,
    'approvals:reveal': ({ id }) => {
      const question = shell.uncovered.find((one) => one.id === id)
      return question ? { ok: true, value: question } : nothingToUndo
    },
    'pop-up:shown': () => done,
    'pop-up:resize': () => done,
  }

  return {
    shell,
    asked,
    push,
    request: async (channel, payload) => {
      asked.push({ channel, payload })
      return (shell.failing[channel] as never) ?? handlers[channel](payload)
    },
    subscribe: (channel, listener) => {
      const set = listeners.get(channel) ?? new Set()
      set.add(listener as (message: never) => void)
      listeners.set(channel, set)
      return () => set.delete(listener as (message: never) => void)
    },
  }
}
