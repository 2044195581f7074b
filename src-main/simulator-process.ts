/** The demo world as a contract agent in its own process: `gatehouse simulate` with JSON lines. */

import { escapedStack } from '@contract/text/escaped-text.js'
import { runCommandLine } from './cli/command-line.js'
import { processEnvironment } from './cli/process-environment.js'

runCommandLine(['simulate', '--json', ...process.argv.slice(2)], processEnvironment()).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(escapedStack(error))
    process.exit(2)
  },
)
