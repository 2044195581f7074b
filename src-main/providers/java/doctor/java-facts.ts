/** Java facts: everything the doctor found out about one Java server, before it is judged. Strings are untrusted text, cleaned. */
import type { ManagementProblem } from '../management/management-failure.js'
import type { RconProblem } from '../rcon/rcon-failure.js'
import type { PortService } from './port-service.js'

/** What came of one attempt to connect and run `list`. */
export type RconAttempt =
  | { readonly kind: 'works' }
  | { readonly kind: 'failed'; readonly problem: RconProblem; readonly address?: string }
  /** Logged in, but the command got no reply in time, or the connection closed. */
  | { readonly kind: 'no-reply' | 'dropped' }
  /** Two equal commands got different replies: another client uses RCON at the same time. */
  | { readonly kind: 'disturbed' }
  | { readonly kind: 'no-password' }

export type ManagementAttempt =
  | { readonly kind: 'works' }
  | { readonly kind: 'no-secret' }
  | { readonly kind: 'failed'; readonly problem: ManagementProblem }
  | { readonly kind: 'certificate'; readonly state: 'unknown' | 'changed'; readonly fingerprint: string }

/** What `server.properties` says, of a server whose folder is known. */
export interface FolderFacts {
  readonly rconOn: boolean
  readonly rconPort: number
  readonly gamePort: number
  /** Compared with the password Gatehouse has; the password itself stays where it is. */
  readonly password: 'empty' | 'same' | 'different'
  readonly managementOn?: boolean
  /** The file was changed after the server started, so the server has not read it. */
  readonly changedSinceStart?: boolean
}

export interface JavaFacts {
  readonly host: string
  readonly port: number
  readonly rcon: RconAttempt
  /** What answers at the RCON port; known when RCON does not. */
  readonly service?: PortService
  /** What answers at the port players use. */
  readonly game?: { readonly port: number; readonly service: PortService }
  readonly management?: ManagementAttempt & { readonly host?: string; readonly port: number }
  readonly folder?: FolderFacts
  /** A world opened to LAN from the game was found at this host. */
  readonly isLanWorld?: boolean
}
