/** Runs one attack and compares its cost with the limits. */
import { expect } from 'vitest'
import { type AttackCase, limits } from './attack-case.js'
import type { AttackScene } from './attack-scene.js'
import { MeasuredProcess, type Measurement } from './measured-process.js'

/** Times that the cost of an attack may be measured: a machine that stalls once does not stall three times in a row. */
const measurements = 3

interface Cost {
  /** Milliseconds that the event loop was held, beyond those that the machine stalled. */
  readonly heldMs: number
  readonly heapGrowth: number
  /** Milliseconds that another client waited. */
  readonly otherMs: number
}

const idle = 'setInterval(() => {}, 1000)'

export class AttackRunner<Scene extends AttackScene = AttackScene> {
  readonly #scene: Scene
  /** An idle process: delays of its event loop are caused by the machine. */
  readonly #control: MeasuredProcess<Measurement>

  constructor(scene: Scene) {
    this.#scene = scene
    this.#control = MeasuredProcess.measuring('--eval', idle)
    this.#control.child.stdout?.resume()
  }

  /**
   * Only its cost may be measured again: a failed call, a broken invariant or a fatal error fails at once.
   *
   * @throws an assertion when a limit or the case's invariant does not hold
   */
  async run(attack: AttackCase<Scene>): Promise<void> {
    let cost = await this.#measure(attack)
    for (let count = 1; count < measurements && !isWithinLimits(cost); count++) cost = await this.#measure(attack)
    expect(cost.heldMs, `the event loop was held: ${JSON.stringify(cost)}`).toBeLessThan(limits.heldMs)
    expect(cost.heapGrowth, 'memory grew').toBeLessThan(limits.heapGrowth)
    expect(cost.otherMs, 'another client waited').toBeLessThan(limits.otherMs)
  }

  async stop(): Promise<void> {
    await this.#control.stop()
  }

  async #measure(attack: AttackCase<Scene>): Promise<Cost> {
    try {
      return await this.#once(attack)
    } finally {
      await this.#scene.clear()
    }
  }

  async #once({ name, setup, attack, invariant }: AttackCase<Scene>): Promise<Cost> {
    const { program, other } = this.#scene
    await setup?.(this.#scene)
    await Promise.all([program.begin(), other.begin(), this.#control.begin()])
    await attack(this.#scene)
    const [cost, received, control] = await Promise.all([program.end(), other.end(), this.#control.end()])
    if (process.env.GATEHOUSE_ATTACKS_REPORT) console.log(JSON.stringify({ name, ...cost, ...received }))
    expect(received.failures, 'calls of another client failed').toBe(0)
    await invariant?.(this.#scene)
    const failed = this.#scene.lines.filter(({ event }) => event === 'fatal')
    expect(failed).toEqual([])
    return {
      heldMs: cost.heldMs - control.heldMs,
      heapGrowth: cost.heapGrowth,
      otherMs: received.slowestOverFloorMs - cost.waitedMs,
    }
  }
}

const isWithinLimits = ({ heldMs, heapGrowth, otherMs }: Cost): boolean =>
  heldMs < limits.heldMs && heapGrowth < limits.heapGrowth && otherMs < limits.otherMs
