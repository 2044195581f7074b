/** The sandbox worker: a thread that runs one call in the sandbox, and is then terminated. */
import { parentPort } from 'node:worker_threads'
import { coreCatalogue } from '@contract/core-catalogue.js'
import type { SandboxMessage, SandboxRequest } from '../agents/kit/sandbox/sandbox-thread.js'
import { demoWorldSandbox, mockSandbox } from '../agents/kit/sandbox/sandbox-world.js'
import { NotAdmitted, runTrial } from '../agents/kit/sandbox/trial.js'

const seed = 1
const say = (message: SandboxMessage): void => parentPort?.postMessage(message)

/** Core capabilities run in the demo world; those of third parties are mocked by their manifest. */
async function run({ manifest, given }: SandboxRequest): Promise<void> {
  const playground = coreCatalogue.has(manifest.id) ? demoWorldSandbox(seed) : mockSandbox([manifest])
  try {
    say({ kind: 'tried', trial: await runTrial(manifest.id, given, playground) })
  } catch (error) {
    if (!(error instanceof NotAdmitted)) throw error
    say({ kind: 'not-admitted', why: error.message })
  }
}

parentPort?.once('message', (order: SandboxRequest) => void run(order))
