/**
 * Owner certificate: identifies this gateway to windows on other computers. Stored with its key in a private file.
 *
 * Windows pin the public key, so the certificate is renewed with the same key. A file that cannot be read is never
 * replaced by itself, because no window would know the gateway again.
 */
import { createHash, createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createSecureContext } from 'node:tls'
import { GatewayError } from '@contract/gateway-error.js'
import { pinOf } from '@shared/remote/pairing-code.js'
import type { Clock } from '../gateway/ports/runtime.js'
import { writePrivateFile } from './profile.js'
import { selfSigned } from './self-signed.js'

export const ownerCertificateFile = 'owner-certificate.pem'

export interface OwnerCertificate {
  /** The certificate and its private key, in PEM. */
  readonly pem: string
  /** SHA-256 of the certificate, as `AB:CD:…`. */
  readonly fingerprint: string
  /** The pin of its public key, as in a pairing code. */
  readonly pin: string
  readonly endsAt: Date
}

const dayMs = 86_400_000
const lifeMs = 825 * dayMs
/** Milliseconds before its end at which a certificate is renewed. */
const renewalMs = 90 * dayMs
const host = 'gatehouse.local'

/**
 * The certificate of this profile, renewed with its own key when it ends soon; a new one where there is none.
 *
 * @throws GatewayError when the file is damaged, Error when it cannot be read or written
 */
export async function loadOwnerCertificate(profile: string, clock: Pick<Clock, 'now'>): Promise<OwnerCertificate> {
  const file = path.join(profile, ownerCertificateFile)
  const now = clock.now()
  const stored = read(file)
  if (stored && stored.endsAt.getTime() - now.getTime() > renewalMs) return stored
  const keyPair = stored && keyPairOf(stored.pem)
  const made = await selfSigned({ now, lifeMs, host, ...(keyPair && { keyPair }) })
  const pem = `${made.certificate}\n${made.privateKey}\n`
  writePrivateFile(file, pem)
  return certificateOf(pem)
}

function read(file: string): OwnerCertificate | undefined {
  try {
    return certificateOf(readFileSync(file, 'utf8'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', {
      message: `Cannot read ${ownerCertificateFile} in the data folder.`,
      suggestion: 'Put it back from a copy, or delete it. After that every window must be added again.',
      cause: error,
    })
  }
}

/** @throws Error when it is not a certificate with its key */
function certificateOf(pem: string): OwnerCertificate {
  createSecureContext({ key: pem, cert: pem })
  const certificate = new X509Certificate(pem)
  const publicKey = certificate.publicKey.export({ type: 'spki', format: 'der' })
  return {
    pem,
    fingerprint: certificate.fingerprint256,
    pin: pinOf(createHash('sha256').update(publicKey).digest()),
    endsAt: new Date(certificate.validTo),
  }
}

function keyPairOf(pem: string): { readonly privateKey: string; readonly publicKey: string } {
  const key = createPrivateKey(pem)
  return {
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString(),
  }
}
