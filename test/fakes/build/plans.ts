/** Plans for tests: reads one, and what it builds as a map of the world. */
import { createHash } from 'node:crypto'
import type { BuildPlan, Cells, Extent, Structure } from '../../../src-main/policy/build/plan.js'
import { readPlan } from '../../../src-main/policy/build/read-plan.js'

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A plan at the origin 0, 0, 0 unless another is given. */
export const planOf = (
  parts: readonly unknown[],
  more: object = {},
  structures: ReadonlyMap<string, Structure> = new Map(),
): BuildPlan => readPlan({ name: 'Test', world: 'world', origin: [0, 0, 0], parts, ...more }, { structures, sha256 })

/** Block states by `x,y,z`; what the plan does not set is missing. */
export function builtBy(plan: BuildPlan, before?: Cells): Map<string, string> {
  return blocksIn(plan, plan.extent, before)
}

export function blocksIn(plan: BuildPlan, box: Extent, before?: Cells): Map<string, string> {
  const { palette, indices, parts } = plan.draw(box, before)
  const found = new Map<string, string>()
  let index = 0
  for (let y = box.min.y; y <= box.max.y; y++) {
    for (let z = box.min.z; z <= box.max.z; z++) {
      for (let x = box.min.x; x <= box.max.x; x++, index++) {
        if (parts[index]) found.set(`${x},${y},${z}`, palette[indices[index] ?? 0] ?? 'missing')
      }
    }
  }
  return found
}

/** One layer as text, rows from north to south: the letter of each state, `.` where nothing is set. */
export function layerOf(plan: BuildPlan, y: number, letters: Readonly<Record<string, string>>): string {
  const { min, max } = plan.extent
  const blocks = blocksIn(plan, { min: { ...min, y }, max: { ...max, y } })
  const rows: string[] = []
  for (let z = min.z; z <= max.z; z++) {
    let row = ''
    for (let x = min.x; x <= max.x; x++) {
      const state = blocks.get(`${x},${y},${z}`)
      row += state === undefined ? '.' : (letters[state] ?? '?')
    }
    rows.push(row)
  }
  return rows.join('\n')
}
