/**
 * Close prompt: shown when a person closes the window for the first time, or quits while requests are open or clients
 * are connected.
 */
import { bridge } from '../clients/client.js'
import type { ConnectedClient } from '../clients/connection.js'

export interface ClosePrompt {
  readonly why: 'closed' | 'quit'
  /** Where the window goes when the program keeps running: hidden with a tray icon, or minimized without a tray. */
  readonly staysIn: 'tray' | 'taskbar'
}

/** Keep running without the window, quit, or cancel. */
export const closeChoices = ['stay', 'quit', 'back'] as const
export type CloseChoice = (typeof closeChoices)[number]

/** Number of AI clients that quitting disconnects. A bridge whose client has not identified itself does not count. */
export const countClientsDisconnectedByQuit = (connectedClients: readonly ConnectedClient[]): number =>
  new Set(
    connectedClients
      .filter(({ connected, clientId, says }) => connected && (clientId !== bridge.id || says !== undefined))
      .map(({ clientId, says }) => (clientId === bridge.id ? `${clientId} ${says}` : clientId)),
  ).size
