/**
 * Endpoint file: the address of the running gateway for the bridge. It holds a token, so only its owner can read it.
 */
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { endpointFileName, type GatewayEndpoint, parseEndpoint } from '@contract/local/endpoint-file.js'
import { writePrivateFile } from './profile.js'

export function writeEndpoint(profile: string, endpoint: GatewayEndpoint): void {
  writePrivateFile(path.join(profile, endpointFileName), `${JSON.stringify(endpoint)}\n`)
}

/** Removes the file if this process wrote it. */
export function removeEndpoint(profile: string): void {
  const file = path.join(profile, endpointFileName)
  try {
    if (parseEndpoint(readFileSync(file, 'utf8'))?.pid === process.pid) rmSync(file)
  } catch {
    return
  }
}
