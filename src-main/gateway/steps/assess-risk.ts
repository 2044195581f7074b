/**
 * Risk: how dangerous this call is and what that demands. See docs/protocol.md#calls-risk.
 *
 * What the manifest and the catalogue say is the least; the arguments, the caller's conversation and the owner's rules
 * raise it. Nothing raises what a person has ordered to undo: the rules are about what callers ask.
 */
import { coreCatalogue } from '../../contract/core-catalogue.js'
import type { RaisedBy } from '../../contract/risk-rule.js'
import type { Server } from '../../contract/server.js'
import { consoleCommandOf, raisedByCommand, readByParsing } from '../../policy/console-command/command-risk.js'
import { demandsOfRisk, riskOf } from '../../policy/risk.js'
import { tainted as byTaint, isBetween, raised, raisedByRules, rulesUnreadable } from '../../policy/risk-raising.js'
import { riskRulesIn } from '../../policy/risk-rule-check.js'
import { riskRules } from '../../policy/risk-rules.js'
import type { Assessed, Authorised, Gatehouse } from './call-stages.js'

/** From 1.13 on selectors take `limit`, and the console can list entities. */
const traitsOf = ({ capabilities }: Pick<Server, 'capabilities'>) => ({
  hasLimit: capabilities.some(({ id }) => id === 'entity.list'),
})

/** The rules that count beside what reading a console command finds. */
const rulesBesideParsing = riskRules.filter((rule) => !readByParsing.has(rule.id))

export function assessRisk(call: Authorised, { taints, governance }: Gatehouse): Assessed {
  const { id, type } = call.manifest
  const command = consoleCommandOf(call.link.server.kind, id, call.given)
  const said = riskOf(call.manifest, coreCatalogue.get(id))
  // The manifest says the risk of a command that nobody knows; this one is read.
  const base = command === undefined ? said : { ...said, level: 'low' as const }
  if (call.undoing) return { ...call, risk: base, tainted: false, demands: demandsOfRisk(base) }
  const { riskRules: written, taintedMediumAsks } = governance()
  const raisable = { capabilityId: id, type, arguments: call.given }
  const owners = riskRulesIn(written)
  const reasons: RaisedBy[] = [
    ...raisedByRules(raisable, command === undefined ? riskRules : rulesBesideParsing),
    ...(command === undefined ? [] : raisedByCommand(command, traitsOf(call.link.server))),
    ...(owners ? raisedByRules(raisable, owners, true) : []),
  ]
  const tainted = taints.isTainted(call.caller)
  const isMedium = isBetween(raised(base, reasons))
  if (isMedium && !owners) reasons.push(rulesUnreadable)
  if (isMedium && tainted && taintedMediumAsks && type === 'action') reasons.push(byTaint)
  const risk = raised(base, reasons)
  return { ...call, risk, tainted, demands: demandsOfRisk(risk) }
}
