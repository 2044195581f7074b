/**
 * Pairing code: what a person types to add a gateway: 20 characters in groups of 5, without letters that look alike.
 *
 * The first 8 are a secret, used once. The others are the beginning of the pin of the gateway's certificate, so that the
 * window knows the gateway before it shows the secret: nobody between them learns it.
 */

/** Crockford's alphabet. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const lengths = { secret: 8, pin: 12, group: 5 } as const

export interface PairingCode {
  readonly secret: string
  /** The beginning of the pin. */
  readonly pin: string
}

/** One character for each of the first bytes. */
const charactersOf = (bytes: Uint8Array, length: number): string =>
  [...bytes.slice(0, length)].map((byte) => alphabet[byte % alphabet.length]).join('')

/** @param random at least 8 random bytes @returns the secret of a code */
export const pairingSecretOf = (random: Uint8Array): string => charactersOf(random, lengths.secret)

/** @param digest SHA-256 of the certificate's public key (SPKI, DER) */
export const pinOf = (digest: Uint8Array): string => charactersOf(digest, lengths.pin)

/** `ABCDE-FGHJK-MNPQR-STVWX` */
export const pairingCodeText = ({ secret, pin }: PairingCode): string =>
  (secret + pin).match(new RegExp(`.{${lengths.group}}`, 'g'))?.join('-') ?? ''

/** Undefined when it is no code. Case, spaces and dashes do not matter, nor O for 0, and I or L for 1. */
export function readPairingCode(typed: string): PairingCode | undefined {
  const read = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  if (read.length !== lengths.secret + lengths.pin || [...read].some((one) => !alphabet.includes(one))) return undefined
  return { secret: read.slice(0, lengths.secret), pin: read.slice(lengths.secret) }
}
