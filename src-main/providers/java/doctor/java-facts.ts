/** Java facts: all facts about one Java server that the doctor collected. Strings are untrusted text, cleaned. */
import type { ManagementProblem } from '../management/management-failure.js'
import type { RconProblem } from '../rcon/rcon-failure.js'
import type { MisreadLine } from '../setup/rcon-settings.js'
import type { PortService } from './port-service.js'

/** The result of one attempt to connect and run `list`. */
export type RconAttempt =
  | { readonly kind: 'works' }
  | { readonly kind: 'failed'; readonly problem: RconProblem; readonly address?: string }
  /** Logged in, but the command timed out or the connection closed. */
  | { readonly kind: 'no-reply' | 'dropped' }
  /** Two equal commands got different replies: another client uses RCON at the same time. */
  | { readonly kind: 'disturbed' }
  | { readonly kind: 'no-password' }

export type ManagementAttempt =
  | { readonly kind: 'works' }
  | { readonly kind: 'no-secret' }
  | { readonly kind: 'failed'; readonly problem: ManagementProblem }
  | { readonly kind: 'certificate'; readonly state: 'unknown' | 'changed'; readonly fingerprint: string }

/** Content of `server.properties`, when the folder is known. */
export interface FolderFacts {
  readonly rconOn: boolean
  readonly rconPort: number
  readonly gamePort: number
  /** Compared with the stored password; the password itself is not included. */
  readonly password: 'empty' | 'same' | 'different'
  /** Lines that the server does not read as they look. */
  readonly misread?: readonly MisreadLine[]
}

export interface JavaFacts {
  readonly host: string
  readonly port: number
  readonly rcon: RconAttempt
  /** What responds at the RCON port; known when RCON does not. */
  readonly service?: PortService
  /** What responds at the game port. */
  readonly game?: { readonly port: number; readonly service: PortService }
  readonly management?: ManagementAttempt & { readonly host?: string; readonly port: number }
  readonly folder?: FolderFacts
  /** A world opened to LAN was found on this host. */
  readonly isLanWorld?: boolean
}
