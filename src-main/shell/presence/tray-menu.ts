/**
 * Tray menu: waiting requests, stop buttons, server states, in this order.
 *
 * Enforces invariant 6: a request is opened here, never decided. A pause may be ended here; a panic only in the window.
 */

import type { OpenApproval } from '@shared/approvals/approval.js'
import { type PanicState, pauseMinutes } from '@shared/approvals/panic.js'
import type { LinkState } from '@shared/remote/gateway.js'
import { type Server, waitingOn } from '@shared/servers/server.js'
import type { MenuItemConstructorOptions } from 'electron'
import { callerText, capabilityText, type RedactText, serverText } from './redact-text.js'

export type Translate = (key: string, values?: Readonly<Record<string, unknown>>) => string

export type TrayQuestion = Pick<OpenApproval, 'id' | 'caller' | 'capabilityId' | 'capabilityName' | 'server'>

export interface TrayActions {
  openWindow(): void
  /** Connects this run's servers after a start in safe mode. */
  connect(): void
  /** Shows the pop-up, or the window for other waiting requests. */
  showQuestions(): void
  showQuestion(id: string): void
  showServer(id: string): void
  showServers(): void
  showSettings(): void
  stopEverything(): void
  /** @param minutes until it ends by itself; default: until a person ends it */
  pause(minutes?: number): void
  resume(): void
  quit(): void
}

/** A gateway on another computer. */
export interface TrayGateway {
  readonly name: string
  readonly link: LinkState
  /** Number of requests that the person at this computer may answer. */
  readonly waiting: number
  readonly isStopped: boolean
  open(): void
  showRequests(): void
  stopEverything(): void
}

export interface MenuFacts {
  readonly questions: readonly TrayQuestion[]
  readonly others: number
  /** Safe mode: no server is connected until a person allows it. */
  readonly unconnected: boolean
  readonly servers: readonly Server[]
  readonly panic: PanicState
  readonly slot: readonly MenuItemConstructorOptions[]
  readonly gateways: readonly TrayGateway[]
}

/** Maximum number of listed entries; one more entry summarizes the others. */
const limits = { questions: 8, servers: 12 }

const line: MenuItemConstructorOptions = { type: 'separator' }

/** A single `&` would underline the letter after it. */
const literal = (text: string): string => text.replaceAll('&', '&&')

export function menuOf(
  facts: MenuFacts,
  actions: TrayActions,
  t: Translate,
  redactText: RedactText,
): readonly MenuItemConstructorOptions[] {
  return [
    { label: t('tray.open'), click: () => actions.openWindow() },
    ...(facts.unconnected ? [{ label: t('tray.connect'), click: () => actions.connect() }] : []),
    line,
    ...questionsOf(facts, actions, t, redactText),
    line,
    ...haltOf(facts.panic, actions, t),
    ...facts.slot,
    line,
    ...serversOf(facts.servers, actions, t, redactText),
    ...gatewaysOf(facts.gateways, t, redactText),
    { label: t('tray.settings'), click: () => actions.showSettings() },
    { label: t('tray.quit'), click: () => actions.quit() },
  ]
}

function questionsOf(
  { questions, others }: MenuFacts,
  actions: TrayActions,
  t: Translate,
  redactText: RedactText,
): MenuItemConstructorOptions[] {
  const waiting = questions.length + others
  if (waiting === 0) return [{ label: t('tray.noQuestions'), enabled: false }]
  const all = { label: t('tray.questions', { count: waiting }), click: () => actions.showQuestions() }
  const named = questions.slice(0, limits.questions).map((question) => ({
    label: literal(
      t('tray.question', {
        caller: callerText(question.caller, t, redactText, 24),
        what: capabilityText(question, t, redactText, 32),
        server: serverText(question.server, t, redactText, 24),
      }),
    ),
    click: () => actions.showQuestion(question.id),
  }))
  return [all, ...named]
}

function haltOf({ on, pause, until }: PanicState, actions: TrayActions, t: Translate): MenuItemConstructorOptions[] {
  const stop = { label: t('tray.stopEverything'), click: () => actions.stopEverything() }
  if (on && !pause) return [{ label: t('tray.resumeAll'), click: () => actions.openWindow() }]
  if (on) {
    const label = until ? t('tray.resumeBefore', { time: timeOf(until) }) : t('tray.resume')
    return [{ label, click: () => actions.resume() }, stop]
  }
  const submenu = [
    ...pauseMinutes.map((minutes) => ({
      label: minutes === 60 ? t('tray.pauseForHour') : t('tray.pauseFor', { count: minutes }),
      click: () => actions.pause(minutes),
    })),
    { label: t('tray.pauseUntilResumed'), click: () => actions.pause() },
  ]
  return [{ label: t('tray.pause'), submenu }, stop]
}

function serversOf(
  servers: readonly Server[],
  actions: TrayActions,
  t: Translate,
  redactText: RedactText,
): MenuItemConstructorOptions[] {
  if (servers.length === 0) return []
  const named = servers.slice(0, limits.servers).map((server) => ({
    label: literal(serverLabel(server, t, redactText)),
    click: () => actions.showServer(server.id),
  }))
  const remaining = servers.length - named.length
  const others = { label: t('tray.moreServers', { count: remaining }), click: () => actions.showServers() }
  return [...named, ...(remaining > 0 ? [others] : []), line]
}

function gatewaysOf(
  gateways: readonly TrayGateway[],
  t: Translate,
  redactText: RedactText,
): MenuItemConstructorOptions[] {
  if (gateways.length === 0) return []
  const named = gateways.map((gateway) => {
    const { name, link, waiting, isStopped } = gateway
    const isConnected = link.kind === 'connected'
    const state = waiting > 0 ? t('tray.gatewayWaiting', { count: waiting }) : t(`gateway.${link.kind}`)
    const submenu: MenuItemConstructorOptions[] = [
      { label: t('tray.gatewayOpen'), click: () => gateway.open() },
      ...(waiting > 0 ? [{ label: t('tray.questions', { count: waiting }), click: () => gateway.showRequests() }] : []),
      isStopped
        ? { label: t('tray.resumeAll'), click: () => gateway.open() }
        : { label: t('tray.stopEverything'), enabled: isConnected, click: () => gateway.stopEverything() },
    ]
    return { label: literal(`${redactText(name, 32)} · ${state}`), submenu }
  })
  return [...named, line]
}

function serverLabel(server: Server, t: Translate, redactText: RedactText): string {
  const { length } = waitingOn(server)
  const waiting = length > 0 ? ` · ${t('tray.unaccepted', { count: length })}` : ''
  return `${serverText(server, t, redactText)} · ${t(`server.${server.state}`)}${waiting}`
}

/** `HH:MM` of this computer's clock; the same in both languages. */
export function timeOf(instant: string): string {
  const moment = new Date(instant)
  return [moment.getHours(), moment.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}
