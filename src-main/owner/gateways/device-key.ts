/**
 * Device key: the key pair that proves this computer to one gateway.
 *
 * Guards invariant 8: the private key is in the credential store only, and never leaves this computer.
 */
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'

export interface DeviceKey {
  /** Ed25519, as SPKI in base64. */
  readonly publicKey: string
  /** Ed25519, as PKCS #8 in base64, for the credential store. */
  readonly privateKey: string
}

export function createDeviceKey(): DeviceKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  })
  return { publicKey: publicKey.toString('base64'), privateKey: privateKey.toString('base64') }
}

/** @param privateKey as PKCS #8 in base64 @returns the signature in base64 */
export function signWith(privateKey: string, data: Uint8Array): string {
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), type: 'pkcs8', format: 'der' })
  return sign(null, data, key).toString('base64')
}

/** Name of the secret in the credential store. */
export const deviceSecretOf = (gateway: string): string => `gateway.${gateway}`
