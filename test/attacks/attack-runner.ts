/** Runs one attack and compares its cost with the limits. */
import { expect } from 'vitest'
import { type AttackCase, limits } from './attack-case.js'
import type { AttackScene } from './attack-scene.js'
import { MeasuredProcess, type Measurement } from './measured-process.js'

/** Times that an attack may be measured: a machine that stalls once does not stall three times in a row. */
const attempts = 3

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

  /** @throws an assertion when a limit or the case's invariant does not hold */
  async run(attack: AttackCase<Scene>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#once(attack)
      } catch (error) {
        if (attempt === attempts || this.#scene.program.hasEnded) throw error
      } finally {
        await this.#scene.clear()
      }
    }
  }

  async stop(): Promise<void> {
    await this.#control.stop()
  }

  async #once({ name, setup, attack, invariant }: AttackCase<Scene>): Promise<void> {
    const { program, other } = this.#scene
    await setup?.(this.#scene)
    await Promise.all([program.begin(), other.begin(), this.#control.begin()])
    await attack(this.#scene)
    const [cost, received, control] = await Promise.all([program.end(), other.end(), this.#control.end()])
    if (process.env.GATEHOUSE_ATTACKS_REPORT) console.log(JSON.stringify({ name, ...cost, ...received }))
    expect(cost.heldMs - control.heldMs, `the event loop was held: ${JSON.stringify(cost)}`).toBeLessThan(limits.heldMs)
    expect(cost.heapGrowth, 'memory grew').toBeLessThan(limits.heapGrowth)
    expect(received.failures, 'calls of another client failed').toBe(0)
    expect(received.slowestOverFloorMs - cost.waitedMs, 'another client waited').toBeLessThan(limits.otherMs)
    await invariant?.(this.#scene)
    const failed = this.#scene.lines.filter(({ event }) => event === 'fatal')
    expect(failed).toEqual([])
  }
}
