#!/usr/bin/env node
/** The `gatehouse` command: tools for those who write agents. `gatehouse --help` */
import { escapedStack } from '@contract/text/escaped-text.js'
import { runCommandLine } from './cli/command-line.js'
import { processEnvironment } from './cli/process-environment.js'
import { exitCodes } from './cli/verb.js'

// The reader of the output may close the pipe early, as `| head` does.
process.stdout.on('error', () => process.exit())

runCommandLine(process.argv.slice(2), processEnvironment()).then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    console.error(escapedStack(error))
    process.exitCode = exitCodes.usage
  },
)
