/**
 * Presence: tray, notifications, sounds and the automatic pop-up. It reflects the gateway's state and decides nothing.
 */

import type { AuditState } from '@shared/trail/audit.js'
import { BrowserWindow } from 'electron'
import type { Composed } from '../compose/compose.js'
import type { Clock, Log } from '../gateway/ports/runtime.js'
import { desktop } from '../ipc/handlers/approvals.js'
import type { CrashAccess } from '../ipc/handlers/crash.js'
import { push } from '../ipc/typed-ipc.js'
import type { ApprovalWindow } from './approval-window.js'
import { AttentionService } from './attention-service.js'
import { createElectronNotices } from './electron-notices.js'
import { createElectronTray } from './electron-tray.js'
import { createFullScreenProbe } from './full-screen.js'
import type { MainWindow } from './main-window.js'
import { Notices } from './notices.js'
import { createRedactText } from './redact-text.js'
import { redactedTray } from './redacted-tray.js'
import { ServerWatch } from './server-watch.js'
import { runSystemProgram } from './system-program.js'
import { TrayService } from './tray.js'
import type { Translate } from './tray-menu.js'

export interface PresenceDependencies {
  readonly composed: Composed
  readonly mainWindow: MainWindow
  readonly popUp: ApprovalWindow
  /** Whether this run is in safe mode, and how to leave it. */
  readonly crash: Pick<CrashAccess, 'state' | 'connect'> & { onDidConnect(listener: () => void): unknown }
  readonly translate: Translate
  readonly clock: Clock
  readonly log: Log
  readonly quit: () => void
}

export interface Presence {
  /** Shows waiting requests on request of a person; the window when there are none. */
  showQuestions(): void
  /** Switches the language. */
  updateLanguage(translate: Translate): void
}

/** Minimum milliseconds for which the icon shows a running call, since most calls are too short to be seen. */
const workedMs = 1_500

/** Milliseconds until the window of a person who starts the program is shown. */
const startingMs = 3_000

