/** Self-signed: makes a certificate of this computer. It contains no address: who connects compares a fingerprint. */

export interface GeneratedCertificate {
  /** PEM. */
  readonly certificate: string
  readonly privateKey: string
}

export interface CertificateTerms {
  readonly now: Date
  /** Milliseconds of validity; it begins a day ago, for clocks that are behind. */
  readonly lifeMs: number
  /** A name for the certificate, not an address. */
  readonly host: string
  /** PEM, of a certificate with the same key; default: a new key. */
  readonly keyPair?: { readonly privateKey: string; readonly publicKey: string }
}

const dayMs = 86_400_000

/** An elliptic curve certificate. @throws Error when the key cannot be used */
export async function selfSigned({ now, lifeMs, host, keyPair }: CertificateTerms): Promise<GeneratedCertificate> {
  // When bundled, this CommonJS package has only a default export.
  const { default: selfsigned } = await import('selfsigned')
  const begins = now.getTime() - dayMs
  const generated = await selfsigned.generate([{ name: 'commonName', value: 'Gatehouse' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(begins),
    notAfterDate: new Date(begins + lifeMs),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: host }] },
    ],
    ...(keyPair && { keyPair }),
  })
  return { certificate: generated.cert.trim(), privateKey: generated.private.trim() }
}
