/**
 * Channels: the name of every request and push, and which pages each is for. The only place a channel is named.
 *
 * Guards invariants 6 and 7: who may send a request and who receives a push is data without a default, held by `answer.ts`, `typed-ipc.ts` and
 * the preload of each page. The main window is where a person works. The pop-up shows what strangers wrote and comes up
 * when an AI client wants it to: it gets what it needs to ask its question, and nothing else.
 */
import type { Pushes } from './pushes.js'
import type { Requests } from './requests.js'
import type { Result } from './shapes.js'

/** A page of ours. */
export type Page = 'window' | 'pop-up'
export type Audience = Page | 'both'

export type RequestChannel = keyof Requests
export type PushChannel = keyof Pushes

/** Request → who may ask. */
const requests: Readonly<Record<RequestChannel, Audience>> = {
  'app:info': 'both',
  'live:page': 'window',
  'live:way': 'window',
  'live:readings': 'window',
  'live:last-hour': 'window',
  'calls:list': 'window',
  'approvals:list': 'both',
  'approvals:decide': 'both',
  'approvals:decideMany': 'pop-up',
  'approvals:hold': 'pop-up',
  'approvals:release': 'pop-up',
  'approvals:show': 'window',
  'servers:list': 'window',
  'servers:states': 'pop-up',
  'servers:add': 'window',
  'servers:add-java': 'window',
  'servers:add-demo': 'window',
  'servers:agent-guide': 'window',
  'servers:accept': 'window',
  'servers:remove': 'window',
  'servers:trust-certificate': 'window',
  'servers:restore': 'window',
  'servers:edit': 'window',
  'servers:forget-certificate': 'window',
  'servers:reconnect': 'window',
  'servers:test': 'window',
  'servers:history': 'window',
  'servers:access': 'window',
  'servers:access-of': 'window',
  'servers:waiting-access': 'window',
  'bedrock:setup': 'window',
  'bedrock:accept': 'window',
  'bedrock:reject': 'window',
  'bedrock:show-key': 'window',
  'bedrock:renew-key': 'window',
  'bedrock:copy': 'window',
  'bedrock:install-pack': 'window',
  'java:search': 'window',
  'java:choose-folder': 'window',
  'java:plan': 'window',
  'java:show-password': 'window',
  'java:apply': 'window',
  'java:setups': 'window',
  'java:check-now': 'window',
  'java:restore-file': 'window',
  'java:written': 'window',
  'java:check': 'window',
  'backups:state': 'window',
  'backups:make': 'window',
  'backups:restore': 'window',
  'backups:remove': 'window',
  'backups:cancel': 'window',
  'servers:reject': 'window',
  'services:list': 'window',
  'services:add': 'window',
  'services:edit': 'window',
  'services:remove': 'window',
  'services:start': 'window',
  'services:stop': 'window',
  'services:restart': 'window',
  'services:sign-in': 'window',
  'services:sign-out': 'window',
  'services:log': 'window',
  'services:sources': 'window',
  'services:choose-file': 'window',
  'services:choose-module': 'window',
  'services:preview-import': 'window',
  'services:import': 'window',
  'services:undo-import': 'window',
  'servers:reconsider': 'window',
  'capabilities:outlook': 'window',
  'capabilities:past': 'window',
  'capabilities:copy-example': 'window',
  'capabilities:attempt': 'window',
  'capabilities:withdraw': 'window',
  'capabilities:sandbox': 'window',
  'clients:list': 'window',
  'clients:add': 'window',
  'clients:edit': 'window',
  'clients:copy-token': 'window',
  'clients:revoke': 'window',
  'connect:guide': 'window',
  'connect:copy': 'window',
  'connect:ensure-key': 'window',
  'connect:preview': 'window',
  'connect:write': 'window',
  'connect:take-back': 'window',
  'connect:open-bundle': 'window',
  'connect:show-bundle': 'window',
  'connect:copy-bundle-path': 'window',
  'connect:guests': 'window',
  'connect:findings': 'window',
  'connect:mend-endpoint': 'window',
  'connect:mend-key': 'window',
  'audit:search': 'window',
  'audit:get': 'window',
  'audit:state': 'window',
  'audit:export': 'window',
  'rules:list': 'window',
  'rules:create': 'window',
  'rules:edit': 'window',
  'rules:remove': 'window',
  'rules:restore': 'window',
  'rules:acknowledge': 'window',
  'inputs:list': 'both',
  'inputs:show': 'window',
  'inputs:answer': 'both',
  'consents:list': 'window',
  'consents:decide': 'window',
  'undo:list': 'window',
  'undo:preview': 'window',
  'undo:run': 'window',
  'undo:runLast': 'window',
  'people:list': 'window',
  'people:pair': 'window',
  'people:confirm': 'window',
  'people:cancel': 'window',
  'people:revoke': 'window',
  'practice:play': 'window',
  'settings:get': 'both',
  'settings:change': 'window',
  'settings:problem': 'window',
  'settings:show-file': 'window',
  'pop-up:shown': 'pop-up',
  'asking:pauses': 'window',
  'asking:let': 'window',
  'panic:state': 'window',
  'panic:on': 'window',
  'panic:off': 'window',
  'panic:pause': 'window',
  'panic:end-pause': 'window',
  'desktop:state': 'window',
  'desktop:start-at-login': 'window',
  'desktop:quit': 'window',
  'desktop:leave': 'window',
  'desktop:show-documents': 'window',
  'updates:state': 'window',
  'updates:check': 'window',
  'updates:restart': 'window',
  'updates:open-releases': 'window',
  'trouble:state': 'window',
  'trouble:put-away': 'window',
  'trouble:connect': 'window',
  'trouble:copy-report': 'window',
  'trouble:show-log': 'window',
  'trouble:tell': 'both',
  'xiaozhi:state': 'window',
  'xiaozhi:test': 'window',
  'xiaozhi:add': 'window',
  'xiaozhi:change': 'window',
  'xiaozhi:readdress': 'window',
  'xiaozhi:remove': 'window',
  'xiaozhi:connect': 'window',
  'chat:state': 'window',
  'chat:show': 'window',
  'chat:test': 'window',
  'chat:local-models': 'window',
  'chat:keep-key': 'window',
  'chat:login-key': 'window',
  'chat:renew-login-key': 'window',
  'chat:copy-login-key': 'window',
  'game-approval:state': 'window',
  'game-approval:link': 'window',
  'game-approval:cancel-link': 'window',
  'game-approval:unlink': 'window',
  'game-approval:resume': 'window',
  'overlay:state': 'window',
  'overlay:copy': 'window',
  'overlay:renew': 'window',
  'approvals:reveal': 'pop-up',
  'stream:page-reset': 'window',
  'pop-up:resize': 'pop-up',
}

