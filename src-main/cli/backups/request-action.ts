/**
 * Requests a backup or a restore from the running program, as any client does, and waits for the end.
 *
 * Enforces invariant 6: nothing is approved here.
 */
import { request } from 'node:http'
import type { ContractError } from '@contract/generated/error.js'
import type { GatewayEndpoint } from '@contract/local/endpoint-file.js'

export interface RequestedAction {
  readonly capabilityId: 'system.backup' | 'system.restore'
  readonly server: string
  readonly parameters: Readonly<Record<string, unknown>>
}

export type ActionResult =
  | { readonly ok: true; readonly data: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly error: Pick<ContractError, 'code' | 'message' | 'suggestion'> }

/** Bytes of a response. */
const maxResponseLength = 1024 * 1024

/** No time limit: people and disks may take long. @throws Error when the program does not respond */
export function requestAction(
  { capabilityId, server, parameters }: RequestedAction,
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
        if (text.length > maxResponseLength) asked.destroy(new Error('its response is too long'))
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
