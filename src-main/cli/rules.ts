/** `gatehouse rules`: the rules people made. Read-only; works while the program runs. */
import { builtInRules, isBuiltInRuleOn } from '@shared/approvals/built-in-rule.js'
import type { Rule, RuleId, Rules } from '@shared/approvals/rule.js'
import { readSettings } from '../storage/settings-store.js'
import { compiled, createContractAjv } from '../validation/ajv.js'
import { expectNames, readOptions } from './arguments.js'
import { ruleCoverageText } from './coverage-text.js'
import { existingProfile } from './profile-argument.js'
import { type Program, withProgram } from './program.js'
import { jsonLine, painter, terminalText } from './text.js'
import { type CliCommand, type ExitCode, exitCodes, UsageError } from './verb.js'

const help = [
  'Usage: gatehouse rules list [--profile DIR] [--json]',
  '',
  'Lists the rules: what is allowed without approval, always asked, or denied. Create, change and remove',
  'rules in the window, not here.',
  '',
  '  --profile DIR  the data folder (default: that of the desktop app)',
  '  --json         one rule per line',
  '',
  'Exit codes: 0 done, 1 some rules cannot be read, 2 invalid command line or profile.',
].join('\n')

export const rules: CliCommand = {
  name: 'rules',
  summary: 'list the approval rules',
  help,
  async run(args, cli): Promise<ExitCode> {
    const { out, err, colour } = cli
    const { values, positionals } = readOptions(args, {
      profile: { type: 'string' },
      json: { type: 'boolean', default: false },
    })
    expectNames(positionals, ['list'])
    if (positionals[0] !== 'list') throw new UsageError(`Expected list, got ${positionals[0]}.`)
    const profile = existingProfile(values.profile, 'answer a request')
    const builtIn = builtInOf(profile)
    const { rules: known, damaged } = await withProgram(profile, { need: 'any', cli }, rulesOf)
    const paint = painter(colour)
    for (const rule of known) {
      out(values.json ? jsonLine(rule) : terminalText`${sentenceOf(rule)}  ${paint('dim', rule.id)}`)
    }
    for (const rule of builtIn) {
      if (values.json) out(jsonLine(rule))
      else
        out(
          terminalText`ask, ${rule.capability}, ${rule.afterText ? 'medium risk after text of others, ' : ''}for every client, on every server, ${rule.on ? 'on' : 'off'}  ${paint('dim', rule.id)}`,
        )
    }
    if (known.length === 0 && !values.json) out(terminalText`No rules. The built-in rules and the risk level apply.`)
    if (!damaged) return exitCodes.good
    err(
      terminalText`Some rules cannot be read. Until state.sqlite in the profile is repaired or removed, every action needs approval.`,
    )
    return exitCodes.bad
  },
}

const pageSize = 500

/** The built-in rules and their state. @throws UsageError when the settings cannot be read */
function builtInOf(profile: string) {
  const settings = readSettings(profile, compiled(createContractAjv(), 'config-v1.json'))
  if (!settings) throw new UsageError(`Cannot read the settings of the profile ${profile}.`)
  return builtInRules.map((rule) => ({
    id: rule.id,
    effect: 'ask',
    capability: rule.capability,
    builtIn: true,
    ...(rule.afterText && { afterText: true }),
    on: isBuiltInRuleOn(rule, settings),
  }))
}

async function rulesOf({ give }: Program): Promise<Rules> {
  const rules: Rule[] = []
  let cursor: RuleId | undefined
  for (;;) {
    const page = await give('rules:list', { limit: pageSize, ...(cursor !== undefined && { cursor }) })
    rules.push(...page.rules)
    cursor = page.next
    if (cursor === undefined) return { rules, damaged: page.damaged }
  }
}

function sentenceOf(rule: Rule): string {
  const { effect, client, server, capability, uses } = rule
  const parts = [
    effect,
    capability,
    ruleCoverageText(rule),
    client ? `for ${client.name} (${client.id})` : 'for every client',
    server ? `on ${server}` : 'on every server',
    ending(rule),
    `used ${uses} times`,
    rule.note ? `"${rule.note}"` : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}

function ending({ sessionId, expiresAt }: Rule): string {
  if (expiresAt) return `until ${expiresAt}`
  return sessionId ? 'until it disconnects' : 'until it is removed'
}
