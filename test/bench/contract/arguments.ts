/** Arguments checked before a call: every example of the core catalogue. Floor: Ajv's own compiled function. */

import { coreCatalogue } from '@contract/core-catalogue.js'
import Ajv from 'ajv'
import addFormats from 'ajv-formats'
import { CapabilityValidator } from '../../../src-main/validation/capability-validator.js'
import { cost, median, printFigures, quantile, sized } from './timing.js'

const rounds = sized({ full: 2_000, quick: 100, once: 10 })
const warmUp = sized({ full: 200, quick: 10, once: 2 })
const firsts = sized({ full: 10, quick: 1, once: 1 })

const given = [...coreCatalogue.values()].flatMap((manifest) =>
  (manifest.examples ?? []).map(({ parameters }) => ({ manifest, parameters })),
)

const validator = new CapabilityValidator()
const ajv = addFormats(new Ajv({ strict: false, allErrors: true }))
const bare = new Map(
  given.map(({ manifest }) => [manifest, ajv.compile(manifest.parameters ?? { type: 'object' })] as const),
)

/** Microseconds of each check. */
function time(check: (one: (typeof given)[number]) => unknown): number[] {
  return given.map((one) => {
    const began = performance.now()
    check(one)
    return (performance.now() - began) * 1_000
  })
}

const ours = () => time(({ manifest, parameters }) => validator.checkArguments(manifest, parameters))
const floor = () => time(({ manifest, parameters }) => bare.get(manifest)?.(parameters))

const first = Array.from({ length: firsts }, () => {
  const fresh = new CapabilityValidator()
  return time(({ manifest, parameters }) => fresh.checkArguments(manifest, parameters))
}).flat()

for (let round = 0; round < warmUp; round++) [ours(), floor()]
const taken: { ours: number[]; floor: number[] } = { ours: [], floor: [] }
for (let round = 0; round < rounds; round++) {
  taken.ours.push(...ours())
  taken.floor.push(...floor())
}
printFigures([
  cost('arguments checked, p50', 'µs', median(taken.ours), median(taken.floor)),
  cost('arguments checked, p99', 'µs', quantile(taken.ours, 0.99), quantile(taken.floor, 0.99)),
  cost('arguments of a capability checked for the first time, p50', 'µs', median(first)),
])
