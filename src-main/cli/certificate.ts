/** Certificate: the pinned certificate of a command, and advice for one that is not trusted. */
import type { ContractError } from '@contract/generated/error.js'
import { fingerprintOf } from '../network/certificate-check.js'
import { UsageError } from './verb.js'

/** @throws UsageError when the text is no fingerprint */
export function givenCertificate(text: string | undefined): { readonly certificate?: string } {
  if (text === undefined) return {}
  const certificate = fingerprintOf(text)
  if (certificate === undefined) {
    throw new UsageError('--fingerprint takes the SHA-256 fingerprint of a certificate: 64 hexadecimal digits.')
  }
  return { certificate }
}

/** Advice when the certificate is the problem; otherwise undefined. */
export function certificateAdvice({ code, details }: Pick<ContractError, 'code' | 'details'>): string | undefined {
  if (!code.startsWith('AUTH.CERTIFICATE_') || typeof details?.fingerprint !== 'string') return undefined
  return `The certificate of the server is ${details.fingerprint}. Compare it on the server itself. If it is the same, add: --fingerprint ${details.fingerprint}`
}
