/**
 * Server trial: dials a server once, for a person who wants to know whether it works, and tells how far it came.
 *
 * Guards invariant 8: the token goes to nobody whose certificate neither an authority nor a person vouches for; the dial
 * sees to it before it sends a byte. Only a few are tried at once: a window that was taken over scans no network.
 */
import { type Dialled, dial } from '../cli/servers/dial.js'
import { GatewayError } from '../contract/gateway-error.js'
import { contractVersion } from '../contract/product.js'
import { mayKeepToken, serverIdOf } from '../contract/server-address.js'
import type { ServerTrial, ServerTrialResult, TrialStep } from '../contract/server-care.js'
import type { AgentServer } from '../contract/settings.js'
import { compatibilityOf } from '../contract/versions.js'
import { plainName, untrusted } from '../policy/untrusted-text.js'
import type { SchemaThread } from '../validation/schema-thread.js'
import type { TokenFor } from './pairing-tokens.js'

/** Trials at once. */
const mostAtOnce = 2

export interface ServerTrialParts {
  readonly schemas: SchemaThread
  readonly serverOf: (id: string) => AgentServer | undefined
  readonly tokenOf: (id: string) => string | undefined
  readonly tokenFor: TokenFor
}

export type TryServer = (trial: ServerTrial) => Promise<ServerTrialResult>

/** Rejects with a GatewayError when there is nothing to try. */
export function createServerTrial({ schemas, serverOf, tokenOf, tokenFor }: ServerTrialParts): TryServer {
  let running = 0
  return async ({ id, ...given }) => {
    const known = id === undefined ? undefined : serverOf(id)
    if (id !== undefined && !known) throw new GatewayError('PROTOCOL.SERVER_NOT_FOUND')
    const address = (given.address ?? known?.address ?? '').trim()
    serverIdOf(address)
    const remembered = known && mayKeepToken(known.address, address) ? tokenOf(known.id) : undefined
    const token = tokenFor(given.token?.trim() ?? '') || remembered
    if (!token) throw new GatewayError('AUTH.UNAUTHORIZED', tokenless)
    if (running >= mostAtOnce) throw new GatewayError('SYSTEM.RATE_LIMITED')
    running += 1
    try {
      let opened = false
      // A remembered token goes to the certificate that was remembered with it, or to what an authority vouches for.
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
  message: 'The token of this server is not known.',
  suggestion: 'Enter the token of its agent.',
}

function resultOf(dialled: Dialled, secure: boolean, opened: boolean): ServerTrialResult {
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
