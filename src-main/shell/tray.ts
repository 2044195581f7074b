/**
 * Tray: the state of the program at a glance, and the way to everything else.
 *
 * Setters only note; one render says it all. What makes the tray icon is injected, so that a test needs no desktop.
 */
import type { MenuItemConstructorOptions } from 'electron'
import type { Server } from '../contract/server.js'

export type TrayIcon = 'idle' | 'waiting' | 'problem'

/** What a tray can show; Electron's fits. */
export interface TrayFace {
  setIcon(icon: TrayIcon): void
  setToolTip(text: string): void
  setMenu(items: readonly MenuItemConstructorOptions[]): void
}

export interface TrayActions {
  openWindow(): void
  showQuestions(): void
  stopEverything(): void
  streamSafely(on: boolean): void
  quit(): void
}

export type Translate = (key: string, values?: Readonly<Record<string, unknown>>) => string

export class TrayService {
  readonly #face: TrayFace
  readonly #actions: TrayActions
  #translate: Translate
  #servers: readonly Server[] = []
  #waiting = 0
  #stopped = false
  #streaming = false

  constructor(face: TrayFace, actions: TrayActions, translate: Translate) {
    this.#face = face
    this.#actions = actions
    this.#translate = translate
    this.#render()
  }

  set translate(translate: Translate) {
    this.#translate = translate
    this.#render()
  }

  /** Questions that wait for a person. */
  set waiting(count: number) {
    if (count === this.#waiting) return
    this.#waiting = count
    this.#render()
  }

  /** Everything is stopped; a person ends that in the window. */
  set stopped(stopped: boolean) {
    if (stopped === this.#stopped) return
    this.#stopped = stopped
    this.#render()
  }

  /** Stream-safe mode is on. */
  set streaming(streaming: boolean) {
    if (streaming === this.#streaming) return
    this.#streaming = streaming
    this.#render()
  }

  set servers(servers: readonly Server[]) {
    this.#servers = servers
    this.#render()
  }

  #labelOf({ name, state, quarantined = [] }: Server): string {
    const t = this.#translate
    const waiting = quarantined.length > 0 ? ` · ${t('tray.unaccepted', { count: quarantined.length })}` : ''
    return `${name} · ${t(`server.${state}`)}${waiting}`
  }

  #render(): void {
    const t = this.#translate
    const troubled = this.#servers.some(({ state }) => state === 'offline' || state === 'degraded')
    this.#face.setIcon(this.#stopped ? 'problem' : this.#waiting > 0 ? 'waiting' : troubled ? 'problem' : 'idle')
    this.#face.setToolTip(
      this.#stopped
        ? t('tray.stopped')
        : this.#waiting > 0
          ? t('tray.waiting', { count: this.#waiting })
          : t('tray.idle', { count: this.#servers.filter(({ state }) => state === 'online').length }),
    )
    this.#face.setMenu([
      { label: t('tray.open'), click: () => this.#actions.openWindow() },
      {
        label: this.#waiting > 0 ? t('tray.questions', { count: this.#waiting }) : t('tray.noQuestions'),
        enabled: this.#waiting > 0,
        click: () => this.#actions.showQuestions(),
      },
      this.#stopped
        ? { label: t('tray.letGoOn'), click: () => this.#actions.openWindow() }
        : { label: t('tray.stopEverything'), click: () => this.#actions.stopEverything() },
      {
        label: t('tray.streamSafe'),
        type: 'checkbox',
        checked: this.#streaming,
        click: () => this.#actions.streamSafely(!this.#streaming),
      },
      { type: 'separator' },
      ...this.#servers.map((server) => ({ label: this.#labelOf(server), enabled: false })),
      ...(this.#servers.length > 0 ? [{ type: 'separator' as const }] : []),
      { label: t('tray.quit'), click: () => this.#actions.quit() },
    ])
  }
}
