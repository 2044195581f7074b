/** Device proof: the key of another computer, and its signature over the TLS session that it is sent in. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto'

/** Whether it is an Ed25519 key, as SPKI in base64. */
export const isDeviceKey = (text: string): boolean => deviceKeyOf(text) !== undefined

/** @param exported of the TLS session @param signature in base64 */
export function isSignedBy(publicKey: string, exported: Buffer, signature: string): boolean {
  const key = deviceKeyOf(publicKey)
  return key !== undefined && verify(null, exported, key, Buffer.from(signature, 'base64'))
}

function deviceKeyOf(text: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    return undefined
  }
}
