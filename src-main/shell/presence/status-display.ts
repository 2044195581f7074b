/** Status display: what the tray and the notifications show of servers, panic, the audit log and the last run. */
import type { AuditState } from '@shared/trail/audit.js'
import { daysAbout } from '@shared/trail/audit.js'
import type { Composed } from '../../compose/composed.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import { digestNotice } from '../../owner/digest/digest-text.js'
import type { CrashAccess } from '../../owner/orders/program.js'
import type { Notices } from './notices.js'
import { ServerWatch } from './server-watch.js'
import type { TrayService } from './tray.js'

/** Whether this run is in safe mode, and how to leave it. */
export type SafeModeAccess = Pick<CrashAccess, 'state' | 'connect'> & { onDidConnect(listener: () => void): unknown }

export interface StatusDisplay {
  readonly composed: Composed
  readonly crash: SafeModeAccess
  readonly tray: TrayService
  readonly notices: Notices
  readonly clock: Clock
}

/** Milliseconds until the window of a person who starts the program is shown. */
const startingMs = 3_000

export function showStatus(display: StatusDisplay): void {
  const { composed, notices } = display
  showServers(display)
  showCallsByRule(display)
  showPanic(display)
  showAuditState(display)
  showGameApproverPause(display)
  composed.streaming.obs.obs.onDidTurn((turned) => notices.streamTurned(turned))
  showSafeMode(display)
  composed.digests.onDidMake((digest) =>
    notices.digest(digestNotice(digest, composed.stream.language), daysAbout(digest)),
  )
}

function showServers({ composed: { gateway, javaServers }, tray, notices, clock }: StatusDisplay): void {
  const { registry } = gateway
  const watch = new ServerWatch(clock, (news) => notices.servers(news))
  const changed = () => {
    tray.servers = registry.servers()
    watch.servers = registry.servers()
  }
  registry.onDidChangeServer(changed)
  changed()
  javaServers.onDidLeaveUnsaved((server) => notices.leftUnsaved(server))
}

function showCallsByRule({ composed, notices }: StatusDisplay): void {
  composed.gateway.feed.onDidArrive((entry) => {
    if (entry.kind !== 'call') return
    notices.tooFew(entry)
    if (entry.ruleId !== undefined && entry.result === 'done') notices.actedByRule(entry)
  })
}

function showPanic({ composed: { gateway }, tray, notices }: StatusDisplay): void {
  const { panic } = gateway
  const changed = () => {
    tray.panic = panic.state
    notices.panic(panic.state)
  }
  panic.onDidChange(changed)
  changed()
}

function showAuditState({ composed: { audit }, tray, notices }: StatusDisplay): void {
  const changed = (state: AuditState) => {
    tray.trailBroken = Boolean(state.broken ?? state.unwritable)
    notices.trail(state)
  }
  audit.onDidChangeState(changed)
  changed(audit.state())
}

function showGameApproverPause({ composed: { settings }, notices }: StatusDisplay): void {
  const changed = () => notices.codes(settings.get().gameApprover?.paused === true)
  settings.onDidChange(changed)
  changed()
}

function showSafeMode({ crash, tray, notices, clock }: StatusDisplay): void {
  const changed = () => {
    tray.unconnected = crash.state().safeMode
    notices.unconnected(crash.state().safeMode)
  }
  crash.onDidConnect(changed)
  tray.unconnected = crash.state().safeMode
  // Whoever started it sees it in the window.
  clock.after(startingMs, changed)
}
