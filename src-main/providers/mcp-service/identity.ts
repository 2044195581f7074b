/**
 * Identity: which program or address a service is. Another one under the same name inherits no trust.
 *
 * Values of variables and headers are no part of it: a new key is the same service.
 */
import { createHash } from 'node:crypto'
import { canonical } from '../../contract/canonical-json.js'
import type { ServiceConfig } from '../../contract/service.js'

const namesIn = (some: unknown): readonly string[] => Object.keys((some ?? {}) as object).sort()

export function identityOf(config: ServiceConfig): string {
  const { type, command, args, cwd, url, module, env, headers } = config as ServiceConfig &
    Readonly<Record<string, unknown>>
  const what = { type, command, args, cwd, url, module, env: namesIn(env), headers: namesIn(headers) }
  return createHash('sha256').update(canonical(what)).digest('hex').slice(0, 32)
}
