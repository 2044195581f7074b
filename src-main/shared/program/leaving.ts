/** Leaving: what a person is asked when they close the window for the first time, or quit while it matters. */
import { bridge } from '../clients/client.js'
import type { ConnectedClient } from '../clients/connection.js'

export interface LeavingQuestion {
  readonly why: 'closed' | 'quit'
  /** Where the window goes when the program stays: hidden, with its icon in the tray, or made small where there is no tray. */
  readonly staysIn: 'tray' | 'taskbar'
}

/** Stays without its window, quits, or goes back as if nothing had been asked. */
export const leavingAnswers = ['stay', 'quit', 'back'] as const
export type LeavingAnswer = (typeof leavingAnswers)[number]

/** How many AI clients a quit would cut off. The bridge alone, before a client has said who it is, is none. */
export const clientsCutOff = (connectedClients: readonly ConnectedClient[]): number =>
  new Set(
    connectedClients
      .filter(({ connected, clientId, says }) => connected && (clientId !== bridge.id || says !== undefined))
      .map(({ clientId, says }) => (clientId === bridge.id ? `${clientId} ${says}` : clientId)),
  ).size
