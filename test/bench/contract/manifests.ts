/** Manifests checked in each second of processor time: for their author, and as the gateway admits them. Floor: their own schema alone. */

import { createManifestCheck } from '../../../agents/kit/check/manifest-check.js'
import { compiled, createContractAjv } from '../../../src-main/validation/ajv.js'
import { maxCapabilities } from '../../../src-main/validation/offer-bounds.js'
import { admissionWithWorker } from './admission.js'
import { manifestMaker } from './manifest-maker.js'
import { alternately, median, perSecond, printFigures, sized } from './timing.js'

const manifests = sized({ full: 10_000, quick: 200, once: 20 })
const rounds = 5
const aRound = manifests / rounds
const warmUp = sized({ full: 100, quick: 20, once: 5 })

const make = manifestMaker()
const texts = Array.from({ length: manifests + warmUp }, () => JSON.stringify(make()))
/** Parsed for each round, so that no cache knows an object of another round. One extra round is for the warm-up. */
const ofRound = (round: number): unknown[] =>
  texts.slice(round * aRound, (round + 1) * aRound).map((text) => JSON.parse(text))

const ajv = createContractAjv()
const isManifest = compiled(ajv, 'capability-manifest-v1.json')
const check = createManifestCheck()
const { admit, end } = admissionWithWorker()

const ways = {
  floor: (round: number) => ofRound(round).filter((manifest) => isManifest(manifest)),
  check: (round: number) => ofRound(round).map(check),
  async admit(round: number) {
    const offered = ofRound(round)
    for (let from = 0; from < offered.length; from += maxCapabilities) {
      await admit(offered.slice(from, from + maxCapabilities))
    }
  },
}

for (const way of Object.values(ways)) await way(rounds)
const { floor, check: checked, admit: admitted } = await alternately(rounds, ways)
printFigures([
  perSecond('manifests checked for their author', aRound, median(checked.processor), median(floor.processor)),
  perSecond('manifests admitted by the gateway', aRound, median(admitted.processor), median(floor.processor)),
])
await end()
