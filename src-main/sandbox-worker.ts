/** The sandbox worker: a thread that runs one call where it can do no harm, and is ended. */
import { parentPort } from 'node:worker_threads'
import { coreCatalogue } from '@contract/core-catalogue.js'
import type { FromSandbox, SandboxRequest } from './sandbox/sandbox-thread.js'
import { mockPlayground, worldPlayground } from './sandbox/sandbox-world.js'
import { NotAdmitted, tryOut } from './sandbox/trial.js'

const seed = 1
const say = (message: FromSandbox): void => parentPort?.postMessage(message)

/** What the core catalogue has runs in the demo world; what a third party made up is answered by its manifest. */
async function run({ manifest, given }: SandboxRequest): Promise<void> {
  const playground = coreCatalogue.has(manifest.id) ? worldPlayground(seed) : mockPlayground([manifest], seed)
  try {
    say({ kind: 'tried', trial: await tryOut(manifest.id, given, playground) })
  } catch (error) {
    if (!(error instanceof NotAdmitted)) throw error
    say({ kind: 'not-admitted', why: error.message })
  }
}

parentPort?.once('message', (order: SandboxRequest) => void run(order))
