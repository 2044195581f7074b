/** Certificate: the pinned certificate of a command, and advice for a certificate, host key or node that is not trusted. */
import type { ContractError } from '@contract/generated/error.js'
import { questionOf, type WayQuestion } from '@shared/servers/server-way.js'
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

/** Advice when a person must accept something before a Java server is reached; otherwise undefined. */
export function wayAdvice(problem: Pick<ContractError, 'code' | 'details'>): string | undefined {
  const question = questionOf(problem)
  if (!question) return undefined
  const changed =
    question.kind !== 'node' && question.isChanged
      ? 'It is not the one that was trusted: it may be another machine. Trust it only if you know why it changed. '
      : ''
  const { shown, option } = waysToAccept[question.kind]
  return `${shown} ${question.value}. ${changed}If it is yours, add the server again with: ${option} ${question.value}`
}

const waysToAccept: Readonly<Record<WayQuestion['kind'], { readonly shown: string; readonly option: string }>> = {
  hostKey: {
    shown: 'Compare on the machine, with ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub. Its host key is',
    option: '--host-key',
  },
  certificate: { shown: 'Compare on the panel itself. The fingerprint of its certificate is', option: '--fingerprint' },
  node: { shown: 'Compare in the panel. The server runs on the machine', option: '--node' },
  nodeCertificate: {
    shown: 'Ask the host. No authority certifies the machine; the fingerprint of its certificate is',
    option: '--node-fingerprint',
  },
}