export function openPresence(deps: PresenceDependencies): Presence {
  const { composed, mainWindow, popUp, crash, clock, log, quit } = deps
  const { gateway, settings, consents, audit, stream } = composed
  const { approvals, inputs, registry, panic, calls, feed } = gateway
  const maskText = (text: string) => stream.text(text)
  const redactText = createRedactText(maskText)
  let { translate } = deps

  const others = () => consents.open().length + inputs.open().length
  const isAnyOpen = () => approvals.open().length + inputs.open().length > 0
  const showQuestions = () => (isAnyOpen() ? popUp.show() : mainWindow.show())
  const showQuestion = (id: string) => (approvals.isOpen(id) ? popUp.show(id) : mainWindow.go({ screen: 'approvals' }))

  const tray = new TrayService(
    redactedTray(
      createElectronTray(() => mainWindow.show(), mainWindow),
      maskText,
    ),
    {
      openWindow: () => mainWindow.show(),
      connect: () => void connect(),
      showQuestions,
      showQuestion,
      showServer: (about) => mainWindow.go({ screen: 'servers', about }),
      showServers: () => mainWindow.go({ screen: 'servers' }),
      showSettings: () => mainWindow.go({ screen: 'settings' }),
      stopEverything: () => panic.turnOn('desktop: tray'),
      pause: (minutes) => panic.pause('desktop: tray', minutes),
      resume: () => attempted(() => panic.endPause('desktop: tray')),
      quit,
    },
    translate,
    redactText,
  )

  const attention = new AttentionService({
    clock,
    settings: () => settings.get(),
    fullScreen: createFullScreenProbe({
      platform: process.platform,
      env: process.env,
      run: runSystemProgram,
      elapsed: () => clock.elapsed(),
      isOurs: () => BrowserWindow.getFocusedWindow() !== null,
    }),
    play: (sound) => push('sound:play', { sound, volume: settings.get().sounds.volume }),
    // New requests are visible in the pop-up already.
    notify: () => popUp.isUp || notices.questions(approvals.open(), others()),
    ended: () => notices.questionsEnded(),
  })

  const notices = new Notices(
    {
      view: createElectronNotices(log),
      clock,
      redactText,
      capabilityName: (id, serverId = '') =>
        (registry.offerBy(serverId, id) ?? registry.offersOf(id)[0])?.manifest.name,
      choice: () => settings.get().notifications,
      stopsReading: () => settings.get().panicStopsReading,
      isQuiet: () => attention.isQuiet,
      isLookedAt: () => mainWindow.isLookedAt,
      go: (place) => mainWindow.go(place),
      showQuestion,
      showQuestions,
      deny: (id) => void approvals.decideAsPerson({ id, decision: 'deny', person: desktop }),
    },
    translate,
  )

  /** If it cannot be saved, the stop continues, and the window shows the reason. */
  function attempted(work: () => void): void {
    try {
      work()
    } catch (error) {
      log.error('the pause could not be ended', { error: `${error}` })
      mainWindow.show()
    }
  }

  /** Failures are shown in the window, with a retry. */
  async function connect(): Promise<void> {
    try {
      await crash.connect()
    } catch (error) {
      log.error('connecting failed', { error: `${error}` })
      mainWindow.show()
    }
  }

  const count = () => {
    tray.questions = approvals.open()
    tray.others = others()
  }
  approvals.onDidOpen(({ id, risk }) => {
    count()
    void attention.add({ id, critical: risk === 'critical', raise: () => popUp.appear() })
  })
  approvals.onDidClose(({ approvalId }) => {
    count()
    attention.remove(approvalId)
    if (!isAnyOpen()) popUp.hide()
  })
  inputs.onDidOpen(({ id }) => {
    count()
    void attention.add({ id, critical: false, raise: () => popUp.appear() })
  })
  inputs.onDidClose(({ id }) => {
    count()
    attention.remove(id)
    if (!isAnyOpen()) popUp.hide()
  })
  consents.onDidOpen(({ id }) => {
    count()
    void attention.add({ id, critical: false, raise: () => mainWindow.appear() })
  })
  consents.onDidClose(({ id }) => {
    count()
    attention.remove(id)
  })

  composed.javaServers.onDidLeaveUnsaved((server) => notices.leftUnsaved(server))
  const watch = new ServerWatch(clock, (news) => notices.servers(news))
  const serversChanged = () => {
    tray.servers = registry.servers()
    watch.servers = registry.servers()
  }
  registry.onDidChangeServer(serversChanged)
  serversChanged()

  const isRunning = () => calls.list().some(({ stage }) => stage === 'running')
  let stopsLooking: (() => void) | undefined
  const look = () => {
    stopsLooking = isRunning() ? clock.after(workedMs, look) : undefined
    tray.working = stopsLooking !== undefined
  }
  calls.onDidChange(() => {
    if (stopsLooking || !isRunning()) return
    tray.working = true
    stopsLooking = clock.after(workedMs, look)
  })
  feed.onDidArrive((entry) => {
    if (entry.kind === 'call') notices.tooFew(entry)
    if (entry.kind === 'call' && entry.ruleId !== undefined && entry.result === 'done') notices.actedByRule(entry)
  })

  const panicChanged = () => {
    tray.panic = panic.state
    notices.panic(panic.state)
  }
  panic.onDidChange(panicChanged)
  panicChanged()
  const trailChanged = (state: AuditState) => {
    tray.trailBroken = Boolean(state.broken ?? state.unwritable)
    notices.trail(state)
  }
  audit.onDidChangeState(trailChanged)
  trailChanged(audit.state())

  const gameApproverChanged = () => notices.codes(settings.get().gameApprover?.paused === true)
  settings.onDidChange(gameApproverChanged)
  gameApproverChanged()

  const connectionChanged = () => {
    tray.unconnected = crash.state().safeMode
    notices.unconnected(crash.state().safeMode)
  }
  crash.onDidConnect(connectionChanged)
  tray.unconnected = crash.state().safeMode
  // The person who started the program sees the state in the window.
  clock.after(startingMs, connectionChanged)

  const streamChanged = () => {
    tray.slot = [
      {
        label: translate('tray.streamSafe'),
        type: 'checkbox',
        checked: stream.on,
        // The system ticks the entry by itself; it is drawn again with the saved state.
        click: () => {
          if (stream.turn(!stream.on)) return
          tray.redrawMenu()
          notices.streamUnsaved()
        },
      },
    ]
  }
  stream.onDidSwitch(streamChanged)
  streamChanged()

  return {
    showQuestions,
    updateLanguage(next) {
      translate = next
      streamChanged()
      tray.translate = next
      notices.translate = next
    },
  }
}
