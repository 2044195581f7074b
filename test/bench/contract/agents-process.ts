/** Agents process: the agents of a benchmark, kept out of the process that is measured. */
import path from 'node:path'
import { JsonLinesProcess } from '../../fixtures/json-lines-process.js'

export interface AgentsOptions {
  readonly count: number
  /** `core`: the 23 of the catalogue; `own`: as many of a plugin, the same on every server; `chat`: one event. */
  readonly offer: 'core' | 'own' | 'chat'
}

export interface EventLoad {
  /** Of each agent. */
  readonly eventsASecond: number
  readonly seconds: number
}

export const token = 'a-token-of-the-benchmark'

export interface Agents {
  readonly addresses: readonly string[]
  /** Resolves when every event has left. */
  send(load: EventLoad): Promise<void>
  end(): Promise<unknown>
}

export async function startAgents(options: AgentsOptions): Promise<Agents> {
  const program = new JsonLinesProcess([path.join(import.meta.dirname, 'agents.mjs'), JSON.stringify(options)])
  const ready = await program.until(({ event }) => event === 'ready', { milliseconds: 60_000 })
  return {
    addresses: ready.addresses as string[],
    async send(load) {
      const after = program.lines.length
      program.send({ ...load })
      await program.until(({ event }) => event === 'sent', { after, milliseconds: 3_000 * load.seconds + 10_000 })
    },
    end: () => program.end(),
  }
}
