/** Desktop, for the main window only: system properties, start at login, and quitting. */
import type { CloseChoice } from '@shared/program/close-prompt.js'
import type { Handlers } from '../request-handling.js'
import type { DesktopState } from '../shapes.js'

export interface DesktopAccess {
  state(): DesktopState
  /** @throws GatewayError when the system refuses it */
  startAtLogin(on: boolean): void
  /** Quits, after a prompt if needed. */
  quit(): Promise<void>
  leave(answer: CloseChoice): Promise<void>
  /** @throws GatewayError when the system cannot show them */
  showDocuments(): Promise<void>
}

type Topic = 'desktop:state' | 'desktop:start-at-login' | 'desktop:quit' | 'desktop:leave' | 'desktop:show-documents'

export const desktopHandlers = (desktop: DesktopAccess): Pick<Handlers, Topic> => ({
  'desktop:state': () => desktop.state(),
  'desktop:start-at-login': ({ on }) => {
    desktop.startAtLogin(on)
    return desktop.state()
  },
  'desktop:quit': () => desktop.quit(),
  'desktop:leave': ({ answer }) => desktop.leave(answer),
  'desktop:show-documents': () => desktop.showDocuments(),
})
