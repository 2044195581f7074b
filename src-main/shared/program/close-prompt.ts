/**
 * Close prompt: asked when a person closes the window for the first time, or quits while requests are open or clients
 * are connected.
 */
import { bridge } from '../clients/client.js'
import type { ConnectedClient } from '../clients/connection.js'

export interface ClosePrompt {
  readonly why: 'closed' | 'quit'
  /** Where the window goes when the program stays: hidden, with its icon in the tray, or made small where there is no tray. */
  readonly staysIn: 'tray' | 'taskbar'
}

/** Stays without its window, quits, or goes back as if nothing had been asked. */
export const closeChoices = ['stay', 'quit', 'back'] as const
export type CloseChoice = (typeof closeChoices)[number]

/** Number of AI clients that quitting disconnects. A bridge whose client has not identified itself does not count. */
export const countClientsDisconnectedByQuit = (connectedClients: readonly ConnectedClient[]): number =>
  new Set(
    connectedClients
      .filter(({ connected, clientId, says }) => connected && (clientId !== bridge.id || says !== undefined))
      .map(({ clientId, says }) => (clientId === bridge.id ? `${clientId} ${says}` : clientId)),
  ).size
