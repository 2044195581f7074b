/**
 * Assess risk: determines the risk of this call and its requirements. See docs/protocol.md#calls-risk.
 *
 * Manifest and catalogue set the minimum; arguments and the owner's rules can raise it. The
 * risk of an undo by a person is not raised: the rules are for requests of callers.
 */
import { coreCatalogue } from '@contract/core-catalogue.js'
import type { RaisedBy } from '@contract/risk-rule.js'
import type { Server } from '@shared/servers/server.js'
import { consoleCommandOf, raisedByCommand, readByParsing } from '../../../policy/console-command/command-risk.js'
import { demandsOfRisk, riskOf } from '../../../policy/risk/risk.js'
import { isMediumRisk, raisedByRules, raiseRisk, rulesUnreadable } from '../../../policy/risk/risk-raising.js'
import { riskRulesIn } from '../../../policy/risk/risk-rule-check.js'
import { riskRules } from '../../../policy/risk/risk-rules.js'
import type { GatewayDependencies } from '../gateway-dependencies.js'
import type { Assessed, Authorised } from './call-stages.js'

/** Since 1.13 selectors support `limit`, and the console can list entities. */
const traitsOf = ({ capabilities }: Pick<Server, 'capabilities'>) => ({
  hasLimit: capabilities.some(({ id }) => id === 'entity.list'),
})

/** The rules that still apply to a parsed console command. */
const rulesBesideParsing = riskRules.filter((rule) => !readByParsing.has(rule.id))

export function assessRisk(call: Authorised, { taints, governance }: GatewayDependencies): Assessed {
  const { id, type } = call.manifest
  const command = consoleCommandOf(call.link.server.kind, id, call.given)
  const said = riskOf(call.manifest, coreCatalogue.get(id))
  // The manifest's risk is for unknown commands; a parsed command starts at low.
  const base = command === undefined ? said : { ...said, level: 'low' as const }
  if (call.undoing) return { ...call, risk: base, demands: demandsOfRisk(base) }
  const { riskRules: written } = governance()
  const raisable = { capabilityId: id, type, arguments: call.given }
  const owners = riskRulesIn(written)
  const reasons: RaisedBy[] = [
    ...raisedByRules(raisable, command === undefined ? riskRules : rulesBesideParsing),
    ...(command === undefined ? [] : raisedByCommand(command, traitsOf(call.link.server))),
    ...(owners ? raisedByRules(raisable, owners, true) : []),
  ]
  if (!owners && isMediumRisk(raiseRisk(base, reasons))) reasons.push(rulesUnreadable)
  const risk = raiseRisk(base, reasons)
  const readText = taints.readBy(call.caller)
  return { ...call, risk, ...(readText && { readText }), demands: demandsOfRisk(risk) }
}
