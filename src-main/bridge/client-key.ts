/**
 * Client key: the key of the AI client that started this bridge, read by its name out of the profile.
 *
 * Guards invariants 7 and 8: who is named in the configuration comes with the key of that name or not at all. A missing
 * key never falls back to the group of those without one, for that would drop the rules of that program.
 */
import { join } from 'node:path'
import { clientKeysFolder, keyFileName, parseKeyFile } from '../contract/client-key.js'
import type { GatewayEndpoint } from '../contract/endpoint-file.js'
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

/** A gateway as the client of this name sees it: with that client's key. Read again for each search, for it may change. */
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
