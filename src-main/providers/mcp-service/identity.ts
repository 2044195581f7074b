/**
 * Identity: which program or address a service is. Another one under the same name inherits no trust.
 *
 * It is of what really runs: references count with what they stand for now. Values of variables and headers, and keys in
 * an address, are no part of it: a new key is the same service. A key among the arguments is.
 */
import { createHash, scryptSync } from 'node:crypto'
import { canonical } from '../../contract/canonical-json.js'
import type { ServiceConfig } from '../../contract/service.js'
import { withoutUrlKeys } from '../../policy/service-keys.js'
import { resolveServiceReferences, secretsIn } from '../../policy/service-references.js'
import type { TextSources } from './process/environment.js'

const namesIn = (some: unknown): readonly string[] => Object.keys((some ?? {}) as object).sort()

/** Undefined while a variable or a key that it names is missing: it cannot start then. */
export function identityOf(
  service: ServiceConfig,
  { environment, secretOf }: Pick<TextSources, 'environment' | 'secretOf'>,
): string | undefined {
  const { type, command, args, cwd, url, module, config, env, headers } = service as ServiceConfig &
    Readonly<Record<string, unknown>>
  const named = { type, command, args, cwd, url, module, config }
  try {
    const { url: address, ...resolved } = resolveServiceReferences(named, { environment, secret: secretOf })
    const place = typeof address === 'string' ? withoutUrlKeys(address) : undefined
    const text = canonical({ ...resolved, url: place, env: namesIn(env), headers: namesIn(headers) })
    // Nobody guesses a short password from what is stored of it.
    const isKeyed = secretsIn({ ...named, url: '' } as unknown as ServiceConfig).length > 0
    return isKeyed
      ? scryptSync(text, 'identity of a service', 16).toString('hex')
      : createHash('sha256').update(text).digest('hex').slice(0, 32)
  } catch {
    return undefined
  }
}
