/**
 * Order: asks the running program for a backup or a restore, as any client does, and waits for the end.
 *
 * Guards invariant 6: nothing is approved here. Whoever decides does so where the program asks them.
 */
import { request } from 'node:http'
import type { GatewayEndpoint } from '../../contract/endpoint-file.js'
import type { ContractError } from '../../contract/generated/error.js'

export interface AskedAction {
  readonly capabilityId: 'system.backup' | 'system.restore'
  readonly server: string
  readonly parameters: Readonly<Record<string, unknown>>
}

export type ActionResult =
  | { readonly ok: true; readonly data: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly error: Pick<ContractError, 'code' | 'message' | 'suggestion'> }

/** Bytes of a response. */
const longestResponse = 1024 * 1024

/** It takes as long as people and disks need: there is no time limit. @throws Error when the program does not answer */
export function askFor(
  { capabilityId, server, parameters }: AskedAction,
  { endpoint, token }: GatewayEndpoint,
): Promise<ActionResult> {
  const body = JSON.stringify({ parameters, server })
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  return new Promise((resolve, reject) => {
    const asked = request(`${endpoint}/api/v1/capabilities/${capabilityId}/invoke`, { method: 'POST', headers })
    asked.on('error', reject)
    asked.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
        if (text.length > longestResponse) asked.destroy(new Error('its response is too long'))
      })
      response.on('error', reject)
      response.on('end', () => {
        try {
          resolve(resultIn(JSON.parse(text)))
        } catch {
          reject(new Error('its response is not valid'))
        }
      })
    })
    asked.end(body)
  })
}

function resultIn(value: unknown): ActionResult {
  const { success, data, error } = value as { success: boolean; data?: object; error?: ContractError }
  if (success) return { ok: true, data: { ...data } }
  if (!error) throw new Error('neither a result nor an error')
  return { ok: false, error }
}
