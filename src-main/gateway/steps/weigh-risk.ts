/** Risk: how dangerous this call is and what that demands. Specification 1, section 6.2. */
import { coreCatalogue } from '../../contract/core-catalogue.js'
import { demandsOfRisk, riskOf } from '../../policy/risk.js'
import type { Authorised, Weighed } from './call-stages.js'

export function weighRisk(call: Authorised): Weighed {
  const risk = riskOf(call.manifest, coreCatalogue.get(call.manifest.id))
  return { ...call, risk, demands: demandsOfRisk(risk) }
}
