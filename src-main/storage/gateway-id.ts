/**
 * Gateway id: identifies this installation to agents. See docs/protocol.md#agents-register.
 *
 * One per profile, created at the first start, so that an agent can distinguish two gateways. It is not secret.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { product } from '@contract/product.js'
import type { Log } from '../gateway/ports/runtime.js'

export const gatewayIdFile = 'gateway-id'

const isGatewayId = (text: string): boolean => /^gatehouse-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u.test(text)

/** The id of this profile; one that cannot be read is replaced. Never throws. */
export function openGatewayId(profile: string, log: Log): string {
  const file = path.join(profile, gatewayIdFile)
  const stored = readStored(file)
  if (stored) return stored
  const id = `${product.id}-${randomUUID()}`
  try {
    writeFileSync(file, `${id}\n`, { mode: 0o600 })
  } catch (error) {
    log.warn('the id of this gateway could not be kept; the next start makes another', { error: `${error}` })
  }
  return id
}

function readStored(file: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8').slice(0, 128).trim()
    return isGatewayId(text) ? text : undefined
  } catch {
    return undefined
  }
}
