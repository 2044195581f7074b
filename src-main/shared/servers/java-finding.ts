/** Java findings: why a Java server is not connected, each with its fix. The texts are under `javaDoctor`. */
import type { JsonObject } from '@contract/call.js'

export const javaFindingKinds = [
  // The address
  'unknown-host',
  'unreachable',
  'no-response',
  'public-address',
  // The server
  'server-not-running',
  'rcon-off',
  'proxy',
  'lan-world',
  // The port
  'game-port',
  'management-port',
  'web-port',
  'tls-port',
  'other-program',
  'silent-port',
  'closes-login',
  'not-rcon',
  // The password
  'password-missing',
  'password-wrong',
  // The console
  'console-hangs',
  'connection-drops',
  'other-rcon-client',
  // The folder
  'file-rcon-off',
  'file-line-space',
  'file-line-mark',
  'file-password-empty',
  'file-port-differs',
  'file-password-differs',
  'file-port-conflict',
  // The management protocol
  'management-off',
  'management-too-old',
  'management-secret-missing',
  'management-secret-wrong',
  'management-needs-tls',
  'management-without-tls',
  'management-wrong-port',
  'certificate-unknown',
  'certificate-changed',
] as const
export type JavaFindingKind = (typeof javaFindingKinds)[number]

/** The fix that the window offers. */
export type JavaFindingAct =
  | 'edit-address'
  | 'enter-password'
  | 'set-up'
  | 'trust-certificate'
  | 'confirm-plain-text'
  | 'retry'

export interface JavaFinding {
  readonly kind: JavaFindingKind
  /** `cause`: prevents the connection. `hint`: may be related. */
  readonly weight: 'cause' | 'hint'
  /** Values for the sentence: `host`, `port`, `rconPort`, `gamePort`, `name`, `version`, `fingerprint`, `key`. Untrusted text, cleaned. */
  readonly details?: JsonObject
  readonly act?: JavaFindingAct
}
