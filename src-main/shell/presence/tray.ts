/**
 * Tray: the state of the program at a glance.
 *
 * Setters only store; one render draws everything. The tray icon's API is injected for tests.
 */

import type { PanicState } from '@shared/approvals/panic.js'
import type { Server } from '@shared/servers/server.js'
import type { MenuItemConstructorOptions } from 'electron'
import type { CallsInFlight } from '../../gateway/path/calls-in-flight.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import { type RedactText, serverText } from './redact-text.js'
import {
  type MenuFacts,
  menuOf,
  type Translate,
  type TrayActions,
  type TrayGateway,
  type TrayQuestion,
  timeOf,
} from './tray-menu.js'

/** In the order of the strips that `scripts/tray-icons.mjs` draws. */
export const trayIcons = ['idle', 'working', 'waiting', 'paused', 'problem'] as const
export type TrayIcon = (typeof trayIcons)[number]

/** The interface of a tray icon. */
export interface TrayView {
  setIcon(icon: TrayIcon): void
  setToolTip(text: string): void
  setMenu(items: readonly MenuItemConstructorOptions[]): void
  /** Sets the number of waiting requests, if the system can show it; 0 removes it. @param words for screen readers */
  setCount(count: number, words: string): void
}

export class TrayService {
  readonly #view: TrayView
  readonly #actions: TrayActions
  readonly #redactText: RedactText
  #translate: Translate
  #facts: MenuFacts = {
    questions: [],
    others: 0,
    unconnected: false,
    servers: [],
    panic: { on: false },
    slot: [],
    gateways: [],
  }
  #working = false
  #trailBroken = false
  #drawn: { readonly [part in 'icon' | 'toolTip' | 'count' | 'menu']?: string } = {}

  constructor(view: TrayView, actions: TrayActions, translate: Translate, redactText: RedactText) {
    this.#view = view
    this.#actions = actions
    this.#translate = translate
    this.#redactText = redactText
    this.#render()
  }

  set translate(translate: Translate) {
    this.#translate = translate
    this.#render()
  }

  /** Requests about calls, oldest first. */
  set questions(questions: readonly TrayQuestion[]) {
    this.#note({ questions })
  }

  /** Other waiting requests: programs that request access. */
  set others(others: number) {
    if (others !== this.#facts.others) this.#note({ others })
  }

  /** Whether this run is in safe mode. */
  set unconnected(unconnected: boolean) {
    if (unconnected !== this.#facts.unconnected) this.#note({ unconnected })
  }

  set panic(panic: PanicState) {
    this.#note({ panic })
  }

  set servers(servers: readonly Server[]) {
    this.#note({ servers })
  }

  /** Entries of other parts of the program, for example a switch that hides names from an audience. */
  set slot(slot: readonly MenuItemConstructorOptions[]) {
    this.#note({ slot })
  }

  /** Gateways on other computers. */
  set gateways(gateways: readonly TrayGateway[]) {
    this.#note({ gateways })
  }

  /** Whether a call is running. */
  set working(working: boolean) {
    if (working === this.#working) return
    this.#working = working
    this.#render()
  }

  /** Whether the audit trail is damaged, or cannot be written. */
  set trailBroken(broken: boolean) {
    if (broken === this.#trailBroken) return
    this.#trailBroken = broken
    this.#render()
  }

  /** Draws the menu again without a change: the system may have ticked an entry whose action failed. */
  redrawMenu(): void {
    this.#drawn = { ...this.#drawn, menu: '' }
    this.#render()
  }

  #note(part: Partial<MenuFacts>): void {
    this.#facts = { ...this.#facts, ...part }
    this.#render()
  }

  #render(): void {
    const t = this.#translate
    const { questions, others, servers, panic, gateways } = this.#facts
    const elsewhere = gateways.reduce((sum, gateway) => sum + gateway.waiting, 0)
    const waiting = questions.length + others + elsewhere
    const troubled = servers.filter(({ state }) => state === 'offline' || state === 'degraded')
    const online = servers.filter(({ state }) => state === 'online').length
    const [icon, toolTip] = ((): readonly [TrayIcon, string] => {
      if (panic.on && !panic.pause) return ['problem', t('tray.stopped')]
      if (waiting > 0) return ['waiting', t('tray.waiting', { count: waiting })]
      if (panic.on)
        return ['paused', panic.until ? t('tray.pausedUntil', { time: timeOf(panic.until) }) : t('tray.paused')]
      if (this.#facts.unconnected) return ['problem', t('tray.unconnected')]
      if (this.#trailBroken) return ['problem', t('tray.trailBroken')]
      const [only] = troubled
      if (troubled.length === 1 && only) {
        const server = serverText(only, t, this.#redactText)
        return ['problem', t('tray.troubled', { server, state: t(`server.${only.state}`) })]
      }
      if (troubled.length > 1) return ['problem', t('tray.manyTroubled', { count: troubled.length })]
      return this.#working ? ['working', t('tray.working')] : ['idle', t('tray.idle', { count: online })]
    })()
    if (this.#drawn.icon !== icon) this.#view.setIcon(icon)
    if (this.#drawn.toolTip !== toolTip) this.#view.setToolTip(toolTip)
    if (this.#drawn.count !== `${waiting}`) this.#view.setCount(waiting, waiting > 0 ? toolTip : '')
    // Setting an open menu closes it: it is set only when its text changed.
    const menu = menuOf(this.#facts, this.#actions, t, this.#redactText)
    const read = JSON.stringify(menu)
    if (this.#drawn.menu !== read) this.#view.setMenu(menu)
    this.#drawn = { icon, toolTip, count: `${waiting}`, menu: read }
  }
}

/** Milliseconds that the icon keeps showing a running call: most are too short to see. */
const shownMs = 1_500

/** The tray shows that a call runs. */
export function showActivity(calls: CallsInFlight, tray: TrayService, clock: Clock): void {
  let isShown = false
  const update = () => {
    isShown = calls.list().some(({ stage }) => stage === 'running')
    tray.working = isShown
    if (isShown) clock.after(shownMs, update)
  }
  calls.onDidChange(() => {
    if (!isShown) update()
  })
}
