/**
 * Orders about the program itself: settings, the last crash, updates, start and end, and its documents.
 *
 * Guards invariant 8: an error of a page is cleaned and bounded before it is logged, and logging is rate limited.
 */

import { GatewayError } from '@contract/gateway-error.js'
import { choosePosture } from '@shared/approvals/built-in-rule.js'
import type { CloseChoice } from '@shared/program/close-prompt.js'
import { type CrashState, windowProblemLimits } from '@shared/program/crash-state.js'
import type { Settings, SettingsProblem } from '@shared/program/settings.js'
import type { UpdateState } from '@shared/program/update.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { reportText } from '../../policy/text/report-text.js'
import { readSettingsFile, type SettingsTransfer, writeSettingsFile } from '../settings-transfer.js'
import type { AppInfo, DesktopState } from '../table/shapes.js'
import type { Giver, Orders, OrdersAbout } from '../table/table.js'

export interface AppFacts {
  info(): AppInfo
  /** Shows a file in the file manager. */
  showFile(file: string): void
}

export interface SettingsAccess {
  get(): Settings
  change(change: Partial<Settings>): boolean
  /** Whether the last change failed because the file could not be written. */
  readonly isUnwritable: boolean
  readonly file: string
  readonly problem: SettingsProblem | undefined
}

/** The settings of the gateway, in every program. */
export const settingsOrders = (settings: SettingsAccess): Pick<Orders, 'settings:get' | 'settings:change'> => ({
  'settings:get': () => settings.get(),
  'settings:change': (change) => {
    const { posture } = change
    const isOther = posture !== undefined && posture !== settings.get().posture
    if (settings.change(isOther ? { ...change, ...choosePosture(posture) } : change)) return settings.get()
    throw new GatewayError(settings.isUnwritable ? 'SYSTEM.SETTINGS_UNWRITABLE' : 'PROTOCOL.INVALID_REQUEST')
  },
})

export const appOrders = (
  facts: AppFacts,
  settings: SettingsAccess,
  transfer: SettingsTransfer,
): Omit<OrdersAbout<'app' | 'settings'>, keyof ReturnType<typeof settingsOrders>> => ({
  'app:info': () => facts.info(),
  'settings:problem': () => settings.problem ?? null,
  'settings:show-file': () => facts.showFile(settings.problem?.file ?? settings.file),
  'settings:export': async () => {
    const file = await transfer.chooseNew()
    if (file === undefined) return null
    writeSettingsFile(file, settings.get())
    return { file }
  },
  'settings:import': async () => {
    const file = await transfer.chooseExisting()
    return file === undefined ? null : readSettingsFile(file, transfer.isChange)
  },
})

export interface DesktopAccess {
  state(): DesktopState
  /** @throws GatewayError when the system refuses it */
  startAtLogin(on: boolean): void
  /** Quits, after a prompt if needed. */
  quit(): Promise<void>
  leave(answer: CloseChoice): Promise<void>
  /** @throws GatewayError when the system cannot show them */
  showDocuments(): Promise<void>
  /** Opens how to write an agent for a server without one. @returns its location */
  showAgentGuide(): Promise<{ readonly at: string }>
}

export const desktopOrders = (desktop: DesktopAccess): OrdersAbout<'desktop'> => ({
  'desktop:state': () => desktop.state(),
  'desktop:start-at-login': ({ on }) => {
    desktop.startAtLogin(on)
    return desktop.state()
  },
  'desktop:quit': () => desktop.quit(),
  'desktop:leave': ({ answer }) => desktop.leave(answer),
  'desktop:show-documents': () => desktop.showDocuments(),
  'desktop:show-agent-guide': () => desktop.showAgentGuide(),
})

export interface CrashAccess {
  state(): CrashState
  dismiss(): void
  /** Connects to the servers after a start in safe mode. */
  connect(): Promise<void>
  report(): string
  copy(text: string): Promise<void>
  showLog(): void
}

/** Maximum number of problems that a page may report in a period; further ones are only counted. */
const maxProblems = 10
const periodMs = 60_000

export function crashOrders(parts: CrashAccess, clock: Clock, log: Log): OrdersAbout<'crash'> {
  const reported = new Map<Giver, readonly number[]>()
  const droppedReports = new Map<Giver, number>()

  function takeReportSlot(page: Giver): boolean {
    const now = clock.elapsed()
    const recent = (reported.get(page) ?? []).filter((at) => now - at < periodMs)
    const isFree = recent.length < maxProblems
    reported.set(page, isFree ? [...recent, now] : recent)
    return isFree
  }

  return {
    'crash:state': () => parts.state(),
    'crash:dismiss': () => parts.dismiss(),
    'crash:connect': () => parts.connect(),
    'crash:copy-report': () => parts.copy(parts.report()),
    'crash:show-log': () => parts.showLog(),
    'crash:report': ({ where, message, stack }, page) => {
      const dropped = droppedReports.get(page) ?? 0
      if (!takeReportSlot(page)) {
        droppedReports.set(page, dropped + 1)
        return
      }
      log.error('something failed in a page', {
        page,
        where: reportText(where, windowProblemLimits.where),
        message: reportText(message, windowProblemLimits.message),
        ...(stack !== undefined && { stack: reportText(stack, windowProblemLimits.stack) }),
        ...(dropped > 0 && { andMore: dropped }),
      })
      droppedReports.delete(page)
    },
  }
}

export interface UpdateAccess {
  readonly state: UpdateState
  check(): Promise<void>
  restart(): void
}

export const updateOrders = (updates: UpdateAccess, openReleases: () => Promise<void>): OrdersAbout<'updates'> => ({
  'updates:state': () => updates.state,
  'updates:check': () => void updates.check(),
  'updates:restart': () => updates.restart(),
  'updates:open-releases': () => openReleases(),
})
