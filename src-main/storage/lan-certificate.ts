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
  // When bundled, this CommonJS package has only a default export.
  const { default: selfsigned } = await import('selfsigned')
  const now = clock.now().getTime()
  const generated = await selfsigned.generate([{ name: 'commonName', value: 'Gatehouse' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(now - 86_400_000),
    notAfterDate: new Date(now - 86_400_000 + lifeMs),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'gatehouse.local' }] },
    ],
  })
  const pem = `${generated.cert.trim()}\n${generated.private.trim()}\n`
  writePrivateFile(file, pem)
  return { pem, fingerprint: new X509Certificate(generated.cert).fingerprint256 }
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