/** Push → its receivers. */
const pushes: Readonly<Record<PushChannel, Audience>> = {
  'live:arrived': 'window',
  'calls:changed': 'window',
  'approvals:changed': 'both',
  'servers:changed': 'window',
  'servers:states-changed': 'pop-up',
  'bedrock:changed': 'window',
  'java:setups-changed': 'window',
  'backups:changed': 'window',
  'services:changed': 'window',
  'settings:problem-changed': 'window',
  'updates:changed': 'window',
  'trouble:changed': 'window',
  'clients:changed': 'window',
  'connect:guests-changed': 'window',
  'audit:changed': 'window',
  'inputs:changed': 'both',
  'consents:changed': 'window',
  'people:changed': 'window',
  'rules:changed': 'window',
  'asking:changed': 'window',
  'panic:changed': 'window',
  'chat:changed': 'window',
  'xiaozhi:changed': 'window',
  'game-approval:changed': 'window',
  'overlay:changed': 'window',
  'undo:changed': 'window',
  'settings:changed': 'both',
  'pop-up:show': 'pop-up',
  'desktop:changed': 'window',
  'window:go': 'window',
  'window:leaving': 'window',
  'sound:play': 'pop-up',
}

export const requestChannels = Object.keys(requests) as readonly RequestChannel[]
export const pushChannels = Object.keys(pushes) as readonly PushChannel[]

/** Answered as it is while everything else is covered for a stream: a person asks for it with their finger on a button. */
export const neverCovered: ReadonlySet<RequestChannel> = new Set(['approvals:reveal'])

/** Restored by its handler, text by text: one mark that nobody knows must not spoil the rest. */
export const restoredInParts: ReadonlySet<RequestChannel> = new Set(['stream:page-reset'])

const holds = (audience: Audience | undefined, page: Page): boolean => audience === 'both' || audience === page

/** Whether a page may ask this; nobody may ask what is no request. */
export const mayAsk = (page: Page, channel: string): channel is RequestChannel =>
  Object.hasOwn(requests, channel) && holds(requests[channel as RequestChannel], page)

/** Whether a page receives this push; an unknown push has no receivers. */
export const isTold = (page: Page, channel: string): channel is PushChannel =>
  Object.hasOwn(pushes, channel) && holds(pushes[channel as PushChannel], page)

export const isRequestChannel = (name: string): name is RequestChannel => Object.hasOwn(requests, name)
export const isPushChannel = (name: string): name is PushChannel => Object.hasOwn(pushes, name)

/** What the preload bridge puts on `window.gatehouse`. */
export interface GatehouseApi {
  /** Rejects what is malformed, and what is not for this page. */
  request<C extends RequestChannel>(channel: C, payload: Requests[C]['send']): Promise<Result<Requests[C]['get']>>
  /** Returns the function that ends the subscription. */
  subscribe<C extends PushChannel>(channel: C, listener: (message: Pushes[C]) => void): () => void
}

export type { Pushes } from './pushes.js'
export type { Requests } from './requests.js'
