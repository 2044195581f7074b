/**
 * LAN certificate: the certificate that identifies this computer to phones, created once and stored with its key in a
 * private file.
 *
 * It is self-signed and contains no address: the person who pairs a phone compares its fingerprint. It stays the same
 * when addresses change, so a phone that accepted it warns of any other.
 */
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createSecureContext } from 'node:tls'
import type { Clock } from '../gateway/ports/runtime.js'
import { writePrivateFile } from './profile.js'
import { selfSigned } from './self-signed.js'

export const lanCertificateFile = 'lan-certificate.pem'

export interface LanCertificate {
  /** The certificate and its private key, in PEM. */
  readonly pem: string
  /** SHA-256, as `AB:CD:…`. */
  readonly fingerprint: string
}

/** The longest validity that all browsers accept. */
const lifeMs = 825 * 86_400_000
const renewalMs = 30 * 86_400_000

/** The certificate of this profile; a new one when it is missing, unusable, or expires within a month. @throws Error */
export async function loadLanCertificate(profile: string, clock: Clock): Promise<LanCertificate> {
  const file = path.join(profile, lanCertificateFile)
  const stored = readCertificate(file, clock)
  if (stored) return stored
  const { certificate, privateKey } = await selfSigned({ now: clock.now(), lifeMs, host: 'gatehouse.local' })
  const pem = `${certificate}\n${privateKey}\n`
  writePrivateFile(file, pem)
  return { pem, fingerprint: new X509Certificate(certificate).fingerprint256 }
}

function readCertificate(file: string, clock: Clock): LanCertificate | undefined {
  try {
    const pem = readFileSync(file, 'utf8')
    createSecureContext({ key: pem, cert: pem })
    const certificate = new X509Certificate(pem)
    const remainingMs = Date.parse(certificate.validTo) - clock.now().getTime()
    return remainingMs > renewalMs ? { pem, fingerprint: certificate.fingerprint256 } : undefined
  } catch {
    return undefined
  }
}
