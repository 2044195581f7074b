/**
 * Far network: computers in network namespaces, connected by cables with delay and loss that a test cuts.
 *
 * The kernel's own `tc netem` is not needed: a switch in user space (`switch.py`) delays and loses whole Ethernet frames,
 * and TCP of the kernel at both ends retransmits.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { inNamespaceOf, newNamespace, whyNoNamespaces } from '../../attacks/network/namespaces.js'
import { JsonLinesProcess } from '../../fixtures/json-lines-process.js'

/** Why there can be none here; undefined when there can. */
export function whyNoFarNetwork(): string | undefined {
  const reason = whyNoNamespaces()
  if (reason) return reason
  return spawnSync('python3', ['--version']).status === 0 ? undefined : 'the switch between them needs python3'
}

export interface FarNetworkOptions {
  /** Names of the computers. */
  readonly computers: readonly string[]
  /** Milliseconds one way. */
  readonly delayMs: number
  readonly lossPercent: number
  /** Chooses which frames are lost. */
  readonly seed: number
}

type CableOrder = 'cut' | 'join' | 'forget'

const holding = "process.send('ready'); process.on('disconnect', () => process.exit())"

export class FarNetwork {
  readonly #computers: readonly string[]
  readonly #namespaces: readonly ChildProcess[]
  readonly #switch: JsonLinesProcess

  private constructor(computers: readonly string[], namespaces: readonly ChildProcess[], ofSwitch: JsonLinesProcess) {
    this.#computers = computers
    this.#namespaces = namespaces
    this.#switch = ofSwitch
  }

  static async open({ computers, delayMs, lossPercent, seed }: FarNetworkOptions): Promise<FarNetwork> {
    const middle = await hold(newNamespace)
    const namespaces = [middle]
    const cables = computers.map((_, at) => cableOf(at))
    for (const [at, cable] of cables.entries()) {
      const one = await hold([...inNamespaceOf(middle.pid), 'unshare', '--net', '--kill-child', '--'])
      namespaces.push(one)
      ip(middle, `link add ${cable} type veth peer name lan0 netns ${one.pid}`)
      ip(middle, `link set ${cable} up`)
      ip(one, 'link set lo up')
      ip(one, `addr add ${addressOf(at)}/24 dev lan0`)
      ip(one, 'link set lan0 up')
    }
    const [command = '', ...enter] = inNamespaceOf(middle.pid)
    const file = path.join(import.meta.dirname, 'switch.py')
    const args = [...enter, 'python3', file, `${delayMs}`, `${lossPercent}`, `${seed}`, ...cables]
    const ofSwitch = new JsonLinesProcess(args, process.env, command)
    await ofSwitch.until(({ ready }) => ready === true)
    return new FarNetwork(computers, namespaces, ofSwitch)
  }

  address(computer: string): string {
    return addressOf(this.#indexOf(computer))
  }

  /** Written before a command that runs on this computer. */
  on(computer: string): readonly string[] {
    return inNamespaceOf(this.#namespaces[this.#indexOf(computer) + 1]?.pid)
  }

  /** A Node program on this computer that speaks JSON lines. */
  start(computer: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): JsonLinesProcess {
    const [command = '', ...enter] = this.on(computer)
    return new JsonLinesProcess([...enter, process.execPath, ...args], env, command)
  }

  /** Pulls the cable of a computer. @param after frames that still pass; resolves once it is done */
  cut(computer: string, after = 0): Promise<void> {
    return this.#order('cut', computer, after)
  }

  /** Puts the cable back. What would be done after more frames is not done any more. */
  join(computer: string): Promise<void> {
    return this.#order('join', computer)
  }

  /** The connections of a computer are reset: at each end only when that end sends something. */
  forget(computer: string, after = 0): Promise<void> {
    return this.#order('forget', computer, after)
  }

  async close(): Promise<void> {
    await this.#switch.end()
    await Promise.all(
      this.#namespaces.map(async (one) => {
        if (one.exitCode !== null || one.signalCode !== null) return
        const ended = once(one, 'exit')
        one.kill('SIGKILL')
        await ended
      }),
    )
  }

  #indexOf(computer: string): number {
    const at = this.#computers.indexOf(computer)
    if (at < 0) throw new Error(`There is no computer ${computer}.`)
    return at
  }

  async #order(what: CableOrder, computer: string, after = 0): Promise<void> {
    const lines = this.#switch.lines.length
    const cable = cableOf(this.#indexOf(computer))
    this.#switch.send({ do: what, cable, ...(after > 0 && { after }) })
    await this.#switch.until((line) => line.do === what && line.cable === cable, { after: lines })
  }
}

const cableOf = (at: number): string => `cable${at}`
const addressOf = (at: number): string => `10.77.0.${at + 1}`

async function hold(before: readonly string[]): Promise<ChildProcess> {
  const [file = '', ...args] = [...before, process.execPath, '--eval', holding]
  const holder = spawn(file, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  await once(holder, 'message')
  return holder
}

function ip({ pid }: ChildProcess, command: string): void {
  const [file = '', ...args] = [...inNamespaceOf(pid), 'ip', ...command.split(' ')]
  execFileSync(file, args)
}
