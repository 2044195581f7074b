/**
 * The headless program for the benchmark of the path, with its demo world in another process: `node gateway.cjs PROFILE
 * ADDRESS TOKEN`. Only a demo world may take as many calls as a benchmark makes, and the program's own is part of it.
 */

import { demoWorldId } from '@shared/servers/server.js'
import { compose } from '../../../src-main/compose/compose.js'
import type { Registry } from '../../../src-main/gateway/trust/registry.js'
import { standardError } from '../../../src-main/storage/log/log-file.js'
import { openLog } from '../../../src-main/storage/log/program-log.js'
import { openProfile } from '../../../src-main/storage/profile.js'

const [, , folder, address = '', token = ''] = process.argv
const profile = openProfile(folder)

/** Resolves when a server offers a capability. */
const offered = (registry: Registry, id: string): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (registry.offersOf(id).length > 0) resolve()
    }
    registry.onDidChangeCapabilities(look)
    look()
  })

async function main(): Promise<void> {
  const { agents, announce, gateway, stop } = await compose({
    profile,
    log: openLog(profile, { terminal: standardError() }),
    httpPort: 0,
  })
  process.on('SIGTERM', () => void stop().then(() => process.exit(0)))
  agents.add({ id: demoWorldId, address }, { token }, 'simulator')
  await announce()
  await offered(gateway.registry, 'world.time.get')
  console.log('ready')
}

void main()
