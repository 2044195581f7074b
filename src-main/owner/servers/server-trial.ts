/**
 * Server trial: connects to a server once to test it, and reports the reached step.
 *
 * Enforces invariant 8: the token is sent only after the certificate was verified by an authority or a pin. Only a few
 * trials run at once: a compromised window cannot scan the network.
 */

import { GatewayError } from '@contract/gateway-error.js'
import { contractVersion } from '@contract/product.js'
import { mayKeepToken, serverIdOf } from '@contract/server-address.js'
import { compatibilityOf } from '@contract/versions.js'
import type { AddedServer, ServerSecrets } from '@shared/servers/added-server.js'
import type { ServerTrial, ServerTrialResult, TrialStep } from '@shared/servers/server-care.js'
import { plainName, untrusted } from '../../policy/text/untrusted-text.js'
import type { TokenFor } from '../../storage/pairing-tokens.js'
import type { SchemaThread } from '../../validation/schema-thread.js'
import { type DialResult, dial } from './dial.js'

/** Maximum concurrent trials. */
const maxAtOnce = 2

export interface ServerTrialDependencies {
  readonly schemas: SchemaThread
  readonly serverOf: (id: string) => AddedServer | undefined
  readonly secretsOf: (server: AddedServer) => ServerSecrets
  readonly tokenFor: TokenFor
}

export type TryServer = (trial: ServerTrial) => Promise<ServerTrialResult>

/** Rejects with a GatewayError when there is nothing to test. */
export function createServerTrial({ schemas, serverOf, secretsOf, tokenFor }: ServerTrialDependencies): TryServer {
  let running = 0
  return async ({ id, ...given }) => {
    const known = id === undefined ? undefined : serverOf(id)
    if (id !== undefined && !known) throw new GatewayError('PROTOCOL.SERVER_NOT_FOUND')
    const address = (given.address ?? known?.address ?? '').trim()
    serverIdOf(address)
    const remembered = known && mayKeepToken(known.address, address) ? secretsOf(known).token : undefined
    const token = tokenFor(given.token?.trim() ?? '') || remembered
    if (!token) throw new GatewayError('AUTH.UNAUTHORIZED', tokenless)
    if (running >= maxAtOnce) throw new GatewayError('SYSTEM.RATE_LIMITED')
    running += 1
    try {
      let opened = false
      // A stored token is only sent with the pinned certificate, or one of a public authority.
      const certificate = (given.token ? given.certificate : undefined) ?? known?.certificate
      const dialled = await dial({
        address,
        token,
        schemas,
        ...(certificate && { certificate }),
        onOpen: () => {
          opened = true
        },
      })
      return resultOf(dialled, new URL(address).protocol === 'wss:', opened)
    } finally {
      running -= 1
    }
  }
}

const tokenless = {
  message: 'No token is stored for this server.',
  suggestion: 'Enter the token of its agent.',
}

function resultOf(dialled: DialResult, secure: boolean, opened: boolean): ServerTrialResult {
  if (!dialled.ok) return { ok: false, secure, at: failedAt(dialled.error.code, opened), error: dialled.error }
  const { name, software, version, capabilities, refused, registrationMs, latencyMs } = dialled
  return {
    ok: true,
    secure,
    name: plainName(untrusted(name)),
    ...(software && { software: plainName(untrusted(software)) }),
    agent: plainName(untrusted(version)),
    older: compatibilityOf(contractVersion, version) === 'degraded',
    capabilities,
    refused: refused.length,
    registrationMs,
    ...(latencyMs !== undefined && { latencyMs }),
  }
}

function failedAt(code: string, opened: boolean): TrialStep {
  if (code.startsWith('AUTH.CERTIFICATE_')) return 'secure'
  if (!opened) return 'reach'
  return code === 'PROTOCOL.VERSION_MISMATCH' ? 'contract' : 'token'
}
