/**
 * Tray: the state of the program at a glance, and the way to everything else.
 *
 * Setters only note; one render says it all. What makes the tray icon is injected, so that a test needs no desktop.
 */
import type { MenuItemConstructorOptions } from 'electron'
import type { OpenApproval } from '../contract/approval.js'
import type { PanicState } from '../contract/panic.js'
import type { Server } from '../contract/server.js'
import { type PlainWords, serverWords } from './plain-words.js'
import { type MenuFacts, menuOf, type TrayActions, timeOf } from './tray-menu.js'

/** In the order of the strips that `scripts/tray-icons.mjs` draws. */
export const trayIcons = ['idle', 'working', 'waiting', 'paused', 'problem'] as const
export type TrayIcon = (typeof trayIcons)[number]

/** What a tray can show; Electron's fits. */
export interface TrayFace {
  setIcon(icon: TrayIcon): void
  setToolTip(text: string): void
  setMenu(items: readonly MenuItemConstructorOptions[]): void
  /** Questions that wait, where the system shows a number; 0 takes it away. @param words for who cannot see it */
  setCount(count: number, words: string): void
}

export type Translate = (key: string, values?: Readonly<Record<string, unknown>>) => string

export type TrayQuestion = Pick<OpenApproval, 'id' | 'caller' | 'capabilityId' | 'capabilityName' | 'server'>

export class TrayService {
  readonly #face: TrayFace
  readonly #actions: TrayActions
  readonly #words: PlainWords
  #translate: Translate
  #facts: MenuFacts = { questions: [], others: 0, unconnected: false, servers: [], panic: { on: false }, slot: [] }
  #working = false
  #trailBroken = false
  #drawn: { readonly [part in 'icon' | 'toolTip' | 'count' | 'menu']?: string } = {}

  constructor(face: TrayFace, actions: TrayActions, translate: Translate, words: PlainWords) {
    this.#face = face
    this.#actions = actions
    this.#translate = translate
    this.#words = words
    this.#render()
  }

  set translate(translate: Translate) {
    this.#translate = translate
    this.#render()
  }

  /** Questions about calls, in the order they were asked. */
  set questions(questions: readonly TrayQuestion[]) {
    this.#note({ questions })
  }

  /** What else waits for a person: programs that want to be let in. */
  set others(others: number) {
    if (others !== this.#facts.others) this.#note({ others })
  }

  /** This run has started carefully. */
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

  /** A call runs. */
  set working(working: boolean) {
    if (working === this.#working) return
    this.#working = working
    this.#render()
  }

  /** The audit trail is broken, or cannot be written. */
  set trailBroken(broken: boolean) {
    if (broken === this.#trailBroken) return
    this.#trailBroken = broken
    this.#render()
  }

  /** Draws the menu again although it reads the same: the system may have ticked an entry that was refused. */
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
    const { questions, others, servers, panic } = this.#facts
    const waiting = questions.length + others
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
        const server = serverWords(only, t, this.#words)
        return ['problem', t('tray.troubled', { server, state: t(`server.${only.state}`) })]
      }
      if (troubled.length > 1) return ['problem', t('tray.manyTroubled', { count: troubled.length })]
      return this.#working ? ['working', t('tray.working')] : ['idle', t('tray.idle', { count: online })]
    })()
    if (this.#drawn.icon !== icon) this.#face.setIcon(icon)
    if (this.#drawn.toolTip !== toolTip) this.#face.setToolTip(toolTip)
    if (this.#drawn.count !== `${waiting}`) this.#face.setCount(waiting, waiting > 0 ? toolTip : '')
    // A menu that is open closes when it is set: only what reads differently is.
    const menu = menuOf(this.#facts, this.#actions, t, this.#words)
    const read = JSON.stringify(menu)
    if (this.#drawn.menu !== read) this.#face.setMenu(menu)
    this.#drawn = { icon, toolTip, count: `${waiting}`, menu: read }
  }
}
