/**
 * Added server: the one description of a server that a person adds, in the window, on the command line or by an option.
 *
 * Guards invariant 8: it is stored and shown, so it has no secrets. They travel beside it.
 */

/** A server with an agent, or a Java server without one. */
export interface AddedServer {
  readonly id: string
  /** Given by a person. Without one, an agent names itself, and a Java server shows its address. */
  readonly name?: string
  /** `ws://host:port` or `wss://host:port` of an agent; `rcon://host:port` of a Java server. */
  readonly address: string
  /** Management protocol of a Java server. */
  readonly management?: { readonly address: string; readonly certificate?: string }
  /** Absolute path of a Java server's folder on this computer. */
  readonly folder?: string
  /** A person allowed the RCON password to cross the internet as plain text. */
  readonly plainTextConfirmed?: true
  /** SHA-256 fingerprint of the certificate that a person trusted, as `AB:CD:…`; no other is accepted. */
  readonly certificate?: string
}

/** Before it has an id, which its address gives it. */
export type NewServer = Omit<AddedServer, 'id'>

export interface ServerSecrets {
  /** Token of an agent, or password of a console; absent when it is not known any more: a person must enter it. */
  readonly token?: string
  /** Of the management protocol. */
  readonly management?: string
}

/** A server as it is given for the first time. */
export interface GivenServer {
  readonly server: NewServer
  readonly secrets: ServerSecrets & { readonly token: string }
}

/** What people call it. */
export const nameOfServer = ({ name, address }: NewServer): string => name ?? address
