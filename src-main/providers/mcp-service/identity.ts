/**
 * Identity: identifies the program or address of a service. Another one with the same name inherits no trust.
 *
 * It covers what really runs: references are replaced by their current values. Values of variables and headers, and
 * keys in the parameters of an address, are excluded, so a new key keeps the identity. A key among the arguments or in
 * the path changes it: the path may select another service.
 */
import { createHash, scryptSync } from 'node:crypto'
import { canonical } from '@contract/json/canonical-json.js'
import type { ServiceConfig } from '@shared/servers/service.js'
import { resolveServiceReferences, secretsIn } from '../../policy/services/service-references.js'
import { withoutUrlKeys } from '../../policy/services/url-keys.js'
import type { TextSources } from './process/environment.js'

const namesIn = (some: unknown): readonly string[] => Object.keys((some ?? {}) as object).sort()

/** Undefined while a referenced variable or key is missing: the service cannot start then. */
export function identityOf(
  service: ServiceConfig,
  { environment, secretOf }: Pick<TextSources, 'environment' | 'secretOf'>,
): string | undefined {
  const { type, command, args, cwd, url, module, config, env, headers } = service as ServiceConfig &
    Readonly<Record<string, unknown>>
  const named = { type, command, args, cwd, url, module, config }
  try {
    const { url: address, ...resolved } = resolveServiceReferences(named, { environment, secret: secretOf })
    const place = typeof address === 'string' ? withoutUrlKeys(address, { path: false }) : undefined
    const text = canonical({ ...resolved, url: place, env: namesIn(env), headers: namesIn(headers) })
    // A slow hash: a short password must not be guessable from the stored value.
    const isKeyed = secretsIn({ ...named, url: '' } as unknown as ServiceConfig).length > 0
    return isKeyed
      ? scryptSync(text, 'identity of a service', 16).toString('hex')
      : createHash('sha256').update(text).digest('hex').slice(0, 32)
  } catch {
    return undefined
  }
}
