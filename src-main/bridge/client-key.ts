/**
 * Client key: reads the key of the AI client that started this bridge from the profile.
 *
 * Enforces invariants 7 and 8: a named client uses its own key or none. A missing key never falls back to the shared
 * key, because that would drop the client's rules.
 */
import { join } from 'node:path'
import { clientKeysFolder, keyFileName, parseKeyFile } from '@contract/local/client-key.js'
import type { GatewayEndpoint } from '@contract/local/endpoint-file.js'
import { BridgeError, damagedKeyFile, keyMissing, unsafeKeyFile } from './failure.js'
import { readOwnFile } from './own-file.js'

/** @throws BridgeError with what to do, when there is no such key or it is not safe to use */
export async function readClientKey(profile: string, name: string): Promise<string> {
  const path = join(profile, clientKeysFolder, keyFileName(name))
  const file = await readOwnFile(path)
  if (file.kind === 'absent') throw new BridgeError(keyMissing(name))
  if (file.kind === 'unsafe') throw new BridgeError(unsafeKeyFile(path, file.why))
  const key = parseKeyFile(file.text)
  if (key === undefined) throw new BridgeError(damagedKeyFile(path))
  return key
}

/** The gateway's endpoint with this client's key. Read for each search, because the key may change. */
export async function withClientKey(
  profile: string,
  name: string | undefined,
  find: () => Promise<GatewayEndpoint>,
): Promise<GatewayEndpoint> {
  if (name === undefined) return find()
  await readClientKey(profile, name)
  const gateway = await find()
  return { ...gateway, token: await readClientKey(profile, name) }
}
