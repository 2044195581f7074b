/**
 * Added server: the one description of a server that a person adds, in the window, on the command line or by an option.
 *
 * Guards invariant 8: it is stored and shown, so it has no secrets. They travel beside it.
 */

/** SHA-256 fingerprint of an SSH host key, as OpenSSH shows it. */
export const hostKeyPattern = '^SHA256:[A-Za-z0-9+/]{43}$'

/** A server with an agent, or a Java server without one. */
export interface AddedServer {
  readonly id: string
  /** Given by a person. Without one, an agent names itself, and a Java server shows its address. */
  readonly name?: string
  /** `ws://host:port` or `wss://host:port` of an agent; that of a Java server as in `contract/java-address.ts`. */
  readonly address: string
  /** Management protocol of a Java server. */
  readonly management?: { readonly address: string; readonly certificate?: string }
  /** Absolute path of a Java server's folder on this computer. */
  readonly folder?: string
  /** A person allowed the RCON password to cross the internet as plain text. */
  readonly plainTextConfirmed?: true
  /** SHA-256 fingerprint of the certificate that a person trusted, as `AB:CD:…`; no other is accepted. */
  readonly certificate?: string
  /** SHA-256 fingerprint of the SSH host key that a person trusted, as `SHA256:…`; no other is accepted. */
  readonly hostKey?: string
  /** Absolute path of the private key for SSH; without it the agent or a password signs in. */
  readonly keyFile?: string
  /** Host and port of the machine behind a panel that a person accepted, for example `node7.host.example:8080`. */
  readonly node?: string
  /** SHA-256 fingerprint of that machine's certificate that a person trusted; no other is accepted. */
  readonly nodeCertificate?: string
  /** `rcon://host:port` for the commands of a server whose address reaches files alone. */
  readonly rcon?: string
}

/** Before it has an id, which its address gives it. */
export type NewServer = Omit<AddedServer, 'id'>

export interface ServerSecrets {
  /**
   * Token of an agent, password of a console, or key of a panel; absent when it is not known any more: a person must
   * enter it.
   */
  readonly token?: string
  /** Password for SSH, or passphrase of its key. */
  readonly login?: string
  /** Of the management protocol. */
  readonly management?: string
}

/** A server as it is given for the first time. */
export interface GivenServer {
  readonly server: NewServer
  readonly secrets: ServerSecrets
}

/** What people call it. */
export const nameOfServer = ({ name, address }: NewServer): string => name ?? address

/** Limits of the areas of one server. */
export const areaLimits = { areas: 32, name: 48 } as const

/** Where AI may build on a server, as its owner set it. With any area, builds outside all of them are refused. */
export interface BuildArea {
  /** Unique on its server, whatever its case. */
  readonly name: string
  readonly world: string
  /** Both corners are included; `from` is the lowest. */
  readonly from: { readonly x: number; readonly y: number; readonly z: number }
  readonly to: { readonly x: number; readonly y: number; readonly z: number }
}
