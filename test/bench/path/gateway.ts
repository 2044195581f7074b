/**
 * The headless program for the benchmark of the path, with its demo world in another process: `node gateway.cjs PROFILE
 * ADDRESS TOKEN`. Only a demo world may take as many calls as a benchmark makes, and the program's own is part of it.
 */
import { compose } from '../../../src-main/compose.js'
import { demoWorldId } from '../../../src-main/contract/server.js'
import { openLog } from '../../../src-main/storage/file-log.js'
import { openProfile } from '../../../src-main/storage/profile.js'

const [, , folder, address = '', token = ''] = process.argv
const profile = openProfile(folder)

async function main(): Promise<void> {
  const { agents, announce, stop } = await compose({ profile, log: openLog(profile, process.stderr), httpPort: 0 })
  process.on('SIGTERM', () => void stop().then(() => process.exit(0)))
  agents.add({ id: demoWorldId, kind: 'simulator', address, token })
  await announce()
  console.log('ready')
}

void main()
