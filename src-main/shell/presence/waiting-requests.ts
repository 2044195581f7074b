/** Waiting requests: their number in the tray, and what brings a new one to the person's attention. */
import type { Composed } from '../../compose/composed.js'
import type { ApprovalWindow } from '../windows/approval-window.js'
import type { MainWindow } from '../windows/main-window.js'
import type { AttentionService } from './attention-service.js'
import type { TrayService } from './tray.js'

type Sources = Pick<Composed, 'gateway' | 'consents' | 'keyless'>

/** Requests of programs and services, which are not about a call. */
export const countOtherRequests = ({ gateway, consents, keyless }: Sources): number =>
  consents.open().length + keyless.waiting().length + gateway.inputs.open().length

/** Whether the pop-up has a request to show; programs that ask for access are shown in the window. */
export const hasPopUpRequest = ({ gateway: { approvals, inputs } }: Sources): boolean =>
  approvals.open().length + inputs.open().length > 0

export interface RequestDisplay {
  readonly tray: TrayService
  readonly attention: AttentionService
  readonly popUp: ApprovalWindow
  readonly mainWindow: MainWindow
}

export function showWaitingRequests(sources: Sources, { tray, attention, popUp, mainWindow }: RequestDisplay): void {
  const { approvals, inputs } = sources.gateway
  const count = () => {
    tray.questions = approvals.open()
    tray.others = countOtherRequests(sources)
  }
  const opened = (id: string, critical: boolean, raise: () => void) => {
    count()
    void attention.add({ id, critical, raise })
  }
  const closed = (id: string) => {
    count()
    attention.remove(id)
  }
  const closedInPopUp = (id: string) => {
    closed(id)
    if (!hasPopUpRequest(sources)) popUp.hide()
  }
  approvals.onDidOpen(({ id, risk }) => opened(id, risk === 'critical', () => popUp.appear()))
  approvals.onDidClose(({ approvalId }) => closedInPopUp(approvalId))
  inputs.onDidOpen(({ id }) => opened(id, false, () => popUp.appear()))
  inputs.onDidClose(({ id }) => closedInPopUp(id))
  sources.consents.onDidOpen(({ id }) => opened(id, false, () => mainWindow.appear()))
  sources.consents.onDidClose(({ id }) => closed(id))
  // One window for all of them: it shows the oldest, and says how many more there are.
  sources.keyless.onDidAsk(({ id }) => {
    if (sources.keyless.waiting().length > 1) return count()
    opened(id, false, () => mainWindow.appear())
  })
  sources.keyless.onDidEnd(({ id }) => closed(id))
}
