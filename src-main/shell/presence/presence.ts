/** Presence: tray, notifications, sounds and the automatic pop-up. It reflects the gateway's state and decides nothing. */

import { BrowserWindow } from 'electron'
import type { Composed } from '../../compose/composed.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { desktop } from '../../owner/orders/giver.js'
import type { FullScreen } from '../../policy/approvals/attention.js'
import { runSystemProgram } from '../system/system-program.js'
import type { ApprovalWindow } from '../windows/approval-window.js'
import type { MainWindow } from '../windows/main-window.js'
import type { StreamSwitchResult } from '../windows/stream-switch.js'
import { AttentionService } from './attention-service.js'
import { createElectronNotices } from './electron-notices.js'
import { createElectronTray } from './electron-tray.js'
import { createFullScreenProbe } from './full-screen.js'
import { Notices } from './notices.js'
import { createRedactText } from './redact-text.js'
import { redactedTray } from './redacted-tray.js'
import { type SafeModeAccess, showStatus } from './status-display.js'
import { streamEntry } from './stream-entry.js'
import { showActivity, TrayService } from './tray.js'
import type { Translate, TrayActions, TrayGateway } from './tray-menu.js'
import { countOtherRequests, hasPopUpRequest, showWaitingRequests } from './waiting-requests.js'

export interface PresenceOptions {
  readonly composed: Composed
  readonly mainWindow: MainWindow
  readonly popUp: ApprovalWindow
  readonly crash: SafeModeAccess
  readonly translate: Translate
  readonly clock: Clock
  readonly log: Log
  readonly quit: () => void
  readonly switchStream: (on: boolean) => Promise<StreamSwitchResult>
  /** Shows the requests of a gateway on another computer. @returns whether there are any */
  readonly showRequestsElsewhere: () => boolean
}

export interface Presence {
  /** Shows waiting requests because a person asked for it; the window when there are none. */
  showQuestions(): void
  /** Shows the gateways on other computers in the tray. */
  showGateways(gateways: readonly TrayGateway[]): void
  /** Switches the language. */
  updateLanguage(translate: Translate): void
}

export function openPresence(options: PresenceOptions): Presence {
  const { composed, mainWindow, popUp, crash, clock } = options
  const { gateway, stream } = composed
  let { translate } = options

  const showQuestions = () => {
    if (hasPopUpRequest(composed)) popUp.show()
    else if (countOtherRequests(composed) > 0 || !options.showRequestsElsewhere()) mainWindow.show()
  }
  const showQuestion = (id: string) =>
    gateway.approvals.isOpen(id) ? popUp.show(id) : mainWindow.go({ screen: 'approvals' })

  const maskText = (text: string) => stream.text(text)
  const redactText = createRedactText(maskText)
  const icon = createElectronTray(() => mainWindow.show(), mainWindow)
  const actions = trayActions(options, { showQuestions, showQuestion })
  const tray = new TrayService(redactedTray(icon, maskText), actions, translate, redactText)

  const attention: AttentionService = createAttention(options, {
    // New requests are visible in the pop-up already.
    notify: () => popUp.isUp || notices.questions(gateway.approvals.open(), countOtherRequests(composed)),
    ended: () => notices.questionsEnded(),
  })
  const notices = new Notices(
    {
      view: createElectronNotices(options.log),
      clock,
      redactText,
      capabilityName: (id, serverId = '') =>
        (gateway.registry.offerBy(serverId, id) ?? gateway.registry.offersOf(id)[0])?.manifest.name,
      choice: () => composed.settings.get().notifications,
      stopsReading: () => composed.settings.get().panicStopsReading,
      isQuiet: () => attention.isQuiet,
      isLookedAt: () => mainWindow.isLookedAt,
      go: (place) => mainWindow.go(place),
      showQuestion,
      showQuestions,
      deny: (id) => void gateway.approvals.decideAsPerson({ id, decision: 'deny', person: desktop }),
    },
    translate,
  )

  showWaitingRequests(composed, { tray, attention, popUp, mainWindow })
  showStatus({ composed, crash, tray, notices, clock })
  showActivity(gateway.calls, tray, clock)
  const streamSwitch = {
    switchTo: options.switchStream,
    redraw: () => tray.redrawMenu(),
    reportUnsaved: () => notices.streamUnsaved(),
  }
  const showStreamEntry = () => {
    tray.slot = [streamEntry(stream, translate, streamSwitch)]
  }
  stream.onDidSwitch(showStreamEntry)
  showStreamEntry()

  return {
    showQuestions,
    showGateways(gateways) {
      tray.gateways = gateways
    },
    updateLanguage(next) {
      translate = next
      showStreamEntry()
      tray.translate = next
      notices.translate = next
    },
  }
}

function trayActions(
  { composed, mainWindow, crash, log, quit }: PresenceOptions,
  show: Pick<TrayActions, 'showQuestions' | 'showQuestion'>,
): TrayActions {
  const { panic } = composed.gateway
  /** The window shows what failed, with a retry. */
  const openingWindowOnError = async (work: () => unknown, report: (details: { error: string }) => void) => {
    try {
      await work()
    } catch (error) {
      report({ error: `${error}` })
      mainWindow.show()
    }
  }
  return {
    ...show,
    openWindow: () => mainWindow.show(),
    connect() {
      void openingWindowOnError(
        () => crash.connect(),
        (details) => log.error('connecting failed', details),
      )
    },
    showServer: (about) => mainWindow.go({ screen: 'servers', about }),
    showServers: () => mainWindow.go({ screen: 'servers' }),
    showSettings: () => mainWindow.go({ screen: 'settings' }),
    stopEverything: () => panic.turnOn('desktop: tray'),
    pause: (minutes) => panic.pause('desktop: tray', minutes),
    resume() {
      const endPause = () => panic.endPause('desktop: tray')
      void openingWindowOnError(endPause, (details) => log.error('the pause could not be ended', details))
    },
    quit,
  }
}

export const fullScreenOfThisComputer = (clock: Pick<Clock, 'elapsed'>): (() => Promise<FullScreen>) =>
  createFullScreenProbe({
    platform: process.platform,
    env: process.env,
    run: runSystemProgram,
    elapsed: () => clock.elapsed(),
    isOurs: () => BrowserWindow.getFocusedWindow() !== null,
  })

function createAttention(
  { composed: { settings }, popUp, clock }: PresenceOptions,
  on: { readonly notify: () => void; readonly ended: () => void },
): AttentionService {
  return new AttentionService({
    clock,
    settings: () => settings.get(),
    fullScreen: fullScreenOfThisComputer(clock),
    play: (sound) => popUp.send('sound:play', { sound, volume: settings.get().sounds.volume }),
    ...on,
  })
}
