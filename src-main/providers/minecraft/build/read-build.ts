/** Read build: the arguments of a build as a plan, with the structure files that it names. */
import { createHash } from 'node:crypto'
import { type BuildPlan, planLimits, type Structure } from '../../../policy/build/plan.js'
import { readPlan } from '../../../policy/build/read-plan.js'
import type { StructureLibrary } from './structures.js'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** @param given arguments that match the schema of a build. @throws GatewayError */
export async function readBuild(
  given: Readonly<Record<string, unknown>>,
  library: Pick<StructureLibrary, 'find' | 'list'>,
): Promise<BuildPlan> {
  const structures = new Map<string, Structure>()
  let cells = 0
  for (const name of namesIn(given.parts)) {
    // A plan with more is refused at the part that is too much.
    if (cells > planLimits.cells) break
    const found = await library.find(name)
    if (!found) continue
    cells += found.indices.length
    structures.set(name, found)
  }
  return readPlan(given, { structures, structureNames: library.list().map(({ name }) => name), sha256 })
}

function namesIn(parts: unknown): ReadonlySet<string> {
  if (!Array.isArray(parts)) return new Set()
  const names = parts.map((part: unknown) =>
    typeof part === 'object' && part !== null && 'structure' in part ? part.structure : undefined,
  )
  return new Set(names.filter((name): name is string => typeof name === 'string'))
}
